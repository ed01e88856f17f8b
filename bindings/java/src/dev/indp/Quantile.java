package dev.indp;

/** The quantile q of values clamped to [lo, hi]. Its memory grows with its rows. */
public final class Quantile extends NumberState<Quantile> {
    private static final long serialVersionUID = 1L;

    private Quantile(byte[] bytes) {
        super(bytes);
    }

    /** q is from 0 (minimum) to 1 (maximum). */
    public Quantile(double q, double lo, double hi, long rowsPerPerson) {
        this(q, lo, hi, rowsPerPerson, 0);
    }

    /** Also chooses the largest number of public candidates; 0 stands for the default. */
    public Quantile(double q, double lo, double hi, long rowsPerPerson, long candidates) {
        super(Kind.QUANTILE.room());
        Native.quantileInit(bytes, q, lo, hi, candidates, positive(rowsPerPerson, Status.ROWS_PER_PERSON));
    }

    /** Reads a state; each one read from the same bytes costs its epsilon when it is released. */
    public static Quantile fromBytes(byte[] bytes) {
        return new Quantile(read(Kind.QUANTILE, bytes));
    }

    @Override
    Kind kind() {
        return Kind.QUANTILE;
    }
}
