package dev.indp;

/** A population variance of values clamped to [lo, hi]. */
public final class Variance extends PartsState<Variance> {
    private static final long serialVersionUID = 1L;

    private Variance(byte[] bytes) {
        super(bytes);
    }

    /** lo and hi are public; rowsPerPerson is the caller's promise. */
    public Variance(double lo, double hi, long rowsPerPerson) {
        this(lo, hi, rowsPerPerson, 0.0);
    }

    /** Also chooses the power of two to which values are rounded; 0 stands for the default. */
    public Variance(double lo, double hi, long rowsPerPerson, double grid) {
        super(Kind.VARIANCE.room());
        Native.varianceInit(bytes, lo, hi, grid, positive(rowsPerPerson, Status.ROWS_PER_PERSON));
    }

    /** Reads a state; each one read from the same bytes costs its epsilon when it is released. */
    public static Variance fromBytes(byte[] bytes) {
        return new Variance(read(Kind.VARIANCE, bytes));
    }

    @Override
    Kind kind() {
        return Kind.VARIANCE;
    }
}
