package dev.indp.spark;

import dev.indp.NumberState;
import dev.indp.State;
import java.util.Arrays;

/**
 * The buffer of a group whose rows are doubles. Up to 256 of them wait in an array, because one
 * call of native code for each row would take longer than adding it.
 */
public final class NumberCell extends Cell {
    private static final int FIRST = 8; // a million small groups must fit into memory
    private static final int MOST = 256;

    private double[] rows;
    private int waiting;

    public NumberCell() {}

    NumberCell(State<?> state) {
        super(state);
        rows = new double[FIRST];
    }

    void add(double value) {
        if (rows == null || waiting == rows.length) {
            makeRoom();
        }
        rows[waiting++] = value;
    }

    private void makeRoom() {
        if (rows == null) {
            rows = new double[FIRST];
        } else if (rows.length < MOST) {
            rows = Arrays.copyOf(rows, 4 * rows.length > MOST ? MOST : 4 * rows.length);
        } else {
            settle(live());
        }
    }

    void addInteger(long value) {
        ((NumberState<?>) live()).addInteger(value);
    }

    @Override
    void settle(State<?> state) {
        if (waiting > 0) {
            ((NumberState<?>) state).addMany(rows, 0, waiting);
            waiting = 0;
        }
    }
}
