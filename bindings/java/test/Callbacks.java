package dev.indp;

import java.io.ObjectOutputStream;
import java.io.OutputStream;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Tests callbacks that throw, collect garbage, and call the library. Also tests threads, and
 * objects that nobody closes.
 */
final class Callbacks {
    private Callbacks() {}

    private static final SecureRandom RANDOM = new SecureRandom();

    private static final class Ends extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    private static int deep(int n) {
        return deep(n + 1) + 1;
    }

    private static void throwing(Runnable way, Class<? extends Throwable> expected) {
        boolean[] broken = new boolean[1];
        Options options = new Options().entropy(words -> {
            RANDOM.nextBytes(words);
            if (broken[0]) {
                way.run();
            }
        });
        try (Snapping noise = new Snapping(1, 1, 1e6, options);
                Exponential choose = new Exponential(new Eta(1, 1, 1), 0, 10, 10, options)) {
            Sum sum = new Sum(0, 1, 1);
            Mean mean = new Mean(0, 1, 1);
            Mode mode = new Mode(List.of(Category.of("a"), Category.of(1)), 1);
            Histogram cells = new Histogram(new double[] {0, 1}, 1);
            Bounds bounds = new Bounds(1);
            double[] values = {1, 2, 3};
            List<Runnable> calls = List.of(() -> noise.release(1), () -> noise.releaseInteger(1), () -> noise.releaseMany(values),
                    () -> choose.select(values), () -> choose.selectCounted(new long[] {1, 2}), () -> sum.release(1, options),
                    () -> mean.releaseParts(1, options), () -> mode.release(1, options),
                    () -> mode.releaseCounts(1, options), () -> cells.release(1, options),
                    () -> bounds.release(1, options));
            for (int round = 0; round < 5; round++) {
                for (Runnable call : calls) {
                    broken[0] = true;
                    Check.raises(expected, call);
                    broken[0] = false;
                    noise.release(1);
                }
            }
            sum.release(1, options); // the failed releases have not used up the state
            mean.releaseParts(1, options);
            mode.releaseCounts(1, options);
            cells.release(1, options);
            bounds.release(1, options);
            Check.fails(Status.RELEASED, () -> sum.release(1));
        }
    }

    private static void utilities() {
        try (Exponential choose = new Exponential(new Eta(1, 1, 1), 0, 1000, 10)) {
            for (long at = 0; at < 3; at++) {
                long last = at;
                int[] calls = new int[1];
                Check.raises(Ends.class, () -> choose.selectBy(3, i -> {
                    calls[0]++;
                    if (i == last) {
                        throw new Ends();
                    }
                    return 0;
                }));
                Check.that(calls[0] == at + 1);
            }
            Check.that(choose.selectBy(5, i -> {
                System.gc();
                return Math.abs(900 * (i - 3));
            }) == 3);
            Check.raises(StackOverflowError.class, () -> choose.selectBy(3, i -> deep(0)));
            // A callback must not make another selection, but it may add rows to a state.
            Check.fails(Status.BUSY, () -> choose.selectBy(3, i -> choose.select(new double[1])));
            Sum sum = new Sum(0, 1, 1);
            choose.selectBy(3, i -> {
                sum.add(1);
                return 0;
            });
            Check.that(sum.rows() == 3);
        }
        // A callback may close the mechanism that calls it. The call must succeed, and the
        // mechanism must be freed after it.
        Exponential choose = new Exponential(new Eta(1, 1, 1), 0, 1000, 10);
        long before = Handle.ALIVE.get();
        choose.selectBy(3, i -> {
            choose.close();
            return 0;
        });
        Check.that(Handle.ALIVE.get() == before - 1);
        Check.raises(IllegalStateException.class, () -> choose.select(new double[1]));
        // If a callback writes nothing, the release must fail.
        try (Snapping noise = new Snapping(1, 1, 1, new Options().entropy(words -> {}))) {
            Check.fails(Status.ENTROPY, () -> noise.release(1));
        }
    }

    /**
     * A callback cannot change or copy the state that is being released, nor release it a second
     * time.
     */
    private static <S extends State<S>> void itself(Supplier<S> make, BiConsumer<S, Options> release, List<Consumer<S>> adds) {
        S state = make.get();
        S other = make.get();
        int[] calls = new int[1];
        List<Runnable> attempts = new ArrayList<>(List.of(() -> state.merge(other), () -> other.merge(state), () -> state.merge(state),
                () -> state.checkCompatible(other), () -> other.checkCompatible(state), () -> state.toBytes(),
                () -> States.answer(state, 1, null), () -> release.accept(state, null),
                () -> state.expected(9, 1, 0.5, null)));
        adds.forEach(add -> attempts.add(() -> add.accept(state)));
        release.accept(state, new Options().entropy(words -> {
            RANDOM.nextBytes(words);
            calls[0]++;
            attempts.forEach(attempt -> Check.fails(Status.BUSY, attempt));
            Check.raises(java.io.UncheckedIOException.class, () -> {
                try (ObjectOutputStream out = new ObjectOutputStream(OutputStream.nullOutputStream())) {
                    out.writeObject(state);
                } catch (IndpException e) {
                    Check.that(e.status() == Status.BUSY);
                    throw new java.io.UncheckedIOException(new java.io.IOException());
                } catch (java.io.IOException e) {
                    Check.that(false);
                }
            });
        }));
        Check.that(calls[0] > 0 && state.rows() == 0 && other.rows() == 0);
        Check.fails(Status.RELEASED, () -> release.accept(state, null));
        // If the release fails, the state is live again.
        Check.raises(Ends.class, () -> release.accept(other, new Options().entropy(words -> {
            throw new Ends();
        })));
        adds.get(0).accept(other);
        Check.that(other.rows() == 1);
        release.accept(other, null);
    }

