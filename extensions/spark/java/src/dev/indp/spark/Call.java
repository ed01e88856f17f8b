package dev.indp.spark;

import dev.indp.Count;
import dev.indp.Mode;
import dev.indp.NumberState;
import java.util.List;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.NamedExpression;
import org.apache.spark.sql.catalyst.util.CharVarcharUtils;
import org.apache.spark.sql.expressions.Aggregator;
import org.apache.spark.sql.types.BinaryType;
import org.apache.spark.sql.types.CharType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.IntegralType;
import org.apache.spark.sql.types.LongType;
import org.apache.spark.sql.types.NullType;
import org.apache.spark.sql.types.NumericType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.unsafe.types.UTF8String;
import scala.collection.immutable.Seq;

/**
 * One call of a function in a query. The type of x is checked here: Spark would convert texts to
 * numbers by itself, and its error would show the text.
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

    // `reads` yields values of the type that the aggregator takes, so the unchecked cast is safe.
    @SuppressWarnings({"unchecked", "rawtypes"})
    private Expression made(Aggregator<?, ? extends Cell, byte[]> aggregator, Reads reads) {
        return new StateExpression(x, (Aggregator) aggregator, reads, name, 0, 0);
    }

    Expression count(Count empty) {
        return made(new CountAggregator(empty), Reads.ROWS);
    }

    /** `bounds` are the numbers with which x is compared: lo and hi, or the edges. */
    Expression numbers(NumberState<?> empty, double... bounds) {
        need(x.dataType() instanceof NumericType, "a number");
        boolean wide = java.util.Arrays.stream(bounds).anyMatch(bound -> Math.abs(bound) > IntegerAggregator.EXACT);
        if (x.dataType() instanceof LongType && wide) {
            return made(new IntegerAggregator(empty), Reads.LONGS);
        }
        return made(new NumberAggregator(empty), Reads.DOUBLES);
    }

    /**
     * Refuses candidates that are too short for a column of type CHAR(n), since no value equals them. Spark
     * represents the type as STRING, with the original type in the column's metadata.
     */
    void needWidth(List<Object> candidates) {
        if (!(x instanceof NamedExpression column)
                || !(CharVarcharUtils.getRawType(column.metadata()).getOrElse(() -> null) instanceof CharType type)) {
            return;
        }
        for (Object candidate : candidates) {
            if (candidate instanceof UTF8String text && text.numChars() < type.length()) {
                throw arguments.refuse("candidates", "must have all characters of the column's type, CHAR("
                        + type.length() + "), whose values Spark pads with blanks: pad them, or write rtrim(x)");
            }
        }
    }

    Expression texts(Mode empty) {
        need(x.dataType() instanceof StringType || x.dataType() instanceof BinaryType, "a text");
        // With DISTINCT, Spark keeps one of the texts that the collation calls equal. One person's
        // row could change which one is kept, and so change two counts.
        need(binary(x.dataType()), "a text with the collation UTF8_BINARY");
        return made(new TextAggregator(empty), Reads.BYTES);
    }

    /** Whether texts of this type are equal only if their bytes are. */
    static boolean binary(DataType type) {
        return !(type instanceof StringType text) || text.supportsBinaryEquality();
    }

    Expression codes(Mode empty) {
        need(x.dataType() instanceof IntegralType, "an integer");
        return made(new CodeAggregator(empty), Reads.LONGS);
    }

    Expression merge(long rowsPerPerson) {
        need(x.dataType() instanceof BinaryType, "a state");
        return made(new MergeAggregator(rowsPerPerson), Reads.BYTES);
    }
}
