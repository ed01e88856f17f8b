package dev.indp;

import java.util.Objects;
import java.util.function.LongToDoubleFunction;
import java.util.function.LongUnaryOperator;

/**
 * The base-2 exponential mechanism, or permute-and-flip. A utility is a cost: a lower utility is
 * better. Any number of threads may select through one mechanism. If nobody closes it, the garbage
 * collector frees it.
 */
public final class Exponential implements AutoCloseable {
    private final Handle handle;

    public Exponential(Eta eta, long utilityMin, long utilityMax, long maxOutcomes) {
        this(eta, utilityMin, utilityMax, maxOutcomes, null);
    }

    /** Utilities are clamped to the public range. */
    public Exponential(Eta eta, long utilityMin, long utilityMax, long maxOutcomes, Options options) {
        try (NativeOptions c = new NativeOptions(options)) {
            long made = Native.exponentialNew(eta.x(), eta.y(), eta.z(), utilityMin, utilityMax, maxOutcomes, c.address);
            handle = c.handle(made, Native::exponentialFree);
        }
    }

    @Override
    public void close() {
        handle.close();
    }

    private long with(LongUnaryOperator call) {
        long mechanism = handle.use();
        try {
            return call.applyAsLong(mechanism);
        } finally {
            handle.done();
        }
    }

    /** Selects one of the outcomes and returns its index. */
    public int select(double[] utilities) {
        Objects.requireNonNull(utilities);
        return (int) with(m -> Native.exponentialSelect(m, utilities));
    }

    /**
     * Selects a group and returns its index. Group i stands for multiplicities[i] outcomes, each
     * with utility utilities[i].
     */
    public int selectCounted(long[] utilities, long[] multiplicities) {
        if (utilities.length != multiplicities.length) {
            throw new IndpException(Status.LENGTH);
        }
        return (int) with(m -> Native.exponentialSelectCounted(m, utilities, multiplicities));
    }

    /** Selects one of the outcomes, whose utilities are integers. */
    public int selectCounted(long[] utilities) {
        Objects.requireNonNull(utilities);
        return (int) with(m -> Native.exponentialSelectCounted(m, utilities, null));
    }

    /**
     * Selects one of n outcomes, whose utilities a function returns. If it throws, this call throws
     * the same exception.
     */
    public long selectBy(long n, LongToDoubleFunction utility) {
        Objects.requireNonNull(utility);
        return with(m -> Native.exponentialSelectBy(m, utility, n));
    }

    /** The precision in bits that exact weights and sums need, as an unsigned number. */
    public long precision() {
        return with(Native::exponentialPrecision);
    }

    /**
     * The precision in bits by the formula of Ilvento's paper, as an unsigned number. The library
     * does not compute at this precision.
     */
    public long precisionNote() {
        return with(Native::exponentialPrecisionNote);
    }

    /** The precision in bits that the empirical determination of Ilvento's paper finds. */
    public long precisionEmpirical() {
        return with(Native::exponentialPrecisionEmpirical);
    }
}
