package dev.indp.spark;

import dev.indp.Bounds;
import dev.indp.Category;
import dev.indp.Count;
import dev.indp.Histogram;
import dev.indp.IndpException;
import dev.indp.Library;
import dev.indp.Mode;
import dev.indp.NumberState;
import dev.indp.Quantile;
import java.util.List;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.analysis.FunctionRegistry;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.unsafe.types.UTF8String;
import scala.Function1;
import scala.collection.immutable.Seq;

/**
 * The functions of SQL: dp_sum_state(x, lo, hi, rows_per_person) and so on, and dp_merge. All give
 * states; none releases.
 */
public final class Functions {
    private Functions() {}

    /** Makes the expression of a call. */
    interface Builder {
        Expression of(Call call);
    }

    /** Makes a state from bounds. */
    interface Bounded {
        NumberState<?> of(double lo, double hi, long rowsPerPerson);
    }

    static Expression count(Call call) {
        long rows = call.rows();
        return call.count(new Count(rows));
    }

    static Builder bounded(Bounded state) {
        return call -> {
            double lo = call.arguments.number("lo");
            double hi = call.arguments.number("hi");
            return call.numbers(state.of(lo, hi, call.rows()), lo, hi);
        };
    }

    static Builder quantile(double q) {
        return call -> quantile(call, q);
    }

    static Builder quantile() {
        return call -> quantile(call, call.arguments.number("q"));
    }

    private static Expression quantile(Call call, double q) {
        double lo = call.arguments.number("lo");
        double hi = call.arguments.number("hi");
        long rows = call.rows();
        return call.numbers(new Quantile(q, lo, hi, rows, call.arguments.points()), lo, hi);
    }

    static Expression histogram(Call call) {
        double[] edges = call.arguments.numbers("edges");
        long rows = call.rows();
        return call.numbers(new Histogram(edges, rows), edges);
    }

    /** The edges without a list reach beyond the whole numbers that are doubles. */
    static Expression bounds(Call call) {
        long rows = call.rows();
        return call.numbers(new Bounds(rows, call.arguments.number("centre", 0)), 0x1p63);
    }

    static Expression boundsAmong(Call call) {
        double[] edges = call.arguments.numbers("edges");
        long rows = call.rows();
        double centre = call.arguments.number("centre", 0);
        double[] all = java.util.Arrays.copyOf(edges, edges.length + 1);
        all[edges.length] = centre;
        return call.numbers(new Bounds(rows, centre, edges), all);
    }

    static Expression merge(Call call) {
        long rows = call.arguments.whole("rows_per_person", 0);
        if (rows == 0) {
            throw call.arguments.refuse("rows_per_person", "is missing");
        }
        return call.merge(rows);
    }

    static Expression mode(Call call) {
        List<Object> candidates = call.arguments.candidates("candidates");
        call.needWidth(candidates);
        Mode empty = new Mode(candidates.stream().map(Functions::category).toList(), call.rows());
        return candidates.get(0) instanceof UTF8String ? call.texts(empty) : call.codes(empty);
    }

    private static Category category(Object value) {
        return value instanceof UTF8String text
                ? Category.of(text.getBytes())
                : Category.of(((Number) value).longValue());
    }

    static Iterable<String> names() {
        return Names.ALL.keySet();
    }

    /** What Spark calls when a query that names the function is analysed. */
    static Function1<Seq<Expression>, Expression> builder(String name) {
        return expressions -> {
            Call call = new Call(name, expressions);
            try {
                Expression made = Names.ALL.get(name).of(call);
                call.arguments.end();
                return made;
            } catch (IndpException wrong) {
                throw new IllegalArgumentException(name + ": " + wrong.getMessage(), wrong);
            }
        };
    }

    /** Registers all functions in a session. Tests the library first. */
    public static void register(SparkSession session) {
        Library.selfTest();
        FunctionRegistry registry =
                ((org.apache.spark.sql.classic.SparkSession) session).sessionState().functionRegistry();
        for (String name : names()) {
            registry.createOrReplaceTempFunction(name, builder(name), "java_udf");
        }
    }
}
