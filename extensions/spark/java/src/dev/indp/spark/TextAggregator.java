package dev.indp.spark;

import dev.indp.Category;
import dev.indp.Mode;
import org.apache.spark.sql.Encoder;
import org.apache.spark.sql.Encoders;

/** Adds texts to a mode. They arrive as bytes, since decoding could change them. */
public final class TextAggregator extends StateAggregator<byte[], Cell> {
    private static final long serialVersionUID = 1L;

    public TextAggregator(Mode empty) {
        super(empty, Cell.class);
    }

    @Override
    public Cell zero() {
        return new Cell(start());
    }

    @Override
    public Cell reduce(Cell cell, byte[] text) {
        if (text != null) {
            ((Mode) cell.live()).add(Category.of(text));
        }
        return cell;
    }

    @Override
    public Encoder<byte[]> inputEncoder() {
        return Encoders.BINARY();
    }
}
