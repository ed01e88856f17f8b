package dev.indp.spark;

import dev.indp.NumberState;
import org.apache.spark.sql.Encoder;
import org.apache.spark.sql.Encoders;

/**
 * Adds integers with their exact values, for bounds beyond 2^53. Within bounds up to 2^53 a {@link
 * NumberAggregator} gives the same states.
 */
public final class IntegerAggregator extends StateAggregator<Long, NumberCell> {
    private static final long serialVersionUID = 1L;

    /** Every integer up to this magnitude is exact as a double. */
    static final long EXACT = 1L << 53;

    public IntegerAggregator(NumberState<?> empty) {
        super(empty, NumberCell.class);
    }

    @Override
    public NumberCell zero() {
        return new NumberCell(start());
    }

    @Override
    public NumberCell reduce(NumberCell cell, Long value) {
        if (value == null) {
            return cell;
        }
        if (value >= -EXACT && value <= EXACT) {
            cell.add(value);
        } else {
            cell.addInteger(value);
        }
        return cell;
    }

    @Override
    public Encoder<Long> inputEncoder() {
        return Encoders.LONG();
    }
}
