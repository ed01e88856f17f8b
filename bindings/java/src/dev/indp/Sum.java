package dev.indp;

/** A sum of values clamped to [lo, hi], exact until its release. */
public final class Sum extends NumberState<Sum> {
    private static final long serialVersionUID = 1L;

    private Sum(byte[] bytes) {
        super(bytes);
    }

    /** lo and hi are public; rowsPerPerson is the caller's promise. */
    public Sum(double lo, double hi, long rowsPerPerson) {
        this(lo, hi, rowsPerPerson, 0.0);
    }

    /** Also chooses the power of two to which values are rounded; 0 stands for the default. */
    public Sum(double lo, double hi, long rowsPerPerson, double grid) {
        super(Kind.SUM.room());
        Native.sumInit(bytes, lo, hi, grid, positive(rowsPerPerson, Status.ROWS_PER_PERSON));
    }

    /** Reads a state; each one read from the same bytes costs its epsilon when it is released. */
    public static Sum fromBytes(byte[] bytes) {
        return new Sum(read(Kind.SUM, bytes));
    }

    public synchronized double sensitivity() {
        return Native.sumSensitivity(bytes);
    }

    /** The error that a release exceeds with probability at most alpha. */
    public double accuracy(double epsilon, double alpha) {
        return accuracy(epsilon, alpha, null);
    }

    public synchronized double accuracy(double epsilon, double alpha, Options options) {
        try (NativeOptions c = new NativeOptions(options)) {
            return Native.sumAccuracy(bytes, epsilon, alpha, c.address);
        }
    }

    @Override
    Kind kind() {
        return Kind.SUM;
    }
}
