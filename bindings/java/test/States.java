package dev.indp;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/**
 * Tests what is particular to the states of Java: null, serialisation, negative numbers, parts of
 * arrays and strings. The calls that all languages share are in surface/cases.
 */
final class States {
    private States() {}

    static byte[] written(Object state) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(state);
        }
        return bytes.toByteArray();
    }

    /** Releases the answer of a state that has one, the counts of a histogram, or bounds. */
    static Object answer(State<?> state, double epsilon, Options options) {
        return state instanceof Single one
                ? one.releaseValue(epsilon, options)
                : state instanceof Bounds bounds
                ? bounds.release(epsilon, options)
                : ((Histogram) state).release(epsilon, options);
    }

    /** Null is refused, and a state that was not released survives Java serialisation. */
    static <S extends State<S>> void laws(S state, Function<byte[], S> read) throws Exception {
        Check.raises(NullPointerException.class, () -> read.apply(null));
        Check.raises(NullPointerException.class, () -> state.merge(null));
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(written(state)))) {
            State<?> same = (State<?>) in.readObject();
            Check.that(Arrays.equals(same.toBytes(), state.toBytes()));
            Check.that(same.getClass() == state.getClass());
        }
        if (state instanceof Single one) {
            one.canRelease(1);
            one.canRelease(1, null);
        }
        answer(state, 1, null);
        Check.fails(Status.RELEASED, () -> written(state));
    }

    interface Bounded<S> {
        S make(double lo, double hi, long rowsPerPerson);
    }

    static <S extends AnsweringState<S>> void numbers(Bounded<S> make, Function<byte[], S> read) throws Exception {
        laws(make.make(-1, 100, 2), read);
        Check.fails(Status.ROWS_PER_PERSON, () -> make.make(0, 1, -1));
        S state = make.make(0, 1, 1);
        for (int[] part : new int[][] {{-1, 1}, {0, 4}, {3, 1}, {1, Integer.MAX_VALUE}, {0, -1}}) {
            Check.raises(IndexOutOfBoundsException.class, () -> state.addMany(new double[3], part[0], part[1]));
        }
        Check.raises(NullPointerException.class, () -> state.addMany(null));
        Check.that(state.rows() == 0);
        S same = make.make(0, 10, 1);
        S other = make.make(0, 10, 1);
        same.addMany(new double[] {9, 3, 9}, 1, 1);
        other.add(3);
        Check.that(Arrays.equals(same.toBytes(), other.toBytes()));
    }

    /** The caller may write any number of sums into the record. */
    static <S extends PartsState<S>> void parts(S state) {
        for (long rows : new long[] {0, -1}) {
            Check.fails(Status.ROWS, () -> state.accuracy(rows, 1, 0.05));
            Check.fails(Status.ROWS, () -> state.epsilonForAccuracy(rows, 0.05, 1));
        }
        state.add(5);
        Parts parts = state.releaseParts(1);
        for (long number : new long[] {-1, 0, 1, 4, Long.MAX_VALUE}) {
            Parts wrong = new Parts(parts.value(), parts.count(), number, parts.sum(), parts.scale());
            Check.fails(Status.ANSWER, () -> state.interval(wrong, 0.5));
        }
        Check.raises(NullPointerException.class, () -> state.interval(null, 0.5));
    }

    /** Numbers below 0, and null for arrays. */
    static void arguments() {
        Check.fails(Status.ROWS_PER_PERSON, () -> new Count(-1));
        Check.fails(Status.TOO_MANY_ROWS, () -> new Count(1).addRows(-1));
        Check.fails(Status.CANDIDATES, () -> new Quantile(0.5, 0, 1, 1, -1));
        Check.fails(Status.CATEGORIES, () -> Mode.accuracyWith(-1, 1, 1, 0.05, null));
        Check.fails(Status.ROWS_PER_PERSON, () -> Mode.accuracyWith(2, -1, 1, 0.05, null));
        Check.fails(Status.ROWS_PER_PERSON, () -> Mode.epsilonForAccuracyWith(2, -1, 0.05, 1, null));
        Check.fails(Status.ROWS_PER_PERSON, () -> new Mode(List.of(Category.of(1)), -1));
        Check.fails(Status.ROWS_PER_PERSON, () -> new Histogram(new double[1], -1));
        Check.raises(NullPointerException.class, () -> new Histogram(null, 1));
        Check.fails(Status.ROWS_PER_PERSON, () -> new Bounds(-1));
        Check.raises(NullPointerException.class, () -> new Bounds(1, 0, null));
        Quantile median = new Quantile(0.5, 0, 1, 1);
        Check.raises(NullPointerException.class, () -> median.releaseMany(null, 1));
        Check.raises(NullPointerException.class, () -> median.canReleaseMany(null, 1));
        Check.that(new Count(1).releaseValue(1) instanceof Long);
        Check.that(!((Object) new Histogram(new double[1], 1) instanceof Single));
        Check.that(!((Object) new Bounds(1) instanceof Single));
    }

    /** At this epsilon the noise is 0, but for a chance below 1e-100. */
    private static void finds(Extent expected, Bounds state, double row) {
        double[] rows = new double[5000];
        Arrays.fill(rows, row);
        state.addMany(rows);
        state.canRelease(1000);
        Check.that(Objects.equals(state.release(1000), expected));
        Check.fails(Status.RELEASED, () -> state.release(1000));
        Check.fails(Status.RELEASED, () -> state.canRelease(1000));
    }

    private static void bounds() {
        finds(new Extent(0, 128), new Bounds(1), 120);
        finds(new Extent(-128, 0), new Bounds(1), -120);
        finds(new Extent(100, 120), new Bounds(1, 100), 119);
        finds(null, new Bounds(1), 0);
        finds(null, new Bounds(1, 7), 7);
        finds(null, new Bounds(1), Double.NaN);
        double[] edges = {10, 50, 100};
        finds(new Extent(20, 50), new Bounds(1, 20, edges), 30);
        finds(new Extent(10, 20), new Bounds(1, 20, edges), 10);
        finds(new Extent(20, 100), new Bounds(1, 20, edges), Double.POSITIVE_INFINITY);
        finds(null, new Bounds(1, 20, edges), 20);
        Check.fails(Status.EDGES, () -> new Bounds(1, 0, new double[0]));
        Check.fails(Status.EDGES, () -> new Bounds(1, 0, new double[] {2, 1}));
        Check.fails(Status.CENTRE, () -> new Bounds(1, 5, new double[] {5}));
        Check.fails(Status.CENTRE, () -> new Bounds(1, Double.NaN));

        Bounds state = new Bounds(1);
        double[] rows = new double[5000];
        Arrays.fill(rows, 120);
        state.addMany(rows);
        Map<Options, Status> wrong = Map.of(new Options().grid(1), Status.UNUSED_GRID,
                new Options().floatPrecision(53), Status.UNUSED_PRECISION,
                new Options().selection(Selection.EXPONENTIAL), Status.UNUSED_SELECTION,
                new Options().selection(Selection.PERMUTE_AND_FLIP), Status.UNUSED_SELECTION);
        wrong.forEach((options, status) -> {
            Check.fails(status, () -> state.canRelease(1, options));
            Check.fails(status, () -> state.release(1, options));
        });
        Extent found = state.release(0.5, new Options().insecureSeed(3));
        Check.that(new Extent(0, 128).equals(found));
    }

    /** Histograms and bounds are states of one kind, but of two classes. */
    private static void classes() {
        byte[] cells = new Histogram(new double[] {1}, 1).toBytes();
        Check.fails(Status.STATE, () -> Bounds.fromBytes(cells));
        // 1 is too small an epsilon for the second of these, and nobody can release the third.
        for (long rowsPerPerson : new long[] {1, 1L << 53, Long.MAX_VALUE}) {
            byte[] bytes = new Bounds(rowsPerPerson).toBytes();
            Check.fails(Status.STATE, () -> Histogram.fromBytes(bytes));
            Check.that(Arrays.equals(Bounds.fromBytes(bytes).toBytes(), bytes));
            Check.that(State.fromBytes(bytes) instanceof Bounds);
        }
    }

    /** A string with an unpaired surrogate is refused as a candidate, and ignored as a row. */
    static void surrogates() {
        for (String lone : new String[] {"\ud800", "\udc00", "a\ud800b", "\udc00\ud800", "\ud83d\ude00\ud83d"}) {
            List<Category> candidates = List.of(Category.of("a"), Category.of(lone));
            Check.raises(IllegalArgumentException.class, () -> new Mode(candidates, 1));
            Check.that(Category.of(lone).text().equals(lone) && Category.of(lone).equals(Category.of(lone)));
            String replaced = lone.replaceAll("[\ud800-\udfff]", "?");
            Check.that(!Category.of(lone).equals(Category.of(replaced)) && !Category.of(lone).equals(Category.of("\ud801")));
            Mode mode = new Mode(List.of(Category.of("?"), Category.of("a?b"), Category.of("??"), Category.of("\ud83d\ude00?"),
                    Category.of("\ufffd"), Category.of("\ud83d\ude00")), 1);
            mode.add(lone);
            mode.add(Category.of(lone));
            Check.that(mode.rows() == 0);
            mode.add("\ud83d\ude00");
            Check.that(mode.rows() == 1);
            mode.release(1);
            Check.fails(Status.RELEASED, () -> mode.add(lone));
            Check.fails(Status.RELEASED, () -> mode.add(Category.of(lone)));
        }
    }

    /** Of several threads that release one state, exactly one succeeds. */
    private static void once() throws Exception {
        Histogram state = new Histogram(new double[] {0, 1}, 1);
        AtomicInteger released = new AtomicInteger();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 16; i++) {
            threads.add(new Thread(() -> {
                try {
                    state.release(1);
                    released.incrementAndGet();
                } catch (IndpException e) {
                    Check.that(e.status() == Status.RELEASED);
                }
            }));
        }
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }
        Check.that(released.get() == 1);
    }

    /** State.fromBytes must read a state of any kind, and refuse other bytes. */
    static void anyKind() {
        List<State<?>> all = List.of(new Count(2), new Sum(0, 9, 1), new Mean(0, 9, 1), new Variance(0, 9, 1), new StdDev(0, 9, 1),
                new Quantile(0.5, 0, 9, 1), new Mode(List.of(Category.of("a")), 1), new Histogram(new double[] {1, 2}, 1),
                new Bounds(1));
        Check.that(all.size() == Kind.values().length + 1); // bounds are of the kind HISTOGRAM
        for (State<?> state : all) {
            byte[] bytes = state.toBytes();
            State<?> read = State.fromBytes(bytes);
            Check.that(read.getClass() == state.getClass() && Arrays.equals(read.toBytes(), bytes));
            Check.fails(Status.STATE, () -> State.fromBytes(Arrays.copyOf(bytes, bytes.length - 1)));
        }
        for (int length : new int[] {0, 7, 8, 100}) {
            Check.fails(Status.STATE, () -> State.fromBytes(new byte[length]));
        }
        Check.raises(NullPointerException.class, () -> State.fromBytes(null));
    }

    public static void main(String[] args) throws Exception {
        anyKind();
        laws(new Count(2), Count::fromBytes);
        numbers(Sum::new, Sum::fromBytes);
        numbers(Mean::new, Mean::fromBytes);
        numbers(Variance::new, Variance::fromBytes);
        numbers(StdDev::new, StdDev::fromBytes);
        laws(new Quantile(0.5, 0, 1000, 2), Quantile::fromBytes);
        laws(new Mode(List.of(Category.of("gut"), Category.of(7)), 2), Mode::fromBytes);
        laws(new Histogram(new double[] {-1, 0}, 2), Histogram::fromBytes);
        laws(new Bounds(2), Bounds::fromBytes);
        parts(new Mean(0, 10, 1));
        parts(new Variance(0, 10, 1));
        parts(new StdDev(0, 10, 1));
        arguments();
        bounds();
        classes();
        surrogates();
        once();
        Check.done();
    }
}
