package dev.indp;

/** A state with one answer, which is every state but histograms and bounds. */
public sealed interface Single permits Count, Mode, AnsweringState {
    /**
     * Throws if the public parameters would make a release fail, or if the state was released
     * before. Releases nothing.
     */
    default void canRelease(double epsilon) {
        canRelease(epsilon, null);
    }

    default void canRelease(double epsilon, Options options) {
        ((State<?>) this).checkAnswer(epsilon, options);
    }

    /**
     * Releases the answer as a Double, a Long or a Category, depending on the kind of state. This
     * is possible only once and costs epsilon.
     */
    default Object releaseValue(double epsilon) {
        return releaseValue(epsilon, null);
    }

    default Object releaseValue(double epsilon, Options options) {
        return ((State<?>) this).answer(epsilon, options);
    }
}
