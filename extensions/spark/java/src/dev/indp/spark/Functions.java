package dev.indp.spark;

import dev.indp.Category;
import dev.indp.Count;
import dev.indp.Histogram;
import dev.indp.IndpException;
import dev.indp.Library;
import dev.indp.Mean;
import dev.indp.Mode;
import dev.indp.NumberState;
import dev.indp.Quantile;
import dev.indp.StdDev;
import dev.indp.Sum;
import dev.indp.Variance;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
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

    private static final Map<String, Builder> ALL = new LinkedHashMap<>();

    static {
        ALL.put("dp_count_state", call -> {
            long rows = call.rows();
            return call.count(new Count(rows));
        });
        bounded("dp_sum_state", (lo, hi, rows) -> new Sum(lo, hi, rows));
        bounded("dp_avg_state", (lo, hi, rows) -> new Mean(lo, hi, rows));
        bounded("dp_var_state", (lo, hi, rows) -> new Variance(lo, hi, rows));
        bounded("dp_stddev_state", (lo, hi, rows) -> new StdDev(lo, hi, rows));
        quantile("dp_quantile_state", call -> call.arguments.number("q"));
        quantile("dp_median_state", call -> 0.5);
        quantile("dp_min_state", call -> 0.0);
        quantile("dp_max_state", call -> 1.0);
        ALL.put("dp_mode_state", Functions::mode);
        ALL.put("dp_histogram_state", call -> {
            double[] edges = call.arguments.numbers("edges");
            long rows = call.rows();
            return call.numbers(new Histogram(edges, rows), edges);
        });
        ALL.put("dp_merge", call -> {
            long rows = call.arguments.whole("rows_per_person", 0);
            if (rows == 0) {
                throw call.arguments.refuse("rows_per_person", "is missing");
            }
            return call.merge(rows);
        });
    }

    /** Makes a state from bounds. */
    private interface Bounded {
        NumberState<?> of(double lo, double hi, long rowsPerPerson);
    }

    private static void bounded(String name, Bounded state) {
        ALL.put(name, call -> {
            double lo = call.arguments.number("lo");
            double hi = call.arguments.number("hi");
            return call.numbers(state.of(lo, hi, call.rows()), lo, hi);
        });
    }

    private static void quantile(String name, Function<Call, Double> q) {
        ALL.put(name, call -> {
            double rank = q.apply(call);
            double lo = call.arguments.number("lo");
            double hi = call.arguments.number("hi");
            long rows = call.rows();
            return call.numbers(new Quantile(rank, lo, hi, rows, call.arguments.points()), lo, hi);
        });
    }

    private static Expression mode(Call call) {
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
        return ALL.keySet();
    }

    /** What Spark calls when a query that names the function is analysed. */
    static Function1<Seq<Expression>, Expression> builder(String name) {
        return expressions -> {
            Call call = new Call(name, expressions);
            try {
                Expression made = ALL.get(name).of(call);
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
