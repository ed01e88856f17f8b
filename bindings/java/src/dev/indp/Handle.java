package dev.indp;

import java.lang.ref.Cleaner;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;

/**
 * A native object that several threads may use while one of them closes it: the last user frees it.
 * If nobody closes it, the garbage collector does.
 */
final class Handle implements AutoCloseable {
    private static final Cleaner CLEANER = Cleaner.create();
    private static final long CLOSED = Long.MIN_VALUE;

    /** The number of native objects that exist, for tests. */
    static final AtomicLong ALIVE = new AtomicLong();

    /** Must not refer to the handle, which would then stay reachable. */
    private static final class Own implements Runnable {
        private final long address;
        private final LongConsumer free;
        private final AtomicLong uses = new AtomicLong();

        Own(long address, LongConsumer free) {
            this.address = address;
            this.free = free;
        }

        @Override
        public void run() {
            long before = uses.getAndUpdate(n -> n < 0 ? n : n + CLOSED);
            if (before == 0) {
                release();
            }
        }

        void release() {
            free.accept(address);
            ALIVE.decrementAndGet();
        }
    }

    private final Own own;
    private final Cleaner.Cleanable cleanable;
    // Keeps the callback of the native object reachable, which knows it by a weak reference.
    private final Entropy entropy;

    Handle(long address, LongConsumer free, Entropy entropy) {
        ALIVE.incrementAndGet();
        this.own = new Own(address, free);
        this.entropy = entropy;
        this.cleanable = CLEANER.register(this, own);
    }

    /** Begins a use, which {@link #done} ends. */
    long use() {
        if (own.uses.getAndUpdate(n -> n < 0 ? n : n + 1) < 0) {
            throw new IllegalStateException("closed");
        }
        return own.address;
    }

    void done() {
        if (own.uses.decrementAndGet() == CLOSED) {
            own.release();
        }
        java.lang.ref.Reference.reachabilityFence(entropy);
        java.lang.ref.Reference.reachabilityFence(this);
    }

    @Override
    public void close() {
        cleanable.clean();
    }
}