    private static <S extends NumberState<S>> List<Consumer<S>> adds() {
        return List.of(s -> s.add(1), s -> s.addInteger(1), s -> s.addMany(new double[1000]));
    }

    private static void itself() {
        itself(() -> new Sum(0, 1, 1), (s, o) -> s.release(1, o), adds());
        itself(() -> new Mean(0, 1, 1), (s, o) -> s.release(1, o), adds());
        itself(() -> new Mean(0, 1, 1), (s, o) -> s.releaseParts(1, o), adds());
        itself(() -> new Quantile(0.5, 0, 1000, 1), (s, o) -> s.release(1, o), adds());
        itself(() -> new Quantile(0.5, 0, 1000, 1), (s, o) -> s.releaseMany(new double[] {0.5}, 1, o), adds());
        itself(() -> new Count(1), (s, o) -> s.release(1, o), List.of(s -> s.add(), s -> s.addRows(2)));
        itself(() -> new Mode(List.of(Category.of(1), Category.of("a")), 1), (s, o) -> s.release(1, o),
                List.of(s -> s.add(1), s -> s.add("a"), s -> s.add(Category.of("\ud800"))));
        itself(() -> new Mode(List.of(Category.of(1)), 1), (s, o) -> s.releaseCounts(1, o),
                List.of(s -> s.add(1)));
        itself(() -> new Histogram(new double[] {0, 1}, 1), (s, o) -> s.release(1, o), adds());
        itself(() -> new Bounds(1), (s, o) -> s.release(1, o), adds());
    }

    private static void threads() throws Exception {
        AtomicInteger words = new AtomicInteger();
        Snapping one = new Snapping(1, 1, 1e6);
        Snapping broken = new Snapping(1, 1, 1e6, new Options().entropy(buffer -> {
            RANDOM.nextBytes(buffer);
            if (words.incrementAndGet() % 5 == 0) {
                throw new Ends();
            }
        }));
        Exponential choose = new Exponential(new Eta(1, 1, 1), 0, 1000, 10);
        Sum shared = new Sum(0, 100, 1);
        Quantile first = new Quantile(0.5, 0, 1000, 1);
        Quantile second = new Quantile(0.5, 0, 1000, 1);
        List<Sum> sums = new ArrayList<>();
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < 16; t++) {
            int number = t;
            Sum sum = new Sum(0, 100, 1);
            sums.add(sum);
            Thread thread = new Thread(() -> {
                for (int i = 0; i < 200; i++) {
                    sum.add(number);
                    shared.add(1);
                    Check.that(Math.abs(one.release(5)) < 1e4 && choose.select(new double[] {0, 900}) == 0);
                    try {
                        broken.release(1);
                    } catch (Ends e) {
                        words.get();
                    }
                    if (i % 50 == 0) { // merges in both directions at once must not deadlock
                        (number % 2 == 0 ? first : second).merge(number % 2 == 0 ? second : first);
                        (number % 2 == 0 ? first : second).add(i);
                    }
                }
            });
            threads.add(thread);
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        Sum merged = new Sum(0, 100, 1);
        sums.forEach(merged::merge);
        Check.that(merged.rows() == 3200 && shared.rows() == 3200);

        // Some threads close a mechanism while others use it.
        threads.clear();
        for (int t = 0; t < 8; t++) {
            Thread thread = new Thread(() -> {
                for (int i = 0; i < 500; i++) {
                    try {
                        one.release(1);
                    } catch (IllegalStateException e) {
                        Check.that(e.getMessage().equals("this object is closed"));
                    }
                    if (i == 250) {
                        one.close();
                    }
                }
            });
            threads.add(thread);
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        broken.close();
        choose.close();
    }

    /**
     * The garbage collector must free objects that nobody closes, even if callbacks refer to their
     * mechanisms.
     */
    private static void collected() throws Exception {
        System.gc();
        Thread.sleep(50);
        long before = Handle.ALIVE.get();
        for (int i = 0; i < 200; i++) {
            Object[] cycle = new Object[1];
            Snapping noise = new Snapping(1, 1, 100, new Options().entropy(words -> {
                Check.that(cycle[0] != null);
                RANDOM.nextBytes(words);
            }));
            cycle[0] = noise;
            noise.release(1);
            System.identityHashCode(new Exponential(new Eta(1, 1, 1), 0, 1000, 10));
            System.identityHashCode(new Stop());
        }
        for (int i = 0; i < 100 && Handle.ALIVE.get() > before; i++) {
            System.gc();
            Thread.sleep(20);
        }
        Check.that(Handle.ALIVE.get() <= before);
    }

    public static void main(String[] args) throws Exception {
        throwing(() -> {
            throw new Ends();
        }, Ends.class);
        throwing(() -> deep(0), StackOverflowError.class);
        throwing(() -> {
            System.gc();
            throw new OutOfMemoryError();
        }, OutOfMemoryError.class);
        utilities();
        itself();
        threads();
        collected();
        Check.done();
    }
}
