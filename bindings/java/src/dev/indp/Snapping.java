package dev.indp;

import java.util.function.LongToDoubleFunction;

/**
 * The Laplace mechanism, clamped and rounded to a grid, with fixed parameters. Any number of
 * threads may release through one mechanism. If nobody closes it, the garbage collector frees it.
 */
public final class Snapping implements AutoCloseable {
    private final Handle handle;

    /**
     * epsilon is the privacy loss of one release. sensitivity is the largest difference between the
     * answers of neighbouring data sets. Releases lie in [-bound, bound].
     */
    public Snapping(double epsilon, double sensitivity, double bound) {
        this(epsilon, sensitivity, bound, null);
    }

    public Snapping(double epsilon, double sensitivity, double bound, Options options) {
        try (NativeOptions c = new NativeOptions(options)) {
            handle = c.handle(Native.snappingNew(epsilon, sensitivity, bound, c.address), Native::snappingFree);
        }
    }

    @Override
    public void close() {
        handle.close();
    }

    /** A call with the address of the mechanism. */
    interface Call<T> {
        T on(long mechanism);
    }

    private <T> T with(Call<T> call) {
        long mechanism = handle.use();
        try {
            return call.on(mechanism);
        } finally {
            handle.done();
        }
    }

    private double number(LongToDoubleFunction call) {
        long mechanism = handle.use();
        try {
            return call.applyAsDouble(mechanism);
        } finally {
            handle.done();
        }
    }

    public double release(double value) {
        return number(m -> Native.snappingRelease(m, value));
    }

    /** Releases an integer, which is not converted to a double. */
    public long releaseInteger(long value) {
        return with(m -> Native.snappingReleaseInt64(m, value));
    }

    /** Releases each value with noise of its own. */
    public double[] releaseMany(double[] values) {
        double[] out = new double[values.length];
        with(m -> {
            Native.snappingReleaseMany(m, values, out);
            return null;
        });
        return out;
    }

    /** The noise scale, which is the mean absolute value of the noise. */
    public double lambda() {
        return number(Native::snappingLambda);
    }

    public double grid() {
        return number(Native::snappingGrid);
    }

    public double laplaceEpsilon() {
        return number(Native::snappingLaplaceEpsilon);
    }

    /** A bound on the privacy loss of one release. It is at most epsilon. */
    public double loss() {
        return number(Native::snappingLoss);
    }

    /** The float precision in bits, 0 in real arithmetic. */
    public int precision() {
        return with(Native::snappingPrecision);
    }

    public double unitRoundoff() {
        return number(Native::snappingUnitRoundoff);
    }

    /**
     * A bound that the error of a release, for any value, exceeds with probability at most alpha.
     */
    public double accuracy(double alpha) {
        return number(m -> Native.snappingAccuracy(m, alpha));
    }

    /**
     * A bound that the error of a release of one assumed, public value exceeds with probability at
     * most alpha. It is computed from the exact distribution.
     */
    public double accuracyAt(double value, double alpha) {
        return number(m -> Native.snappingAccuracyAt(m, value, alpha));
    }

    /** The smallest epsilon at which the error exceeds r with probability at most alpha. */
    public static double epsilonForAccuracy(double sensitivity, double bound, double alpha, double r) {
        return epsilonForAccuracy(sensitivity, bound, alpha, r, null);
    }

    public static double epsilonForAccuracy(double sensitivity, double bound, double alpha, double r, Options options) {
        try (NativeOptions c = new NativeOptions(options)) {
            return Native.snappingEpsilonForAccuracy(sensitivity, bound, alpha, r, c.address);
        }
    }

    public Moments moments(double value) {
        return with(m -> Native.snappingMoments(m, value));
    }

    public Distance distance(double value, double alpha) {
        return with(m -> Native.snappingDistance(m, value, alpha));
    }

    /** The proven bound on the privacy loss of one release. */
    public double auditBound() {
        return number(Native::auditBound);
    }

    /**
     * The exact privacy loss between two assumed, public values. If 2 bound / grid is at most 2^20,
     * all outputs are examined, and otherwise about sixty.
     */
    public Audit auditPair(double f, double g) {
        return auditPair(f, g, 0);
    }

    public Audit auditPair(double f, double g, long mostOutputs) {
        return with(m -> Native.auditPair(m, f, g, mostOutputs));
    }

    public Audit auditPairIntegers(long f, long g, long mostOutputs) {
        return with(m -> Native.auditPairInt64(m, f, g, mostOutputs));
    }

    /**
     * The largest exact privacy loss between critical values of a public range and their
     * neighbours.
     */
    public Audit auditRange(double low, double high, long mostOutputs) {
        return with(m -> Native.auditRange(m, low, high, mostOutputs));
    }

    /**
     * The probability of one output for an assumed, public value, and the natural logarithm of this
     * probability.
     */
    public Probability probability(double value, double output) {
        double[] both = with(m -> Native.auditProbability(m, value, output));
        return new Probability(both[0], both[1]);
    }
}
