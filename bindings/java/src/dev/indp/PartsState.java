package dev.indp;

import java.util.Arrays;

/**
 * A mean, variance or standard deviation, whose answer is computed from noisy sums.
 *
 * @param <S> the kind of state
 */
public abstract non-sealed class PartsState<S extends PartsState<S>> extends AnsweringState<S> {
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
            return once(state -> Native.stateReleaseParts(state, epsilon, c.address));
        }
    }

    /**
     * A bound that the error of a release of this many rows exceeds with probability at most alpha,
     * whatever the rows are. The number of rows is an assumption, and must be public.
     */
    public double accuracy(long rows, double epsilon, double alpha) {
        return accuracy(rows, epsilon, alpha, null);
    }

    public double accuracy(long rows, double epsilon, double alpha, Options options) {
        return expected(positive(rows, Status.ROWS), epsilon, alpha, options);
    }

    /** The smallest epsilon at which the error exceeds r with probability at most alpha. */
    public double epsilonForAccuracy(long rows, double alpha, double r) {
        return epsilonForAccuracy(rows, alpha, r, null);
    }

    public double epsilonForAccuracy(long rows, double alpha, double r, Options options) {
        return needed(positive(rows, Status.ROWS), alpha, r, options);
    }

    /**
     * An interval around a released answer. If the released state had at least one row, the
     * interval contains the exact answer with probability at least 1 - alpha. Only the parameters
     * of this state are read.
     */
    public synchronized Interval interval(Parts parts, double alpha) {
        if (parts.number() < 0 || parts.number() > parts.sum().length) {
            throw new IndpException(Status.ANSWER);
        }
        double[] sums = Arrays.copyOf(parts.sum(), (int) parts.number());
        return Interval.of(Native.partsInterval(idle(), parts.value(), sums, parts.scale(), alpha));
    }
}
