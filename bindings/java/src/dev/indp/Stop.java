package dev.indp;

import java.util.concurrent.Callable;

/** A flag that ends long computations. Any thread may raise it. */
public final class Stop implements AutoCloseable {
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
     * STOPPED.
     */
    public <T> T during(Callable<T> task) throws Exception {
        long flag = handle.use();
        try {
            Native.stopWhen(flag);
            return task.call();
        } finally {
            Native.stopWhen(0);
            handle.done();
        }
    }

    @Override
    public void close() {
        handle.close();
    }
}
