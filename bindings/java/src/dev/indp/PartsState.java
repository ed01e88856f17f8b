package dev.indp;

/**
 * A mean, variance or standard deviation, whose answer is computed from noisy sums.
 *
 * @param <S> the kind of state
 */
public abstract class PartsState<S extends PartsState<S>> extends NumberState<S> {
    private static final long serialVersionUID = 1L;

    PartsState(byte[] bytes) {
        super(bytes);
    }

    /** Releases the answer and the noisy sums. This costs no more than the answer alone. */
    public Parts releaseParts(double epsilon) {
        return releaseParts(epsilon, null);
    }

    public synchronized Parts releaseParts(double epsilon, Options options) {
        try (NativeOptions c = new NativeOptions(options)) {
            return Native.stateReleaseParts(bytes, epsilon, c.address);
        }
    }
}
