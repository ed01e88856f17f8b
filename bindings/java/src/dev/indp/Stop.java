package dev.indp;

import java.util.concurrent.Callable;

/** A flag that ends long computations. Any thread may raise it. */
public final class Stop implements AutoCloseable {
    /** The flag that is in force on a thread, or 0. */
    private static final ThreadLocal<Long> CURRENT = ThreadLocal.withInitial(() -> 0L);

    private final Handle handle = new Handle(Native.flagNew(), Native::flagFree, null);

    public void raise() {
        set(1);
    }

    public void lower() {
        set(0);
    }

    private void set(int value) {
        long flag = handle.use();
        try {
            Native.flagSet(flag, value);
        } finally {
            handle.done();
        }
    }

    /**
     * Runs a task on this thread. Once the flag is raised, long computations of the task fail with
     * STOPPED. The task may itself call {@code during} of another Stop. Until that inner task ends,
     * only the flag of that Stop counts.
     */
    public <T> T during(Callable<T> task) throws Exception {
        long flag = handle.use();
        long outer = CURRENT.get();
        try {
            watch(flag);
            return task.call();
        } finally {
            watch(outer);
            handle.done();
        }
    }

    private static void watch(long flag) {
        Native.stopWhen(flag);
        CURRENT.set(flag);
    }

    @Override
    public void close() {
        handle.close();
    }
}
