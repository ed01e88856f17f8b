package dev.indp.spark;

import dev.indp.State;

/**
 * The buffer of one group. Spark's bean encoder sees one property, the bytes of the state. A
 * shuffle carries only these bytes; the Java objects of the buffer are never serialised.
 */
public class Cell {
    /** The bytes that came from another task, until they are needed as a state. */
    private byte[] bytes;

    private State<?> state;

    /** For the encoder, which then sets the bytes. */
    public Cell() {}

    Cell(State<?> state) {
        this.state = state;
    }

    /** The bytes of the state, or null if there is none yet. */
    public final byte[] getState() {
        if (state == null) {
            return bytes;
        }
        settle(state);
        return state.toBytes();
    }

    public final void setState(byte[] bytes) {
        this.bytes = bytes;
        state = null;
    }

    /** Adds the rows that wait in this buffer. */
    void settle(State<?> state) {}

    /** The state, without the rows that wait. Null if there is none yet. */
    final State<?> live() {
        if (state == null && bytes != null) {
            state = State.fromBytes(bytes);
            bytes = null;
        }
        return state;
    }

    final void merge(Cell other) {
        State<?> rows = other.live();
        if (rows == null) {
            return;
        }
        other.settle(rows);
        if (live() == null) {
            state = rows;
        } else {
            States.merge(state, rows);
        }
    }
}
