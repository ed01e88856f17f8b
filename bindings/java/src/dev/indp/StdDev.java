package dev.indp;

/** The square root of a variance. */
public final class StdDev extends PartsState<StdDev> {
    private static final long serialVersionUID = 1L;

    private StdDev(byte[] bytes) {
        super(bytes);
    }

    /** lo and hi are public; rowsPerPerson is the caller's promise. */
    public StdDev(double lo, double hi, long rowsPerPerson) {
        this(lo, hi, rowsPerPerson, 0.0);
    }

    /** Also chooses the power of two to which values are rounded; 0 stands for the default. */
    public StdDev(double lo, double hi, long rowsPerPerson, double grid) {
        super(Kind.STDDEV.room());
        Native.stddevInit(bytes, lo, hi, grid, positive(rowsPerPerson, Status.ROWS_PER_PERSON));
    }

    /** Reads a state; each one read from the same bytes costs its epsilon when it is released. */
    public static StdDev fromBytes(byte[] bytes) {
        return new StdDev(read(Kind.STDDEV, bytes));
    }

    @Override
    Kind kind() {
        return Kind.STDDEV;
    }
}
