package dev.indp.spark;

import org.apache.spark.sql.types.Decimal;
import org.apache.spark.unsafe.types.UTF8String;

/**
 * How a value of Spark becomes the input of an aggregator. No conversion fails on any value. The
 * conversions are not part of the query, since DISTINCT would then compare converted values.
 */
enum Reads {
    /** A count only needs to know that there is a value, so every value becomes true. */
    ROWS {
        @Override
        Object of(Object value) {
            return Boolean.TRUE;
        }
    },
    DOUBLES {
        @Override
        Object of(Object value) {
            return value instanceof Decimal decimal ? decimal.toJavaBigDecimal().doubleValue() : ((Number) value).doubleValue();
        }
    },
    LONGS {
        @Override
        Object of(Object value) {
            return ((Number) value).longValue();
        }
    },
    BYTES {
        @Override
        Object of(Object value) {
            return value instanceof UTF8String text ? text.getBytes() : value;
        }
    };

    /** Converts a value that is not null. */
    abstract Object of(Object value);
}
