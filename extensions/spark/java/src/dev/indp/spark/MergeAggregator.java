package dev.indp.spark;

import dev.indp.State;
import org.apache.spark.sql.Encoder;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.expressions.Aggregator;

/**
 * Merges states of equal kinds and parameters. A null is the state of a group without rows. If
 * there are only nulls, the result is null, since the kind and the parameters are unknown.
 */
public final class MergeAggregator extends Aggregator<byte[], Cell, byte[]> {
    private static final long serialVersionUID = 1L;

    private final long rowsPerPerson;

    /** Takes the largest number of rows that one person has in all merged states together. */
    public MergeAggregator(long rowsPerPerson) {
        if (rowsPerPerson < 1) {
            throw new IllegalArgumentException("rows_per_person must be a whole number of at least 1");
        }
        this.rowsPerPerson = rowsPerPerson;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof MergeAggregator that && rowsPerPerson == that.rowsPerPerson;
    }

    @Override
    public int hashCode() {
        return Long.hashCode(rowsPerPerson);
    }

    /** The name that query plans show. */
    @Override
    public String toString() {
        return "merge";
    }

    @Override
    public Cell zero() {
        return new Cell();
    }

    @Override
    public Cell reduce(Cell cell, byte[] bytes) {
        if (bytes == null) {
            return cell;
        }
        if (State.fromBytes(bytes).rowsPerPerson() != rowsPerPerson) {
            throw new IllegalArgumentException("dp_merge: rows_per_person must be the same here and in every "
                    + "state: the most rows that one person has in all the states together");
        }
        Cell one = new Cell();
        one.setState(bytes);
        cell.merge(one);
        return cell;
    }

    @Override
    public Cell merge(Cell one, Cell other) {
        one.merge(other);
        return one;
    }

    @Override
    public byte[] finish(Cell cell) {
        return cell.getState();
    }

    @Override
    public Encoder<Cell> bufferEncoder() {
        return Encoders.bean(Cell.class);
    }

    @Override
    public Encoder<byte[]> outputEncoder() {
        return Encoders.BINARY();
    }
}
