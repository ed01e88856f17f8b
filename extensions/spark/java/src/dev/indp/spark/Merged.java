package dev.indp.spark;

import dev.indp.IndpException;
import dev.indp.State;
import dev.indp.Status;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.BinaryType;

/**
 * States on the driver, merged by key, for releases in Java. Threads may share an object.
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
    /** The first state of each column, to compare parameters with, and null if there is none. */
    private final byte[][] first;
    private final Keys keys;
    private final List<String> names;

    private Merged(Keys keys, List<String> names) {
        this.keys = keys;
        this.names = List.copyOf(names);
        this.first = new byte[names.size()][];
    }

    /**
     * Runs a job: collects the key columns and the columns of states. If a key has several rows,
     * their states are merged. Throws before the job if the type of a key is not an integer type,
     * text with the collation UTF8_BINARY, boolean, date or binary, if a column of states is not
     * binary, or if `names` contains a name twice, whatever the case of its letters.
     */
    public static Merged collect(Dataset<Row> states, List<String> by, List<String> names) {
        Merged merged = new Merged(new Keys(states, by), names);
        List<Column> columns = new ArrayList<>(merged.keys.columns());
        for (String name : names) {
            // Two names of one column would let its states be taken twice.
            if (names.stream().filter(name::equalsIgnoreCase).count() > 1) {
                throw new IllegalArgumentException("names: the same column is given twice");
            }
            Column column = Keys.column(name);
            if (!(states.select(column).schema().fields()[0].dataType() instanceof BinaryType)) {
                throw new IllegalArgumentException("names: the column " + name + " must be binary");
            }
            columns.add(column);
        }
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
            if (first[i] == null) {
                first[i] = bytes;
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
     *     first state of the column, whatever its key is, has another kind or other parameters
     * @throws IllegalStateException if the state of this key was taken before
     */
    public synchronized <S extends State<S>> S take(S empty, String name, Object... key) {
        if (Objects.requireNonNull(empty, "empty").rows() != 0) {
            throw new IllegalArgumentException("the argument `empty` must be a state without rows");
        }
        int at = names.indexOf(name);
        if (at < 0) {
            throw new IllegalArgumentException("name: this column was not passed to collect");
        }
        // take(empty, name, null) passes null as the whole array, not as the key in an array.
        List<Object> wanted = keys.of(key == null ? new Object[] {null} : key);
        compare(empty, first[at]);
        List<Object> entry = new ArrayList<>(wanted);
        entry.add(at);
        if (taken.contains(entry)) {
            throw new IllegalStateException("the state of this key was taken before: take returns each state only once");
        }
        State<?>[] group = groups.get(wanted);
        if (group != null && group[at] != null) {
            States.merge(empty, group[at]);
            group[at] = null;
        }
        taken.add(entry);
        return empty;
    }

    /** Throws if the bytes cannot be merged into a state like `empty`. Changes nothing. */
    private static void compare(State<?> empty, byte[] bytes) {
        if (bytes == null) {
            return;
        }
        try {
            States.merge(State.fromBytes(empty.toBytes()), State.fromBytes(bytes));
        } catch (IndpException wrong) {
            if (wrong.status() == Status.STATE_MISMATCH) {
                throw new IllegalArgumentException("the argument `empty` must have the kind and the parameters of the states of this column", wrong);
            }
            throw wrong;
        }
    }
}
