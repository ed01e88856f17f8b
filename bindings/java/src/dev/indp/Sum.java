package dev.indp;

/** A sum of values clamped to [lo, hi], exact until its release. */
public final class Sum extends AnsweringState<Sum> {
    private static final long serialVersionUID = 1L;

    private Sum(byte[] bytes) {
        super(bytes);
    }

    /**
     * lo and hi are public. rowsPerPerson is the largest number of rows that one person has. The
     * caller guarantees it; the library cannot check it.
     */
    public Sum(double lo, double hi, long rowsPerPerson) {
        this(lo, hi, rowsPerPerson, 0.0);
    }

    /**
     * Values are rounded to multiples of grid, a power of two. If grid is 0, the library chooses
     * the grid.
     */
    public Sum(double lo, double hi, long rowsPerPerson, double grid) {
        super(Kind.SUM.room());
        Native.sumInit(bytes, lo, hi, grid, positive(rowsPerPerson, Status.ROWS_PER_PERSON));
    }

    /**
     * Reads a state. The same bytes can be read several times. Each of the resulting states can be
     * released, and each release costs its own epsilon.
     */
    public static Sum fromBytes(byte[] bytes) {
        return new Sum(read(Kind.SUM, bytes));
    }

    public synchronized double sensitivity() {
        return Native.sumSensitivity(bytes);
    }

    /**
     * A bound that the error of a release exceeds with probability at most alpha.
     */
    public double accuracy(double epsilon, double alpha) {
        return accuracy(epsilon, alpha, null);
    }

    public double accuracy(double epsilon, double alpha, Options options) {
        return expected(0, epsilon, alpha, options);
    }

    /** The smallest epsilon at which the error exceeds r with probability at most alpha. */
    public double epsilonForAccuracy(double alpha, double r) {
        return epsilonForAccuracy(alpha, r, null);
    }

    public double epsilonForAccuracy(double alpha, double r, Options options) {
        return needed(0, alpha, r, options);
    }

    /**
     * An interval around a released answer. epsilon and options must be those of the release. The
     * interval contains the exact sum with probability at least 1 - alpha. Only the parameters of
     * this state are read.
     */
    public Interval interval(double answer, double epsilon, double alpha) {
        return interval(answer, epsilon, alpha, null);
    }

    public Interval interval(double answer, double epsilon, double alpha, Options options) {
        return around(answer, epsilon, alpha, options);
    }

    @Override
    Kind kind() {
        return Kind.SUM;
    }
}
