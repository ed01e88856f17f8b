package dev.indp.spark;

import dev.indp.Count;
import dev.indp.State;

/** The buffer of a group whose rows are counted. */
public final class CountCell extends Cell {
    private long waiting;

    public CountCell() {}

    CountCell(State<?> state) {
        super(state);
    }

    void add() {
        waiting++;
    }

    @Override
    void settle(State<?> state) {
        ((Count) state).addRows(waiting);
        waiting = 0;
    }
}
