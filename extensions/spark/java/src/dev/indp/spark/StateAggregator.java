package dev.indp.spark;

import dev.indp.State;
import java.util.Arrays;
import org.apache.spark.sql.Encoder;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.expressions.Aggregator;

/**
 * Adds rows to exact states. The result is the bytes of a state, raw private data: no aggregator
 * releases, because Spark computes a lazy result as often as it likes.
 *
 * @param <IN> a value, null if SQL's value is NULL; a null is not counted
 * @param <B> the buffer of a group
 */
public abstract class StateAggregator<IN, B extends Cell> extends Aggregator<IN, B, byte[]> {
    private static final long serialVersionUID = 1L;

    private final byte[] empty;
    private final Class<B> buffer;

    StateAggregator(State<?> empty, Class<B> buffer) {
        this.empty = States.empty(empty);
        this.buffer = buffer;
    }

    /** A new empty state. */
    final State<?> start() {
        return State.fromBytes(empty);
    }

    @Override
    public final B merge(B one, B other) {
        one.merge(other);
        return one;
    }

    @Override
    public final byte[] finish(B cell) {
        return cell.getState();
    }

    @Override
    public final Encoder<B> bufferEncoder() {
        return Encoders.bean(buffer);
    }

    @Override
    public final Encoder<byte[]> outputEncoder() {
        return Encoders.BINARY();
    }

    /** Decides which calls are equal. Spark computes equal calls in a query only once. */
    @Override
    public final boolean equals(Object other) {
        return other != null && other.getClass() == getClass()
                && Arrays.equals(empty, ((StateAggregator<?, ?>) other).empty);
    }

    @Override
    public final int hashCode() {
        return Arrays.hashCode(empty);
    }

    /** The name that query plans show. */
    @Override
    public final String toString() {
        return start().getClass().getSimpleName();
    }

    /** The encoder to pass to functions.udaf. */
    public abstract Encoder<IN> inputEncoder();
}
