package dev.indp;

/** A population variance of values clamped to [lo, hi]. */
public final class Variance extends PartsState<Variance> {
    private static final long serialVersionUID = 1L;

    private Variance(byte[] bytes) {
        super(bytes);
    }

    /**
     * lo and hi are public. rowsPerPerson is the largest number of rows that one person has. The
     * caller guarantees it; the library cannot check it.
     */
    public Variance(double lo, double hi, long rowsPerPerson) {
        this(lo, hi, rowsPerPerson, 0.0);
    }

    /**
     * Values are rounded to multiples of grid, a power of two. If grid is 0, the library chooses
     * the grid.
     */
    public Variance(double lo, double hi, long rowsPerPerson, double grid) {
        super(Kind.VARIANCE.room());
        Native.varianceInit(bytes, lo, hi, grid, positive(rowsPerPerson, Status.ROWS_PER_PERSON));
    }

    /**
     * Reads a state. The same bytes can be read several times. Each of the resulting states can be
     * released, and each release costs its own epsilon.
     */
    public static Variance fromBytes(byte[] bytes) {
        return new Variance(read(Kind.VARIANCE, bytes));
    }

    @Override
    Kind kind() {
        return Kind.VARIANCE;
    }
}
