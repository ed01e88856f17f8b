package dev.indp;

/** An interval that holds an exact answer with a probability that the caller chose. */
public record Interval(double low, double high) {
    static Interval of(double[] ends) {
        return new Interval(ends[0], ends[1]);
    }
}
