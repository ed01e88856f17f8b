package dev.indp;

import java.lang.ref.Cleaner;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;

/**
 * A native object that several threads may use while one of them closes it. It is freed when it is
 * closed and no call uses it. If nobody closes it, the garbage collector frees it.
 */
final class Handle implements AutoCloseable {
    private static final Cleaner CLEANER = Cleaner.create();
    private static final long CLOSED = Long.MIN_VALUE;

    /** The number of native objects that are not freed yet. Tests read it. */
    static final AtomicLong ALIVE = new AtomicLong();

    /**
     * The part of a handle that its cleaner needs. It must not refer to the handle, since the
     * handle would then never become unreachable.
     */
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
    // The native object has only a weak reference to its callback. This field keeps the callback
    // reachable.
    private final Entropy entropy;

    Handle(long address, LongConsumer free, Entropy entropy) {
        ALIVE.incrementAndGet();
        this.own = new Own(address, free);
        this.entropy = entropy;
        this.cleanable = CLEANER.register(this, own);
    }

    /** Begins a use of the object, which {@link #done} ends. Returns the address. */
    long use() {
        if (own.uses.getAndUpdate(n -> n < 0 ? n : n + 1) < 0) {
            throw new IllegalStateException("this object is closed");
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
