package dev.indp.spark;

import dev.indp.NumberState;
import org.apache.spark.sql.Encoder;
import org.apache.spark.sql.Encoders;

/**
 * Adds doubles to a sum, mean, variance, standard deviation, quantile or histogram:
 *
 * <pre>spark.udf().register("visits_state",
 *     functions.udaf(new NumberAggregator(new Sum(0, 20, 5)), Encoders.DOUBLE()));</pre>
 */
public final class NumberAggregator extends StateAggregator<Double, NumberCell> {
    private static final long serialVersionUID = 1L;

    /** Takes an empty state with the public parameters. */
    public NumberAggregator(NumberState<?> empty) {
        super(empty, NumberCell.class);
    }

    @Override
    public NumberCell zero() {
        return new NumberCell(start());
    }

    @Override
    public NumberCell reduce(NumberCell cell, Double value) {
        if (value != null) {
            cell.add(value);
        }
        return cell;
    }

    @Override
    public Encoder<Double> inputEncoder() {
        return Encoders.DOUBLE();
    }
}
