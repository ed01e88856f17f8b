package dev.indp;

import java.util.Objects;

/**
 * A state whose rows are numbers.
 *
 * @param <S> the kind of state
 */
public abstract class NumberState<S extends NumberState<S>> extends State<S> {
    private static final long serialVersionUID = 1L;

    NumberState(byte[] bytes) {
        super(bytes);
    }

    /**
     * Adds one row. NaN counts as the number in [lo, hi] nearest to 0, except that a histogram
     * counts it in a cell of its own, and that {@link Bounds} are found without it.
     */
    public synchronized void add(double value) {
        add(ONE, state -> Native.stateAdd(state, value));
    }

    /** Adds one row with an integer, without rounding it to a double. */
    public synchronized void addInteger(long value) {
        add(ONE, state -> Native.stateAddInt64(state, value));
    }

    /** Adds all rows. If it throws, it has added none. The values are not copied. */
    public void addMany(double[] values) {
        addMany(values, 0, values.length);
    }

    /** Adds the values in a part of an array. */
    public synchronized void addMany(double[] values, int offset, int count) {
        Objects.checkFromIndexSize(offset, count, values.length);
        add(() -> count, state -> Native.stateAddMany(state, values, offset, count));
    }
}
