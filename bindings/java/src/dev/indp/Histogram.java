package dev.indp;

/** Counts the rows in each of the cells that public edges separate. */
public final class Histogram extends NumberState<Histogram> {
    private static final long serialVersionUID = 1L;

    Histogram(byte[] bytes) {
        super(bytes);
    }

    /**
     * Takes 1 to 2^20 finite edges in ascending order. They must be public, so never take them from
     * the data. n edges make n + 2 cells, in this order: values below the first edge; n - 1 cells,
     * each from an edge up to, but not including, the next edge; values from the last edge on; NaN.
     */
    public Histogram(double[] edges, long rowsPerPerson) {
        super(make(edges, rowsPerPerson));
    }

    private static byte[] make(double[] edges, long rowsPerPerson) {
        byte[] state = new byte[(int) Native.histogramSize(edges.length)];
        Native.histogramInit(state, edges, positive(rowsPerPerson, Status.ROWS_PER_PERSON));
        return state;
    }

    /**
     * Reads a state. The same bytes can be read several times. Each of the resulting states can be
     * released, and each release costs its own epsilon.
     */
    public static Histogram fromBytes(byte[] bytes) {
        byte[] state = read(Kind.HISTOGRAM, bytes);
        if (Bounds.areIn(state)) {
            throw new IndpException(Status.STATE);
        }
        return new Histogram(state);
    }

    public synchronized double[] edges() {
        double[] out = new double[(int) Native.histogramEdges(bytes)];
        for (int i = 0; i < out.length; i++) {
            out[i] = Native.histogramEdge(bytes, i);
        }
        return out;
    }

    /** The number of cells, which is the number of counts. */
    public int cells() {
        return numberOfCounts();
    }

    /**
     * Releases the counts of all cells, which is possible only once and costs epsilon in total. The
     * counts are unbiased and may be negative. If the call throws, the state can still be released.
     */
    public long[] release(double epsilon) {
        return release(epsilon, null);
    }

    public long[] release(double epsilon, Options options) {
        return counts(epsilon, options);
    }

    /**
     * Throws if the public parameters would make release fail, or if the state was released before.
     * Releases nothing.
     */
    public void canRelease(double epsilon) {
        canRelease(epsilon, null);
    }

    public void canRelease(double epsilon, Options options) {
        checkCounts(epsilon, options);
    }

    /**
     * A bound, in rows, that the error of each single count exceeds with probability at most alpha.
     */
    public double accuracy(double epsilon, double alpha) {
        return accuracy(epsilon, alpha, null);
    }

    public double accuracy(double epsilon, double alpha, Options options) {
        return expected(0, epsilon, alpha, options);
    }

    /**
     * The smallest epsilon at which the error of each single count exceeds r with probability at
     * most alpha.
     */
    public double epsilonForAccuracy(double alpha, double r) {
        return epsilonForAccuracy(alpha, r, null);
    }

    public double epsilonForAccuracy(double alpha, double r, Options options) {
        return needed(0, alpha, r, options);
    }

    @Override
    Kind kind() {
        return Kind.HISTOGRAM;
    }
}
