package dev.indp;

/** The quantile q of values clamped to [lo, hi]. Its memory grows with its rows. */
public final class Quantile extends AnsweringState<Quantile> {
    private static final long serialVersionUID = 1L;

    private Quantile(byte[] bytes) {
        super(bytes);
    }

    /** q is from 0 (minimum) to 1 (maximum). The library chooses the candidates. */
    public Quantile(double q, double lo, double hi, long rowsPerPerson) {
        this(q, lo, hi, rowsPerPerson, 0);
    }

    /**
     * candidates is the largest number of public candidates. If it is 0, the library chooses the
     * number.
     */
    public Quantile(double q, double lo, double hi, long rowsPerPerson, long candidates) {
        super(Kind.QUANTILE.room());
        Native.quantileInit(bytes, q, lo, hi, candidates, positive(rowsPerPerson, Status.ROWS_PER_PERSON));
    }

    /**
     * Reads a state. The same bytes can be read several times. Each of the resulting states can be
     * released, and each release costs its own epsilon.
     */
    public static Quantile fromBytes(byte[] bytes) {
        return new Quantile(read(Kind.QUANTILE, bytes));
    }

    /**
     * Releases several quantiles. epsilon is the privacy loss of all of them together. A state can
     * be released only once. The answers have the order of q. The q of the constructor is ignored.
     */
    public double[] releaseMany(double[] q, double epsilon) {
        return releaseMany(q, epsilon, null);
    }

    public synchronized double[] releaseMany(double[] q, double epsilon, Options options) {
        double[] out = new double[q.length];
        try (NativeOptions c = new NativeOptions(options)) {
            return once(state -> {
                Native.quantileReleaseMany(state, q, epsilon, c.address, out);
                return out;
            });
        }
    }

    /**
     * Throws if the public parameters would make releaseMany fail, or if the state was released
     * before. Releases nothing.
     */
    public void canReleaseMany(double[] q, double epsilon) {
        canReleaseMany(q, epsilon, null);
    }

    public synchronized void canReleaseMany(double[] q, double epsilon, Options options) {
        java.util.Objects.requireNonNull(q);
        try (NativeOptions c = new NativeOptions(options)) {
            Native.quantileCanReleaseMany(idle(), q, epsilon, c.address);
        }
    }

    /**
     * A bound, in ranks, that the error of a release exceeds with probability at most alpha. The
     * error of a minimum or maximum is the number of rows beyond the answer.
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

    @Override
    Kind kind() {
        return Kind.QUANTILE;
    }
}
