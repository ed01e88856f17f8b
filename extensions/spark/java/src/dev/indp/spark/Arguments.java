package dev.indp.spark;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongPredicate;
import org.apache.spark.sql.catalyst.expressions.CreateArray;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.util.ArrayData;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.sql.types.IntegralType;
import org.apache.spark.sql.types.NumericType;
import org.apache.spark.sql.types.StringType;
import scala.collection.immutable.Seq;

/**
 * The arguments of a call that follow x: public parameters, which must be constants. They are
 * evaluated when the query is analysed, before any row is read.
 */
final class Arguments {
    private final String function;
    private final Seq<Expression> expressions;
    private int next = 1;

    Arguments(String function, Seq<Expression> expressions) {
        this.function = function;
        this.expressions = expressions;
    }

    IllegalArgumentException refuse(String parameter, String rule) {
        return new IllegalArgumentException(function + ": " + parameter + " " + rule);
    }

    private Expression constant(String parameter) {
        if (next >= expressions.length()) {
            throw refuse(parameter, "is missing");
        }
        Expression given = expressions.apply(next++);
        if (!given.foldable()) {
            throw refuse(parameter, "must be a constant");
        }
        return given;
    }

    double number(String parameter) {
        Expression given = constant(parameter);
        return asNumber(given.dataType(), given.eval(null), parameter, "must be a finite number");
    }

    /** The same, or the default if there are no more arguments. */
    double number(String parameter, double otherwise) {
        return next >= expressions.length() ? otherwise : number(parameter);
    }

    // The type is checked too: Spark also represents dates and times as whole numbers.
    private double asNumber(DataType type, Object value, String parameter, String rule) {
        if (type instanceof NumericType && value instanceof Decimal decimal) {
            return decimal.toJavaBigDecimal().doubleValue();
        }
        if (type instanceof NumericType && value instanceof Number number) {
            return number.doubleValue();
        }
        throw refuse(parameter, rule);
    }

    /** A whole number of at least 1, or the default if there are no more arguments. */
    long whole(String parameter, long otherwise) {
        return whole(parameter, otherwise, number -> number >= 1, "of at least 1");
    }

    /** The default number of candidates of a quantile, the same as in the other engines' SQL. */
    private static final long FINE = (1 << 14) + 1;

    /** The largest number of candidates that the library takes. */
    private static final long MOST = (1 << 24) + 1;

    /** The number of candidates of a quantile. */
    long points() {
        return whole("candidates", FINE, number -> number == 0 || (number >= 2 && number <= MOST),
                "from 2 to " + MOST + ", or 0 to let the library choose");
    }

    private long whole(String parameter, long otherwise, LongPredicate allowed, String range) {
        if (next >= expressions.length()) {
            return otherwise;
        }
        Expression given = constant(parameter);
        if (given.dataType() instanceof IntegralType && given.eval(null) instanceof Number number
                && allowed.test(number.longValue())) {
            return number.longValue();
        }
        throw refuse(parameter, "must be a whole number " + range);
    }

    double[] numbers(String parameter) {
        Expression given = array(parameter);
        DataType type = ((ArrayType) given.dataType()).elementType();
        return values(given, parameter).stream()
                .mapToDouble(value -> asNumber(type, value, parameter, "must be an array of numbers")).toArray();
    }

    /** The candidates of a mode, which must be all texts or all integers. */
    List<Object> candidates(String parameter) {
        Expression given = array(parameter);
        List<Object> found = values(given, parameter);
        DataType type = ((ArrayType) given.dataType()).elementType();
        if (!(type instanceof StringType || type instanceof IntegralType)) {
            throw refuse(parameter, "must be all texts or all integers");
        }
        return found;
    }

    private Expression array(String parameter) {
        Expression given = constant(parameter);
        if (!(given.dataType() instanceof ArrayType)) {
            throw refuse(parameter, "must be an array");
        }
        return given;
    }

    private List<Object> values(Expression given, String parameter) {
        List<Object> found = new ArrayList<>();
        if (given instanceof CreateArray array) {
            array.children().foreach(child -> found.add(child.eval(null)));
        } else {
            elements((ArrayData) given.eval(null), ((ArrayType) given.dataType()).elementType(), found);
        }
        if (found.isEmpty() || found.contains(null)) {
            throw refuse(parameter, "must not be empty or contain NULL");
        }
        return found;
    }

    private static void elements(ArrayData array, DataType type, List<Object> found) {
        for (int i = 0; array != null && i < array.numElements(); i++) {
            found.add(array.get(i, type));
        }
    }

    void end() {
        if (next < expressions.length()) {
            throw new IllegalArgumentException(function + ": too many arguments");
        }
    }
}
