package dev.indp;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/** Tests every aggregate and every operation of a state. */
final class States {
    private States() {}

    static Options seeded() {
        return new Options().insecureSeed(3);
    }

    static byte[] written(Object state) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(state);
        }
        return bytes.toByteArray();
    }

    /** Releases the answer of a state that has one, or the counts of a histogram. */
    static Object answer(State<?> state, double epsilon, Options options) {
        return state instanceof Single one
                ? one.releaseValue(epsilon, options)
                : ((Histogram) state).release(epsilon, options);
    }

    static void canAnswer(State<?> state, double epsilon, Options options) {
        if (state instanceof Single one) {
            one.canRelease(epsilon, options);
        } else {
            ((Histogram) state).canRelease(epsilon, options);
        }
    }

    /** Checks what must hold for a state of every kind. */
    static <S extends State<S>> void laws(Supplier<S> empty, Consumer<S> add, Function<byte[], S> read) throws Exception {
        S all = empty.get();
        S left = empty.get();
        S right = empty.get();
        S twice = empty.get();
        for (S state : List.of(all, all, left, right, twice)) {
            add.accept(state);
        }
        left.checkCompatible(right);
        left.merge(right);
        twice.merge(twice);
        Check.that(Arrays.equals(left.toBytes(), all.toBytes()) && Arrays.equals(twice.toBytes(), all.toBytes()));
        Check.that(left.size() == all.toBytes().length && left.rows() == all.rows() && left.rowsPerPerson() == 2);

        S arrived = read.apply(all.toBytes());
        Check.that(Objects.deepEquals(answer(arrived, 1, seeded()), answer(all, 1, seeded())));
        Check.fails(Status.RELEASED, () -> add.accept(arrived));
        Check.fails(Status.RELEASED, () -> answer(arrived, 1, null));
        Check.fails(Status.RELEASED, () -> arrived.toBytes());
        Check.fails(Status.RELEASED, () -> left.merge(arrived));
        Check.fails(Status.RELEASED, () -> left.checkCompatible(arrived));

        byte[] forged = left.toBytes();
        for (int length = 0; length < forged.length; length++) {
            byte[] part = Arrays.copyOf(forged, length);
            Check.fails(Status.STATE, () -> read.apply(part));
        }
        forged[5] ^= 0x40;
        Check.fails(Status.STATE, () -> read.apply(forged));
        Check.raises(NullPointerException.class, () -> read.apply(null));
        Check.raises(NullPointerException.class, () -> left.merge(null));

        // A state must survive Java serialisation.
        byte[] stream = written(left);
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(stream))) {
            Check.that(Arrays.equals(((State<?>) in.readObject()).toBytes(), left.toBytes()));
        }
        Check.fails(Status.RELEASED, () -> written(arrived));

        canAnswer(left, 1, null);
        canAnswer(left, 1, seeded());
        for (double epsilon : new double[] {0, -1, Double.NaN, Double.POSITIVE_INFINITY}) {
            Check.fails(Status.EPSILON, () -> canAnswer(left, epsilon, null));
            Check.fails(Status.EPSILON, () -> answer(left, epsilon, null));
        }
        Check.that(Arrays.equals(left.toBytes(), twice.toBytes()));
        answer(left, 1, null);
        Check.fails(Status.RELEASED, () -> answer(left, 1, null));
    }

    interface Bounded<S> {
        S make(double lo, double hi, long rowsPerPerson, double grid);
    }

    static <S extends AnsweringState<S>> void numbers(Bounded<S> make, Function<byte[], S> read)
            throws Exception {
        laws(() -> make.make(-1, 100, 2, 0), state -> {
            state.add(1.5);
            state.addInteger(7);
            state.addMany(new double[] {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, 1e300});
            state.addMany(new double[0]);
            state.addMany(new double[] {9, 3, 9}, 1, 1);
        }, read);
        Check.fails(Status.LO, () -> make.make(Double.NaN, 1, 1, 0));
        Check.fails(Status.HI, () -> make.make(0, Double.POSITIVE_INFINITY, 1, 0));
        Check.fails(Status.RANGE, () -> make.make(1, 1, 1, 0));
        Check.fails(Status.ROWS_PER_PERSON, () -> make.make(0, 1, 0, 0));
        Check.fails(Status.ROWS_PER_PERSON, () -> make.make(0, 1, -1, 0));
        Check.fails(Status.GRID, () -> make.make(0, 1, 1, 0.3));
        S fine = make.make(0, 1, 1, 0);
        Check.fails(Status.STATE_MISMATCH, () -> make.make(0, 1, 1, 0.5).merge(fine));
        for (int[] part : new int[][] {{-1, 1}, {0, 4}, {3, 1}, {1, Integer.MAX_VALUE}, {0, -1}}) {
            Check.raises(IndexOutOfBoundsException.class, () -> fine.addMany(new double[3], part[0], part[1]));
        }
        Check.raises(NullPointerException.class, () -> fine.addMany(null));
        Check.that(fine.rows() == 0);
    }

    static <S extends PartsState<S>> void parts(S one, S same, int number) {
        for (S state : List.of(one, same)) {
            state.addMany(new double[] {1, 2, 3, 4});
        }
        Parts parts = one.releaseParts(4, seeded());
        Check.that(parts.value() == same.release(4, seeded()) && parts.number() == number && parts.scale() > 0);
        Check.that(parts.sum().length == 3 && parts.sum()[1] != 0);
        Check.fails(Status.RELEASED, () -> one.releaseParts(4));
    }

    static void quantiles() throws Exception {
        laws(() -> new Quantile(0.5, 0, 1000, 2), state -> {
            for (int i = 0; i < 50; i++) {
                state.add(i);
            }
            state.addMany(new double[500]);
            state.addInteger(3);
        }, Quantile::fromBytes);
        Quantile large = new Quantile(1, 0, 1, 1, 1 << 20);
        Quantile more = new Quantile(1, 0, 1, 1, 1 << 20);
        large.addMany(new double[300000]);
        more.addMany(new double[3000000]);
        large.merge(more);
        Check.that(large.rows() == 3300000 && large.release(1) < 0.1);
        Check.fails(Status.QUANTILE, () -> new Quantile(1.5, 0, 1, 1));
        Check.fails(Status.CANDIDATES, () -> new Quantile(0.5, 0, 1, 1, 1));
        Check.fails(Status.CANDIDATES, () -> new Quantile(0.5, 0, 1, 1, -1));
        Check.fails(Status.UNUSED_GRID, () -> new Quantile(0.5, 0, 1, 1).release(1, new Options().grid(1)));
    }

    static void near(double value, double expected) {
        Check.that(Math.abs(value - expected) <= 0.02 * expected);
    }

    interface Accuracy {
        double of(double epsilon, double alpha, Options options);
    }

    interface Needed {
        double of(double alpha, double r, Options options);
    }

    /**
     * Checks an error bound that depends only on parameters. `known` is the expected bound for
     * epsilon = 1 and alpha = 0.05.
     */
    static void predicted(double known, Accuracy accuracy, Needed needed) {
        double r = accuracy.of(1, 0.05, null);
        near(r, known);
        Check.that(accuracy.of(1, 0.01, seeded()) > r);
        double epsilon = needed.of(0.05, r, null);
        Check.that(epsilon <= 1 && accuracy.of(epsilon, 0.05, null) <= r && needed.of(0.05, r, seeded()) == epsilon);
        Check.fails(Status.ALPHA, () -> accuracy.of(1, 1, null));
        Check.fails(Status.EPSILON, () -> accuracy.of(0, 0.5, null));
        Check.fails(Status.ACCURACY, () -> needed.of(0.5, 0, null));
        Check.fails(Status.UNUSED_MIN_RETRIES, () -> accuracy.of(1, 0.5, new Options().minRetries(3)));
        Check.fails(Status.UNUSED_MIN_RETRIES, () -> needed.of(0.5, r, new Options().minRetries(3)));
    }

    static void errors() {
        Count count = new Count(1);
        Sum sum = new Sum(0, 10, 1);
        Quantile median = new Quantile(0.5, 0, 100, 1);
        Mode mode = new Mode(IntStream.range(0, 10).mapToObj(Category::of).toList(), 1);
        predicted(3, count::accuracy, count::epsilonForAccuracy);
        predicted(29.96, sum::accuracy, sum::epsilonForAccuracy);
        predicted(6.5, median::accuracy, median::epsilonForAccuracy);
        predicted(4, mode::accuracy, mode::epsilonForAccuracy);
        Histogram cells = new Histogram(new double[1], 1);
        predicted(3, cells::accuracy, cells::epsilonForAccuracy);
        Check.that(cells.accuracy(1, 0.05) == 3 && cells.epsilonForAccuracy(0.05, 3) <= 1);
        predicted(4, (epsilon, alpha, options) -> Mode.accuracyWith(10, 1, epsilon, alpha, options),
                (alpha, r, options) -> Mode.epsilonForAccuracyWith(10, 1, alpha, r, options));
        Check.that(count.accuracy(1, 0.05) == 3 && median.accuracy(1, 0.05) > 6 && mode.accuracy(1, 0.05) == 4);
        Check.that(count.epsilonForAccuracy(0.05, 3) <= 1 && sum.epsilonForAccuracy(0.05, 30) <= 1);
        Check.that(median.epsilonForAccuracy(0.05, 7) <= 1 && mode.epsilonForAccuracy(0.05, 4) <= 1 && sum.accuracy(1, 0.05) < 30);
        Check.fails(Status.CATEGORIES, () -> Mode.accuracyWith(-1, 1, 1, 0.05, null));
        Check.fails(Status.ROWS_PER_PERSON, () -> Mode.accuracyWith(2, -1, 1, 0.05, null));
        Check.fails(Status.ROWS_PER_PERSON, () -> Mode.epsilonForAccuracyWith(2, -1, 0.05, 1, null));
        Check.that(count.interval(10, 1, 0.05).equals(new Interval(7, 13)));
        Check.that(count.interval(640, 1, 0.05, new Options().grid(64)).low() < 610);
        Interval around = sum.interval(100, 1, 0.05);
        Check.that(around.low() > 69.9 && around.low() < 71 && around.equals(sum.interval(100, 1, 0.05, seeded())));
        Check.fails(Status.ANSWER, () -> sum.interval(Double.NaN, 1, 0.05));
        Check.fails(Status.ALPHA, () -> count.interval(1, 1, 0));
    }

    static <S extends PartsState<S>> void errorsOfRows(S state, double exact, PartsState<?> other) {
        double r = state.accuracy(1000, 1, 0.05);
        Check.that(r > 0 && r < state.accuracy(100, 1, 0.05) && state.accuracy(1000, 1, 0.05, seeded()) == r);
        double epsilon = state.epsilonForAccuracy(1000, 0.05, r);
        Check.that(epsilon <= 1 && state.epsilonForAccuracy(1000, 0.05, r, seeded()) == epsilon);
        for (long rows : new long[] {0, -1}) {
            Check.fails(Status.ROWS, () -> state.accuracy(rows, 1, 0.05));
            Check.fails(Status.ROWS, () -> state.epsilonForAccuracy(rows, 0.05, r));
        }
        state.addMany(IntStream.rangeClosed(0, 1000).mapToDouble(i -> i / 100.0).toArray());
        Parts parts = state.releaseParts(1);
        Interval wide = state.interval(parts, 1e-9);
        Interval narrow = state.interval(parts, 0.5);
        Check.that(wide.low() <= exact && exact <= wide.high()); // false with probability at most 1e-9
        Check.that(wide.low() < narrow.low() && narrow.low() <= parts.value());
        Check.that(parts.value() <= narrow.high() && narrow.high() < wide.high());
        Check.fails(Status.ALPHA, () -> state.interval(parts, 1));
        Check.fails(Status.ANSWER, () -> other.interval(parts, 0.5));
        for (long number : new long[] {-1, 0, 1, 4, Long.MAX_VALUE}) {
            Parts wrong = new Parts(parts.value(), parts.count(), number, parts.sum(), parts.scale());
            Check.fails(Status.ANSWER, () -> state.interval(wrong, 0.5));
        }
        Check.raises(NullPointerException.class, () -> state.interval(null, 0.5));
    }

    static Quantile filled() {
        Quantile state = new Quantile(0.5, 0, 100, 1);
        state.addMany(IntStream.range(0, 2020).mapToDouble(i -> i % 101).toArray());
        return state;
    }

    static void severalQuantiles() {
        Quantile state = filled();
        double[] one = {0.5};
        double[] wrong = {0.5, 2};
        state.canReleaseMany(new double[] {0.75, 0.25}, 20);
        Check.fails(Status.QUANTILE, () -> state.canReleaseMany(wrong, 20));
        Check.fails(Status.QUANTILES, () -> state.canReleaseMany(new double[0], 20));
        Check.fails(Status.UNUSED_GRID, () -> state.canReleaseMany(one, 20, new Options().grid(1)));
        Check.fails(Status.QUANTILE, () -> state.releaseMany(wrong, 20));
        Check.raises(NullPointerException.class, () -> state.releaseMany(null, 1));
        Check.raises(NullPointerException.class, () -> state.canReleaseMany(null, 1));
        double[] q = state.releaseMany(new double[] {0.75, 0.25, 0.5, 0.25}, 20);
        // Each answer is off by more than 10 with probability below 1e-9.
        Check.that(q.length == 4 && Math.abs(q[0] - 75) < 10 && Math.abs(q[2] - 50) < 10);
        Check.that(q[1] == q[3] && q[1] <= q[2] && q[2] <= q[0]);
        Check.fails(Status.RELEASED, () -> state.releaseMany(one, 1));
        Check.fails(Status.RELEASED, () -> state.canReleaseMany(one, 1));
        Check.that(filled().releaseMany(one, 0.5, seeded())[0] == filled().release(0.5, seeded()));
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

    static void modes() throws Exception {
        List<Category> candidates =
                List.of(Category.of("gut"), Category.of(7), Category.of("schön"), Category.of(-1), Category.of(""));
        laws(() -> new Mode(candidates, 2), state -> {
            state.add("gut");
            state.add(7);
            state.add("gut\0"); // not a candidate
            state.add(Category.of(""));
        }, Mode::fromBytes);
        Mode mode = new Mode(candidates, 2);
        Check.that(mode.candidates().equals(
                List.of(Category.of(-1), Category.of(7), Category.of(""), Category.of("gut"), Category.of("schön"))));
        for (int i = 0; i < 1000; i++) {
            mode.add("schön");
        }
        Check.that(mode.release(1).text().equals("schön"));
        Check.fails(Status.CATEGORIES, () -> new Mode(List.of(), 1));
        Check.fails(Status.CATEGORIES, () -> new Mode(List.of(Category.of(1), Category.of(1)), 1));
        Check.fails(Status.ROWS_PER_PERSON, () -> new Mode(candidates, -1));
        Category[] many = new Category[1 << 16];
        Arrays.setAll(many, Category::of);
        Check.that(new Mode(Arrays.asList(many), 1).candidates().size() == many.length);
    }

    static void counts() throws Exception {
        laws(() -> new Count(2), state -> {
            state.add();
            state.addRows(5);
        }, Count::fromBytes);
        Check.fails(Status.ROWS_PER_PERSON, () -> new Count(0));
        Check.fails(Status.TOO_MANY_ROWS, () -> new Count(1).addRows(-1));
        Count full = new Count(1);
        full.addRows(Long.MAX_VALUE);
        full.addRows(Long.MAX_VALUE);
        full.add();
        Check.fails(Status.TOO_MANY_ROWS, () -> full.add());
        Count count = new Count(1);
        Check.that(count.accuracy(0.5, 0.01, new Options().grid(4)) > count.accuracy(0.5, 0.01));
        Check.fails(Status.ALPHA, () -> count.accuracy(0.5, 1));
        count.addRows(1000);
        Check.that(count.release(5) > 900);
        Count other = new Count(1);
        other.canRelease(1);
        Check.that(other.releaseValue(1) instanceof Long);
        Sum sum = new Sum(0, 10, 3);
        Check.that(sum.sensitivity() == 30 && sum.accuracy(1, 0.5) > 20);
    }

    /** State.fromBytes must read a state of any kind, and refuse other bytes. */
    static void anyKind() {
        List<State<?>> all = List.of(new Count(2), new Sum(0, 9, 1), new Mean(0, 9, 1), new Variance(0, 9, 1), new StdDev(0, 9, 1),
                new Quantile(0.5, 0, 9, 1), new Mode(List.of(Category.of("a")), 1), new Histogram(new double[] {1, 2}, 1));
        Check.that(all.size() == Kind.values().length);
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
        counts();
        numbers(Sum::new, Sum::fromBytes);
        numbers(Mean::new, Mean::fromBytes);
        numbers(Variance::new, Variance::fromBytes);
        numbers(StdDev::new, StdDev::fromBytes);
        parts(new Mean(0, 10, 1), new Mean(0, 10, 1), 2);
        parts(new Variance(0, 10, 1), new Variance(0, 10, 1), 3);
        parts(new StdDev(0, 10, 1), new StdDev(0, 10, 1), 3);
        quantiles();
        severalQuantiles();
        errors();
        errorsOfRows(new Mean(0, 10, 1), 5, new Variance(0, 10, 1));
        errorsOfRows(new Variance(0, 10, 1), 8.35, new Mean(0, 10, 1));
        errorsOfRows(new StdDev(0, 10, 1), Math.sqrt(8.35), new Mean(0, 10, 1));
        surrogates();
        modes();
        Check.done();
    }
}
