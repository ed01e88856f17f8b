package dev.indp.spark;

import dev.indp.Mode;
import org.apache.spark.sql.Encoder;
import org.apache.spark.sql.Encoders;

/** Adds integers to a mode. */
public final class CodeAggregator extends StateAggregator<Long, Cell> {
    private static final long serialVersionUID = 1L;

    public CodeAggregator(Mode empty) {
        super(empty, Cell.class);
    }

    @Override
    public Cell zero() {
        return new Cell(start());
    }

    @Override
    public Cell reduce(Cell cell, Long code) {
        if (code != null) {
            ((Mode) cell.live()).add(code.longValue());
        }
        return cell;
    }

    @Override
    public Encoder<Long> inputEncoder() {
        return Encoders.LONG();
    }
}
