package dev.indp;

/**
 * A state whose rows and whose answer are numbers.
 *
 * @param <S> the kind of state
 */
public abstract sealed class AnsweringState<S extends AnsweringState<S>> extends NumberState<S>
        implements Single permits PartsState, Quantile, Sum {
    private static final long serialVersionUID = 1L;

    AnsweringState(byte[] bytes) {
        super(bytes);
    }

    /**
     * Releases the answer, which is possible only once and costs epsilon. If the call throws, the
     * state can still be released.
     */
    public double release(double epsilon) {
        return releaseNumber(epsilon, null);
    }

    public double release(double epsilon, Options options) {
        return releaseNumber(epsilon, options);
    }
}
