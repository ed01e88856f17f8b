package dev.indp;

/** Counts rows. */
public final class Count extends State<Count> {
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
     * Reads a state. The same bytes can be read several times. Every release of a state read from
     * them costs its epsilon.
     */
    public static Count fromBytes(byte[] bytes) {
        return new Count(read(Kind.COUNT, bytes));
    }

    public synchronized void add() {
        Native.countAdd(bytes);
    }

    public synchronized void addRows(long rows) {
        Native.countAddMany(bytes, positive(rows, Status.TOO_MANY_ROWS));
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

    /** A bound, in rows, that the error of a release exceeds with probability at most alpha. */
    public double accuracy(double epsilon, double alpha) {
        return accuracy(epsilon, alpha, null);
    }

    public synchronized double accuracy(double epsilon, double alpha, Options options) {
        try (NativeOptions c = new NativeOptions(options)) {
            return Native.countAccuracy(bytes, epsilon, alpha, c.address);
        }
    }

    @Override
    Kind kind() {
        return Kind.COUNT;
    }
}
