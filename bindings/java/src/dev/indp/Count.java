package dev.indp;

/** Counts rows. */
public final class Count extends State<Count> implements Single {
    private static final long serialVersionUID = 1L;

    private Count(byte[] bytes) {
        super(bytes);
    }

    /**
     * rowsPerPerson is the largest number of rows that one person has. The caller guarantees it;
     * the library cannot check it.
     */
    public Count(long rowsPerPerson) {
        super(Kind.COUNT.room());
        Native.countInit(bytes, positive(rowsPerPerson, Status.ROWS_PER_PERSON));
    }

    /**
     * Reads a state. The same bytes can be read several times. Each of the resulting states can be
     * released, and each release costs its own epsilon.
     */
    public static Count fromBytes(byte[] bytes) {
        return new Count(read(Kind.COUNT, bytes));
    }

    public synchronized void add() {
        Native.countAdd(idle());
    }

    public synchronized void addRows(long rows) {
        Native.countAddMany(idle(), positive(rows, Status.TOO_MANY_ROWS));
    }

    /**
     * Releases the count, which is possible only once. The result is an unbiased integer, which may
     * be negative.
     */
    public long release(double epsilon) {
        return release(epsilon, null);
    }

    public long release(double epsilon, Options options) {
        return (Long) releaseValue(epsilon, options);
    }

    /**
     * A bound, in rows, that the error of a release exceeds with probability at most alpha.
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
     * interval contains the exact count with probability at least 1 - alpha. Only the parameters of
     * this state are read.
     */
    public Interval interval(long answer, double epsilon, double alpha) {
        return interval(answer, epsilon, alpha, null);
    }

    public Interval interval(long answer, double epsilon, double alpha, Options options) {
        return around(answer, epsilon, alpha, options);
    }

    @Override
    Kind kind() {
        return Kind.COUNT;
    }
}
