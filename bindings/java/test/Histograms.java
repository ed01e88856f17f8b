package dev.indp;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** Tests histograms and the counts of modes. */
final class Histograms {
    private Histograms() {}

    /** An epsilon at which the noise of a count is 0, except with a probability below 1e-200. */
    private static final double EXACT = 1e3;

    private static Options floats() {
        return new Options().floatPrecision(118);
    }

    private static Histogram of(double... edges) {
        return new Histogram(edges, 1);
    }

    private static void counts(long[] counts, long... expected) {
        Check.that(Arrays.equals(counts, expected));
    }

    private static void cells() throws Exception {
        double inf = Double.POSITIVE_INFINITY;
        States.laws(() -> new Histogram(new double[] {-1, 0, 7.5}, 2), state -> {
            state.add(1.5);
            state.addInteger(7);
            state.addMany(new double[] {Double.NaN, inf, -inf, 1e300});
            state.addMany(new double[] {9, 3, 9}, 1, 1);
        }, Histogram::fromBytes);
        Histogram state = of(0, 1, 2);
        state.addMany(new double[] {-inf, -1e-300, -0.0, 0.999, 1, 1.5, 2, inf, inf, Double.NaN});
        counts(state.release(EXACT), 2, 2, 2, 3, 1);
        Check.fails(Status.RELEASED, () -> state.release(EXACT));
        Check.fails(Status.RELEASED, () -> state.canRelease(EXACT));
        Check.that(state.cells() == 5 && Arrays.equals(state.edges(), new double[] {0, 1, 2}));

        // 2^53 + 1 is not a double. It belongs to the cell whose lower edge is 2^53.
        long large = 1L << 53;
        Histogram whole = of(large, large + 2);
        for (long value : new long[] {large - 1, large, large + 1, large + 2}) {
            whole.addInteger(value);
        }
        counts(whole.release(EXACT), 1, 2, 1, 0);
    }

    private static void refusals() {
        double infinity = Double.POSITIVE_INFINITY;
        double[][] wrong = {{}, {1, 1}, {2, 1}, {0, -0.0}, {Double.NaN}, {0, infinity},
            new double[(1 << 20) + 1]};
        for (double[] edges : wrong) {
            Check.fails(Status.EDGES, () -> of(edges));
        }
        Check.raises(NullPointerException.class, () -> new Histogram(null, 1));
        Check.fails(Status.ROWS_PER_PERSON, () -> new Histogram(new double[1], 0));
        Check.fails(Status.ROWS_PER_PERSON, () -> new Histogram(new double[1], -1));
        Histogram state = of(0, 1);
        Check.fails(Status.STATE_MISMATCH, () -> state.merge(of(0, 2)));
        Check.fails(Status.STATE_MISMATCH, () -> state.checkCompatible(of(0, 2)));
        Check.fails(Status.UNUSED_PRECISION, () -> state.release(1, floats()));
        Check.fails(Status.UNUSED_PRECISION, () -> state.canRelease(1, floats()));
        Check.fails(Status.STATE, () -> Histogram.fromBytes(new Sum(0, 1, 1).toBytes()));
        Check.fails(Status.STATE, () -> Sum.fromBytes(state.toBytes()));
        Check.that(state.release(1, new Options().grid(8))[2] % 8 == 0);
        Check.that(!((Object) state instanceof Single));
    }

    /**
     * A state made with the C functions must have the same bytes and, for the same seed, the same
     * released counts.
     */
    private static void equalsC() {
        double[] edges = {0, 1, 2};
        double[] values = {-1, 0.5, 0.5, 1, 9, Double.NaN};
        byte[] c = new byte[(int) Native.histogramSize(edges.length)];
        Native.histogramInit(c, edges, 1);
        Native.stateAddMany(c, values, 0, values.length);
        byte[] written = new byte[(int) Native.stateSize(c)];
        Native.stateSerialise(c, written);
        Histogram state = of(edges);
        state.addMany(values);
        Check.that(Arrays.equals(state.toBytes(), written));
        long[] counts = new long[5];
        try (NativeOptions options = new NativeOptions(States.seeded())) {
            Native.stateReleaseCounts(c, 0.5, options.address, counts);
        }
        counts(state.release(0.5, States.seeded()), counts);
    }

    private static Mode filled() {
        List<Category> candidates =
                List.of(Category.of("b"), Category.of("a"), Category.of(7), Category.of(-1));
        Mode mode = new Mode(candidates, 1);
        List.of("a", "a", "b", "none").forEach(mode::add);
        List.of(7L, 7L, 7L, 8L).forEach(value -> mode.add(value.longValue()));
        return mode;
    }

    private static void modes() {
        Mode mode = filled();
        mode.canReleaseCounts(EXACT);
        Check.fails(Status.EPSILON, () -> mode.canReleaseCounts(0));
        Check.fails(Status.UNUSED_PRECISION, () -> mode.canReleaseCounts(1, floats()));
        Check.fails(Status.UNUSED_PRECISION, () -> mode.releaseCounts(1, floats()));
        long[] counts = mode.releaseCounts(EXACT);
        counts(counts, 0, 3, 2, 1);
        Check.that(mode.candidates().equals(
                List.of(Category.of(-1), Category.of(7), Category.of("a"), Category.of("b"))));
        Check.fails(Status.RELEASED, () -> mode.releaseCounts(EXACT));
        Check.fails(Status.RELEASED, () -> mode.canReleaseCounts(EXACT));
        Check.fails(Status.RELEASED, () -> mode.release(EXACT));
        long[] again = filled().releaseCounts(0.5, States.seeded());
        counts(filled().releaseCounts(0.5, States.seeded()), again);
    }

    /** Of several threads that release one state, exactly one succeeds. */
    private static void once() throws Exception {
        Histogram state = of(0, 1);
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

    public static void main(String[] args) throws Exception {
        cells();
        refusals();
        equalsC();
        modes();
        once();
        Check.done();
    }
}
