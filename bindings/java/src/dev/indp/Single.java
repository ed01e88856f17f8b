package dev.indp;

/** A state with one answer, which is every state but a histogram. */
public sealed interface Single permits Count, Mode, AnsweringState {
    /**
     * Throws the exception that a release would throw because of public parameters. Releases
     * nothing.
     */
    default void canRelease(double epsilon) {
        canRelease(epsilon, null);
    }

    default void canRelease(double epsilon, Options options) {
        ((State<?>) this).checkAnswer(epsilon, options);
    }

    /**
     * Releases the answer, for any state that has one, as a Double, a Long or a Category. This is
     * possible only once.
     */
    default Object releaseValue(double epsilon) {
        return releaseValue(epsilon, null);
    }

    default Object releaseValue(double epsilon, Options options) {
        return ((State<?>) this).answer(epsilon, options);
    }
}
