package dev.indp;

/**
 * An interval that contains the exact answer with probability at least 1 - alpha, where the caller
 * chooses alpha.
 */
public record Interval(double low, double high) {
    static Interval of(double[] ends) {
        return new Interval(ends[0], ends[1]);
    }
}
