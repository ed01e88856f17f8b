package dev.indp;

import java.io.ObjectStreamException;
import java.io.Serializable;
import java.util.Arrays;
import java.util.function.LongSupplier;

/**
 * The exact state of an aggregate over the rows of one group. It can be released only once. It lies
 * in an array on the Java heap, so it need not be closed. The object and its serialised bytes are
 * raw private data.
 *
 * @param <S> the kind of state
 */
public abstract class State<S extends State<S>> implements Serializable {
    private static final long serialVersionUID = 1L;

    /** Supplies the number of rows for {@link #add} if the call adds one row. */
    static final LongSupplier ONE = () -> 1;

    transient byte[] bytes;

    /** Whether a release of this state is running. */
    private transient boolean releasing;

    State(byte[] bytes) {
        this.bytes = bytes;
    }

    /** A call that releases a state, given as its bytes. */
    interface Releasing<T> {
        T of(byte[] state);
    }

    /**
     * Returns the bytes. Throws while a release of this state is running. The bytes are then still
     * those of a live state, and the entropy callback of the release runs on the thread that has
     * the lock, so the callback could copy the bytes or add rows.
     */
    synchronized byte[] idle() {
        if (releasing) {
            throw new IndpException(Status.BUSY);
        }
        return bytes;
    }

    /** Runs a release. Refuses if a release of this state is running. */
    synchronized <T> T once(Releasing<T> release) {
        byte[] state = idle();
        releasing = true;
        try {
            return release.of(state);
        } finally {
            releasing = false;
        }
    }

    /** A call that adds rows. */
    interface Adding {
        void to(byte[] state);
    }

    /**
     * Adds rows. If they do not fit, enlarges the memory and repeats the call. Only a quantile
     * needs this.
     */
    void add(LongSupplier rows, Adding call) {
        try {
            call.to(idle());
        } catch (IndpException e) {
            if (e.status() != Status.CAPACITY) {
                throw e;
            }
            grow(rows.getAsLong());
            call.to(bytes);
        }
    }

    private void grow(long rows) {
        long room = Native.stateRoom(bytes, rows);
        byte[] longer = Arrays.copyOf(bytes, (int) Math.max(room, bytes.length));
        Native.stateResized(longer, longer.length);
        bytes = longer;
    }

    /**
     * Adds the rows of another state with the same parameters. The other state may be this state
     * itself.
     */
    public void merge(S other) {
        // Only one state is locked at a time, so that two threads cannot wait for each other.
        byte[] rows = other.snapshot();
        synchronized (this) {
            add(() -> Native.stateRows(rows), state -> Native.stateMerge(state, rows));
        }
    }

    /**
     * Throws if {@link #merge} would refuse the other state: because its parameters differ, or
     * because either state was released. Merges nothing.
     */
    public void checkCompatible(S other) {
        byte[] rows = other.snapshot();
        synchronized (this) {
            Native.stateCompatible(idle(), rows);
        }
    }

    synchronized byte[] snapshot() {
        return idle().clone();
    }

    /** The exact number of rows, which is PRIVATE. */
    public synchronized long rows() {
        return Native.stateRows(bytes);
    }

    /** The contribution bound that the caller guaranteed. */
    public synchronized long rowsPerPerson() {
        return Native.stateRowsPerPerson(bytes);
    }

    /** The number of bytes of the serialised state. */
    public synchronized int size() {
        return Math.toIntExact(Native.stateSize(bytes));
    }

    /**
     * Serialises a state that was not released. Equal rows and parameters give equal bytes on every
     * machine.
     */
    public synchronized byte[] toBytes() {
        byte[] out = new byte[size()];
        Native.stateSerialise(idle(), out);
        return out;
    }

    /**
     * Reads a state of any kind. The same bytes can be read several times. Every release of a state
     * read from them costs its epsilon.
     */
    public static State<?> fromBytes(byte[] bytes) {
        int code = bytes.length < 8 ? 0 : Native.stateKind(bytes);
        for (Kind kind : Kind.values()) {
            if (kind.code == code) {
                return of(kind, bytes);
            }
        }
        throw new IndpException(Status.STATE);
    }

    /** Reads a state of one kind, as an object of the class that made it. */
    static State<?> of(Kind kind, byte[] bytes) {
        if (kind != Kind.HISTOGRAM) {
            return kind.read.apply(bytes);
        }
        byte[] state = read(kind, bytes);
        return Bounds.areIn(state) ? new Bounds(state) : new Histogram(state);
    }

    /** Reads a state of one kind. Any bytes are safe to pass. */
    static byte[] read(Kind kind, byte[] bytes) {
        return Native.stateRead(kind.code, java.util.Objects.requireNonNull(bytes));
    }

    synchronized void checkAnswer(double epsilon, Options options) {
        try (NativeOptions c = new NativeOptions(options)) {
            Native.stateCanRelease(bytes, epsilon, c.address);
        }
    }

    synchronized Object answer(double epsilon, Options options) {
        double[] real = new double[1];
        long[] answer = new long[5];
        try (NativeOptions c = new NativeOptions(options)) {
            return once(state -> {
                Native.stateReleaseValue(state, epsilon, c.address, real, answer);
                return switch ((int) answer[0]) {
                    case 1 -> real[0];
                    case 2 -> answer[1];
                    default -> Category.of(state, answer);
                };
            });
        }
    }

    /** The number of cells of a histogram, or of candidates of a mode. */
    synchronized int numberOfCounts() {
        return (int) Native.stateCounts(bytes);
    }

    synchronized long[] counts(double epsilon, Options options) {
        try (NativeOptions c = new NativeOptions(options)) {
            return once(state -> {
                long[] out = new long[numberOfCounts()];
                Native.stateReleaseCounts(state, epsilon, c.address, out);
                return out;
            });
        }
    }

    synchronized void checkCounts(double epsilon, Options options) {
        try (NativeOptions c = new NativeOptions(options)) {
            Native.stateCanReleaseCounts(idle(), epsilon, c.address);
        }
    }

    synchronized double releaseNumber(double epsilon, Options options) {
        try (NativeOptions c = new NativeOptions(options)) {
            return once(state -> Native.stateRelease(state, epsilon, c.address));
        }
    }

    synchronized double expected(long rows, double epsilon, double alpha, Options options) {
        try (NativeOptions c = new NativeOptions(options)) {
            return Native.stateAccuracy(idle(), rows, epsilon, alpha, c.address);
        }
    }

    synchronized double needed(long rows, double alpha, double r, Options options) {
        try (NativeOptions c = new NativeOptions(options)) {
            return Native.stateEpsilonForAccuracy(idle(), rows, alpha, r, c.address);
        }
    }

    synchronized Interval around(double answer, double epsilon, double alpha, Options options) {
        try (NativeOptions c = new NativeOptions(options)) {
            return Interval.of(Native.stateInterval(idle(), answer, epsilon, alpha, c.address));
        }
    }

    abstract Kind kind();

    /** Java serialisation writes the bytes of toBytes(), and checks bytes that it reads. */
    Object writeReplace() throws ObjectStreamException {
        return new Travelling(kind(), toBytes());
    }

    private void readObject(java.io.ObjectInputStream in) throws java.io.InvalidObjectException {
        throw new java.io.InvalidObjectException("the stream does not hold a state that Java serialisation wrote");
    }

    static long positive(long number, Status status) {
        if (number < 0) {
            throw new IndpException(status);
        }
        return number;
    }
}
