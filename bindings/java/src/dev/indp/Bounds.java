package dev.indp;

import java.util.Objects;

/**
 * Finds bounds of the values in the data, by two searches from the outermost edges towards a public
 * centre. They are for columns about which nothing is known. Bounds that you know are better: they
 * cost nothing and give smaller errors.
 */
public final class Bounds extends NumberState<Bounds> {
    private static final long serialVersionUID = 1L;

    Bounds(byte[] bytes) {
        super(bytes);
    }

    /** Takes 0 as the centre, which suits most columns. */
    public Bounds(long rowsPerPerson) {
        this(rowsPerPerson, 0.0);
    }

    /**
     * The edges are, on both sides of the centre, the numbers at a distance of 2^k times 1, 1.25,
     * 1.5 and 1.75 for k from -32 to 62, and of 2^63. The centre is a public number near which
     * values are expected. rowsPerPerson is the largest number of rows that one person has. The
     * caller guarantees it; the library cannot check it.
     */
    public Bounds(long rowsPerPerson, double centre) {
        super(make(null, centre, rowsPerPerson));
    }

    /**
     * The edges are 1 to 2^20 - 2 finite numbers in ascending order. They must be public, so never
     * take them from the data.
     */
    public Bounds(long rowsPerPerson, double centre, double[] edges) {
        super(make(some(edges), centre, rowsPerPerson));
    }

    /** Refuses an empty array and null, which the library takes for the edges without a list. */
    private static double[] some(double[] edges) {
        if (Objects.requireNonNull(edges).length == 0) {
            throw new IndpException(Status.EDGES);
        }
        return edges;
    }

    private static byte[] make(double[] edges, double centre, long rowsPerPerson) {
        byte[] state = new byte[(int) Native.boundsSize(edges, centre)];
        Native.boundsInit(state, edges, centre, positive(rowsPerPerson, Status.ROWS_PER_PERSON));
        return state;
    }

    /**
     * Reads a state. The same bytes can be read several times. Each of the resulting states can be
     * released, and each release costs its own epsilon.
     */
    public static Bounds fromBytes(byte[] bytes) {
        byte[] state = read(Kind.HISTOGRAM, bytes);
        if (!areIn(state)) {
            throw new IndpException(Status.STATE);
        }
        return new Bounds(state);
    }

    /** Whether bounds can be released from a live state of the kind HISTOGRAM. */
    static boolean areIn(byte[] state) {
        try {
            Native.stateCanReleaseBounds(state, 1, 0);
        } catch (IndpException e) {
            return e.status() != Status.STATE;
        }
        return true;
    }

    /**
     * Releases the bounds, which is possible only once and costs epsilon for both together. About
     * 27 * rowsPerPerson / epsilon rows usually lie beyond each bound; for n edges of your own
     * these are about rowsPerPerson * (ln(n) + 20.1) / epsilon rows. What is computed from values
     * clamped to the bounds has a bias from those rows. A side with too few rows has no bound, and
     * gives the centre. If the call throws, the state can still be released.
     *
     * @return null if both sides have too few rows, which cannot be told from a column without rows
     */
    public Extent release(double epsilon) {
        return release(epsilon, null);
    }

    public synchronized Extent release(double epsilon, Options options) {
        try (NativeOptions c = new NativeOptions(options)) {
            return once(state -> {
                double[] found = Native.stateReleaseBounds(state, epsilon, c.address);
                return found[2] == 0 ? null : new Extent(found[0], found[1]);
            });
        }
    }

    /**
     * Throws if the public parameters would make release fail, or if the state was released before.
     * Releases nothing.
     */
    public void canRelease(double epsilon) {
        canRelease(epsilon, null);
    }

    public synchronized void canRelease(double epsilon, Options options) {
        try (NativeOptions c = new NativeOptions(options)) {
            Native.stateCanReleaseBounds(idle(), epsilon, c.address);
        }
    }

    @Override
    Kind kind() {
        return Kind.HISTOGRAM;
    }
}
