package dev.indp.spark;

import dev.indp.State;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;

/**
 * States on the driver, merged by key, for releases in Java:
 *
 * <pre>Merged states = Merged.collect(spark.sql("SELECT site, dp_sum_state(mdvis, 0, 20, 5) AS visits"
 *         + " FROM hie GROUP BY site"), List.of("site"), List.of("visits"));
 * for (int site : publicSites) {
 *     double about = states.take(new Sum(0, 20, 5), "visits", site).release(0.3);
 * }</pre>
 */
public final class Merged {
    private final Map<List<Object>, State<?>[]> groups = new HashMap<>();
    private final Set<List<Object>> taken = new HashSet<>();
    private final Keys keys;
    private final List<String> names;

    private Merged(Keys keys, List<String> names) {
        this.keys = keys;
        this.names = List.copyOf(names);
    }

    /**
     * Runs a job: collects the key columns and the columns of states, which may have several rows
     * for a key. Throws before the job if the type of a key is not an integer type, text with the
     * collation UTF8_BINARY, boolean, date or binary.
     */
    public static Merged collect(Dataset<Row> states, List<String> by, List<String> names) {
        Merged merged = new Merged(new Keys(states, by), names);
        List<Column> columns = new ArrayList<>(merged.keys.columns());
        names.forEach(name -> columns.add(functions.col(name).cast("binary")));
        for (Row row : states.select(columns.toArray(new Column[0])).collectAsList()) {
            merged.add(row);
        }
        return merged;
    }

    private void add(Row row) {
        State<?>[] group = groups.computeIfAbsent(keys.of(row), k -> new State<?>[names.size()]);
        for (int i = 0; i < group.length; i++) {
            byte[] bytes = row.getAs(keys.size() + i);
            if (bytes == null) {
                continue;
            }
            State<?> state = State.fromBytes(bytes);
            if (group[i] == null) {
                group[i] = state;
            } else {
                States.merge(group[i], state);
            }
        }
    }

    /**
     * Takes the state of a public key: merges its rows into `empty`, an empty state with the public
     * parameters, and returns that state. A key without rows gives the empty state, whose release
     * is noise. Integers may be of any integer type, and dates are LocalDate.
     *
     * @throws IllegalArgumentException if a value does not fit the type of its key column, or the
     *     states have another kind or other parameters
     * @throws IllegalStateException if the state of this key was taken before
     */
    public <S extends State<S>> S take(S empty, String name, Object... key) {
        int at = names.indexOf(name);
        if (at < 0) {
            throw new IllegalArgumentException("name: this column was not passed to collect");
        }
        List<Object> wanted = keys.of(key);
        List<Object> entry = new ArrayList<>(wanted);
        entry.add(at);
        if (taken.contains(entry)) {
            throw new IllegalStateException("key: its state was taken before");
        }
        State<?>[] group = groups.get(wanted);
        if (group != null && group[at] != null) {
            States.merge(empty, group[at]);
            group[at] = null;
        }
        taken.add(entry);
        return empty;
    }
}
