package dev.indp.spark;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.BinaryType;
import org.apache.spark.sql.types.BooleanType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DateType;
import org.apache.spark.sql.types.IntegralType;
import org.apache.spark.sql.types.StringType;

/**
 * The key columns of a frame. Texts travel as bytes and dates as days: some texts are not valid
 * UTF-8, and the calendars of Spark and Java differ, so decoding them could fail or join two keys.
 */
final class Keys {
    private final List<String> names;
    private final List<DataType> types = new ArrayList<>();
    private final List<Column> columns = new ArrayList<>();

    /** Throws if a column has a type that a key cannot have. */
    Keys(Dataset<Row> frame, List<String> names) {
        this.names = List.copyOf(names);
        for (String name : names) {
            Column column = column(name);
            DataType type = frame.select(column).schema().fields()[0].dataType();
            check(name, type);
            types.add(type);
            columns.add(sent(column, type));
        }
    }

    /** The column of this name, which may contain dots. */
    static Column column(String name) {
        return functions.col("`" + name.replace("`", "``") + "`");
    }

    private static void check(String name, DataType type) {
        boolean known = type instanceof IntegralType || type instanceof StringType || type instanceof BooleanType
                || type instanceof DateType || type instanceof BinaryType;
        if (!known) {
            throw new IllegalArgumentException("by: " + name + " must be an integer, text, boolean, date or binary, not "
                    + type.simpleString() + ": cast it");
        }
        // Spark puts texts that a collation treats as equal into one group. The key of the group is
        // the text of one of its rows.
        if (!Call.binary(type)) {
            throw new IllegalArgumentException("by: " + name
                    + " must have the collation UTF8_BINARY: collate the column in the original data, before you make states");
        }
    }

    private static Column sent(Column column, DataType type) {
        if (type instanceof IntegralType) {
            return column.cast("long");
        }
        if (type instanceof StringType) {
            return column.cast("binary");
        }
        return type instanceof DateType ? functions.unix_date(column).cast("long") : column;
    }

    int size() {
        return names.size();
    }

    /** The columns in the form in which they travel. */
    List<Column> columns() {
        return columns;
    }

    /** The key of a row that begins with these columns. */
    List<Object> of(Row row) {
        List<Object> key = new ArrayList<>();
        for (int i = 0; i < size(); i++) {
            Object value = row.get(i);
            // A byte[] would be compared by identity.
            key.add(value instanceof byte[] bytes ? ByteBuffer.wrap(bytes) : value);
        }
        return key;
    }

    /** A key that the caller gave, in the form in which keys travel. */
    List<Object> of(Object... key) {
        if (key.length != size()) {
            throw new IllegalArgumentException("key: there must be one value for each key column, " + size() + " in all");
        }
        List<Object> found = new ArrayList<>();
        for (int i = 0; i < size(); i++) {
            Object value = key[i] == null ? null : sent(key[i], types.get(i));
            if (value == null && key[i] != null) {
                throw new IllegalArgumentException("key: values of " + names.get(i) + " must be " + types.get(i).simpleString()
                        + ", not " + key[i].getClass().getSimpleName());
            }
            found.add(value);
        }
        return found;
    }

    private static ByteBuffer bytes(String text) {
        try {
            // getBytes would turn a lone surrogate into the key "?".
            return StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(text));
        } catch (CharacterCodingException wrong) {
            throw new IllegalArgumentException("key: the text has a surrogate without its pair", wrong);
        }
    }

    /** The value in the form in which it travels, or null if it does not fit the type. */
    private static Object sent(Object value, DataType type) {
        if (type instanceof IntegralType) {
            boolean integer = value instanceof Byte || value instanceof Short || value instanceof Integer || value instanceof Long;
            return integer ? (Object) ((Number) value).longValue() : null;
        }
        if (type instanceof StringType) {
            return value instanceof String text ? bytes(text) : null;
        }
        if (type instanceof BinaryType) {
            return value instanceof byte[] bytes ? ByteBuffer.wrap(bytes.clone()) : null;
        }
        if (type instanceof DateType) {
            return value instanceof LocalDate date ? (Object) date.toEpochDay() : null;
        }
        return value instanceof Boolean ? value : null;
    }
}
