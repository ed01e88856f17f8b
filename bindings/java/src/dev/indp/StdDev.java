package dev.indp;

/** The square root of a variance. */
public final class StdDev extends PartsState<StdDev> {
    private static final long serialVersionUID = 1L;

    private StdDev(byte[] bytes) {
        super(bytes);
    }

    /**
     * lo and hi are public. rowsPerPerson is the largest number of rows that one person has. The
     * caller guarantees it; the library cannot check it.
     */
    public StdDev(double lo, double hi, long rowsPerPerson) {
        this(lo, hi, rowsPerPerson, 0.0);
    }

    /**
     * Values are rounded to multiples of grid, a power of two. If grid is 0, the library chooses
     * the grid.
     */
    public StdDev(double lo, double hi, long rowsPerPerson, double grid) {
        super(Kind.STDDEV.room());
        Native.stddevInit(bytes, lo, hi, grid, positive(rowsPerPerson, Status.ROWS_PER_PERSON));
    }

    /**
     * Reads a state. The same bytes can be read several times. Each of the resulting states can be
     * released, and each release costs its own epsilon.
     */
    public static StdDev fromBytes(byte[] bytes) {
        return new StdDev(read(Kind.STDDEV, bytes));
    }

    @Override
    Kind kind() {
        return Kind.STDDEV;
    }
}
