package dev.indp.spark;

import dev.indp.State;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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
    private final List<String> names;

    private Merged(List<String> names) {
        this.names = List.copyOf(names);
    }

    /**
     * Runs a job: collects the key columns and the columns of states, which may have several rows
     * for a key.
     */
    public static Merged collect(Dataset<Row> states, List<String> by, List<String> names) {
        Merged merged = new Merged(names);
        List<Column> columns = new ArrayList<>();
        by.forEach(name -> columns.add(functions.col(name)));
        names.forEach(name -> columns.add(functions.col(name).cast("binary")));
        for (Row row : states.select(columns.toArray(new Column[0])).collectAsList()) {
            merged.add(row, by.size());
        }
        return merged;
    }

    private void add(Row row, int keys) {
        List<Object> key = new ArrayList<>();
        for (int i = 0; i < keys; i++) {
            key.add(plain(row.get(i)));
        }
        State<?>[] group = groups.computeIfAbsent(key, k -> new State<?>[names.size()]);
        for (int i = 0; i < group.length; i++) {
            byte[] bytes = row.getAs(keys + i);
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

    /** An integer of any type as a Long, since an Integer never equals a Long. */
    private static Object plain(Object value) {
        if (value instanceof byte[]) {
            return ByteBuffer.wrap((byte[]) value); // arrays are compared by identity
        }
        boolean integer = value instanceof Integer || value instanceof Short || value instanceof Byte;
        return integer ? (Object) ((Number) value).longValue() : value;
    }

    /**
     * Takes the state of a public key: the rows are added to an empty state with the public
     * parameters, which is returned. A key without rows gives the empty state, whose release is
     * noise. Throws if the states have another kind or other parameters. The rows can be taken
     * once.
     */
    public <S extends State<S>> S take(S empty, String name, Object... key) {
        int at = names.indexOf(name);
        if (at < 0) {
            throw new IllegalArgumentException("name: no such column of states");
        }
        State<?>[] group = groups.get(Arrays.stream(key).map(Merged::plain).toList());
        if (group != null && group[at] != null) {
            States.merge(empty, group[at]);
            group[at] = null;
        }
        return empty;
    }
}
