package dev.indp;

/** The quantile q of values clamped to [lo, hi]. Its memory grows with its rows. */
public final class Quantile extends NumberState<Quantile> {
    private static final long serialVersionUID = 1L;

    private Quantile(byte[] bytes) {
        super(bytes);
    }

    /** q is from 0 (minimum) to 1 (maximum). The library chooses the candidates. */
    public Quantile(double q, double lo, double hi, long rowsPerPerson) {
        this(q, lo, hi, rowsPerPerson, 0);
    }

    /**
     * candidates is the largest number of public candidates. If it is 0, the library chooses it.
     */
    public Quantile(double q, double lo, double hi, long rowsPerPerson, long candidates) {
        super(Kind.QUANTILE.room());
        Native.quantileInit(bytes, q, lo, hi, candidates, positive(rowsPerPerson, Status.ROWS_PER_PERSON));
    }

    /**
     * Reads a state. The same bytes can be read several times. Every release of a state read from
     * them costs its epsilon.
     */
    public static Quantile fromBytes(byte[] bytes) {
        return new Quantile(read(Kind.QUANTILE, bytes));
    }

    @Override
    Kind kind() {
        return Kind.QUANTILE;
    }
}
