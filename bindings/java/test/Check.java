package dev.indp;

import java.util.concurrent.Callable;

/** The checking functions that all tests share. */
final class Check {
    static int failures;

    private Check() {}

    static synchronized void that(boolean holds) {
        if (!holds) {
            failures++;
            new AssertionError("check failed").printStackTrace();
        }
    }

    static void fails(Status expected, Callable<?> call) {
        try {
            call.call();
        } catch (IndpException e) {
            if (e.status() != expected) {
                e.printStackTrace();
            }
            that(e.status() == expected);
            return;
        } catch (Exception e) {
            e.printStackTrace();
        }
        that(false);
    }

    static void fails(Status expected, Runnable call) {
        fails(expected, () -> {
            call.run();
            return null;
        });
    }

    static void raises(Class<? extends Throwable> expected, Runnable call) {
        try {
            call.run();
        } catch (Throwable e) {
            if (!expected.isInstance(e)) {
                e.printStackTrace();
            }
            that(expected.isInstance(e));
            return;
        }
        that(false);
    }

    static void done() {
        if (failures != 0) {
            System.out.println(failures + " checks failed");
            System.exit(1);
        }
    }
}
