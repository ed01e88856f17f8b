package dev.indp.spark;

import dev.indp.State;

/** What the aggregators do with states whose kind they do not know. */
final class States {
    private States() {}

    /** Merges `rows` into `into`. The library refuses states that differ in kind or parameters. */
    @SuppressWarnings({"unchecked", "rawtypes"})
    static void merge(State<?> into, State<?> rows) {
        ((State) into).merge((State) rows);
    }

    /** The bytes of an empty state. Rows in it would count once for each group and partition. */
    static byte[] empty(State<?> state) {
        if (state.rows() != 0) {
            throw new IllegalArgumentException("the state of an aggregator must be empty");
        }
        return state.toBytes();
    }
}
