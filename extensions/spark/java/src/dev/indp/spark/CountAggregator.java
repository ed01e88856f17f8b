package dev.indp.spark;

import dev.indp.Count;
import org.apache.spark.sql.Encoder;
import org.apache.spark.sql.Encoders;

/** Counts the rows where the value is true. Neither false nor NULL is counted. */
public final class CountAggregator extends StateAggregator<Boolean, CountCell> {
    private static final long serialVersionUID = 1L;

    public CountAggregator(Count empty) {
        super(empty, CountCell.class);
    }

    @Override
    public CountCell zero() {
        return new CountCell(start());
    }

    @Override
    public CountCell reduce(CountCell cell, Boolean counted) {
        if (counted != null && counted) {
            cell.add();
        }
        return cell;
    }

    @Override
    public Encoder<Boolean> inputEncoder() {
        return Encoders.BOOLEAN();
    }
}
