package dev.indp;

/**
 * Optional settings. A mechanism or release refuses options that do not apply to it. Most values
 * are checked only when the options are used, not when they are set.
 *
 * <pre>{@code Options options = new Options().grid(1.0).insecureSeed(7);}</pre>
 */
public final class Options {
    double grid;
    int floatPrecision;
    Selection selection = Selection.STANDARD;
    Integer minRetries;
    boolean insecureTiming;
    boolean empiricalPrecision;
    Long insecureSeed;
    Entropy entropy;

    /** Answers are multiples of this power of two; 0 lets the mechanism choose. */
    public Options grid(double powerOfTwo) {
        grid = powerOfTwo;
        return this;
    }

    /** The precision of float arithmetic: 53 to 4,096 bits. 0 stands for real arithmetic. */
    public Options floatPrecision(int bits) {
        if (bits < 0) {
            throw new IndpException(Status.PRECISION);
        }
        floatPrecision = bits;
        return this;
    }

    public Options automaticFloatPrecision() {
        floatPrecision = -1; // INDP_PRECISION_AUTO
        return this;
    }

    public Options selection(Selection choice) {
        selection = java.util.Objects.requireNonNull(choice);
        return this;
    }

    /** The least number of draws of a selection by the exponential mechanism. */
    public Options minRetries(int draws) {
        if (draws < 1) {
            throw new IndpException(Status.MIN_RETRIES);
        }
        minRetries = draws;
        return this;
    }

    /** Selections may end early, which is NOT PRIVATE against anyone who measures time. */
    public Options insecureTiming() {
        insecureTiming = true;
        return this;
    }

    /**
     * Selections by the exponential mechanism compute as in Ilvento's paper, which is far slower.
     */
    public Options empiricalPrecision() {
        empiricalPrecision = true;
        return this;
    }

    /**
     * Makes releases reproducible and NOT PRIVATE. For tests only. Replaces an entropy callback.
     */
    public Options insecureSeed(long seed) {
        insecureSeed = seed;
        entropy = null;
        return this;
    }

    /** Takes every random word from a callback. Replaces a seed. */
    public Options entropy(Entropy callback) {
        entropy = java.util.Objects.requireNonNull(callback);
        insecureSeed = null;
        return this;
    }
}
