package dev.indp;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

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
        Check.that(arrived.releaseValue(1, seeded()).equals(all.releaseValue(1, seeded())));
        Check.fails(Status.RELEASED, () -> add.accept(arrived));
        Check.fails(Status.RELEASED, () -> arrived.releaseValue(1));
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

        left.canRelease(1);
        left.canRelease(1, seeded());
        for (double epsilon : new double[] {0, -1, Double.NaN, Double.POSITIVE_INFINITY}) {
            Check.fails(Status.EPSILON, () -> left.canRelease(epsilon));
            Check.fails(Status.EPSILON, () -> left.releaseValue(epsilon));
        }
        Check.that(Arrays.equals(left.toBytes(), twice.toBytes()));
        left.releaseValue(1);
        Check.fails(Status.RELEASED, () -> left.releaseValue(1));
    }

    interface Bounded<S> {
        S make(double lo, double hi, long rowsPerPerson, double grid);
    }

    static <S extends NumberState<S>> void numbers(Bounded<S> make, Function<byte[], S> read) throws Exception {
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

    static void modes() throws Exception {
        List<Category> candidates =
                List.of(Category.of("gut"), Category.of(7), Category.of("schön"), Category.of(-1), Category.of(""));
        laws(() -> new Mode(candidates, 2), state -> {
            state.add("gut");
            state.add(7);
            state.add("gut\0"); // no candidate
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
        Sum sum = new Sum(0, 10, 3);
        Check.that(sum.sensitivity() == 30 && sum.accuracy(1, 0.5) > 20);
    }

    public static void main(String[] args) throws Exception {
        counts();
        numbers(Sum::new, Sum::fromBytes);
        numbers(Mean::new, Mean::fromBytes);
        numbers(Variance::new, Variance::fromBytes);
        numbers(StdDev::new, StdDev::fromBytes);
        parts(new Mean(0, 10, 1), new Mean(0, 10, 1), 2);
        parts(new Variance(0, 10, 1), new Variance(0, 10, 1), 3);
        parts(new StdDev(0, 10, 1), new StdDev(0, 10, 1), 3);
        quantiles();
        modes();
        Check.done();
    }
}
