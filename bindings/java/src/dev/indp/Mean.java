package dev.indp;

/** A mean of values clamped to [lo, hi]. */
public final class Mean extends PartsState<Mean> {
    private static final long serialVersionUID = 1L;

    private Mean(byte[] bytes) {
        super(bytes);
    }

    /** lo and hi are public; rowsPerPerson is the caller's promise. */
    public Mean(double lo, double hi, long rowsPerPerson) {
        this(lo, hi, rowsPerPerson, 0.0);
    }

    /** Also chooses the power of two to which values are rounded; 0 stands for the default. */
    public Mean(double lo, double hi, long rowsPerPerson, double grid) {
        super(Kind.MEAN.room());
        Native.meanInit(bytes, lo, hi, grid, positive(rowsPerPerson, Status.ROWS_PER_PERSON));
    }

    /** Reads a state; each one read from the same bytes costs its epsilon when it is released. */
    public static Mean fromBytes(byte[] bytes) {
        return new Mean(read(Kind.MEAN, bytes));
    }

    @Override
    Kind kind() {
        return Kind.MEAN;
    }
}
