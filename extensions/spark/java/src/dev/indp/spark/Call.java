package dev.indp.spark;

import dev.indp.Count;
import dev.indp.Mode;
import dev.indp.NumberState;
import org.apache.spark.sql.catalyst.expressions.Cast$;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.IsNotNull;
import org.apache.spark.sql.expressions.Aggregator;
import org.apache.spark.sql.types.BinaryType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.IntegralType;
import org.apache.spark.sql.types.LongType;
import org.apache.spark.sql.types.NullType;
import org.apache.spark.sql.types.NumericType;
import org.apache.spark.sql.types.StringType;
import scala.collection.immutable.Seq;

/**
 * One call of a function in a query. x is cast here, and only by casts that fail on no value: Spark
 * would convert texts to numbers by itself, and its error would show the text.
 */
final class Call {
    private final String name;
    private final Expression x;
    final Arguments arguments;

    Call(String name, Seq<Expression> expressions) {
        this.name = name;
        arguments = new Arguments(name, expressions);
        if (expressions.isEmpty()) {
            throw arguments.refuse("x", "is missing");
        }
        x = expressions.head();
    }

    long rows() {
        return arguments.whole("rows_per_person", 1);
    }

    private void need(boolean fits, String rule) {
        if (!fits && !(x.dataType() instanceof NullType)) {
            throw arguments.refuse("x", "must be " + rule + ", not " + x.dataType().simpleString());
        }
    }

    private Expression cast(DataType type) {
        return x.dataType().equals(type) ? x : Cast$.MODULE$.apply(x, type, false);
    }

    // x has the type of the aggregator's input, so the parameters of the type need no check.
    @SuppressWarnings({"unchecked", "rawtypes"})
    private Expression made(Aggregator<?, ? extends Cell, byte[]> aggregator, Expression value) {
        return new StateExpression(value, (Aggregator) aggregator, name, 0, 0);
    }

    Expression count(Count empty) {
        return made(new CountAggregator(empty), new IsNotNull(x));
    }

    /** The numbers are those with which x is compared. */
    Expression numbers(NumberState<?> empty, double... bounds) {
        need(x.dataType() instanceof NumericType, "a number");
        boolean wide = java.util.Arrays.stream(bounds).anyMatch(bound -> Math.abs(bound) > IntegerAggregator.EXACT);
        if (x.dataType() instanceof LongType && wide) {
            return made(new IntegerAggregator(empty), x);
        }
        return made(new NumberAggregator(empty), cast(DataTypes.DoubleType));
    }

    Expression texts(Mode empty) {
        need(x.dataType() instanceof StringType || x.dataType() instanceof BinaryType, "a text");
        return made(new TextAggregator(empty), cast(DataTypes.BinaryType));
    }

    Expression codes(Mode empty) {
        need(x.dataType() instanceof IntegralType, "an integer");
        return made(new CodeAggregator(empty), cast(DataTypes.LongType));
    }

    Expression merge(long rowsPerPerson) {
        need(x.dataType() instanceof BinaryType, "a state");
        return made(new MergeAggregator(rowsPerPerson), cast(DataTypes.BinaryType));
    }
}
