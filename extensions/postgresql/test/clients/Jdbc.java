import java.sql.Array;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;

/** JDBC: the metadata that tools read, prepared statements with binary transfer, and cursors. */
public final class Jdbc {
    private static final String COUNT = "SELECT dp_count(*) FROM visit_private";
    private static int passed;
    private static int failed;

    private interface Call {
        Object run() throws SQLException;
    }

    private static void check(String name, Call call, Object expected) {
        Object actual;
        try {
            actual = call.run();
        } catch (SQLException e) {
            actual = e.getMessage();
        }
        if (expected.equals(actual)) {
            passed++;
        } else {
            failed++;
            System.out.println("FAIL " + name + ": expected <" + expected + ">, got <" + actual + ">");
        }
    }

    /** The values of a column, in their order. */
    private static List<String> column(ResultSet rows, String column) throws SQLException {
        List<String> values = new ArrayList<>();
        try (rows) {
            while (rows.next()) {
                values.add(rows.getString(column));
            }
        }
        return values;
    }

    private static Object refusal(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.executeQuery(sql);
            return "no error";
        } catch (SQLException e) {
            return e.getSQLState() + " " + e.getMessage().lines().findFirst().orElse("");
        }
    }

    private static void describe(DatabaseMetaData data) {
        check("getTables", () -> column(data.getTables(null, "ada", "%", new String[] {"TABLE"}), "TABLE_NAME"), List.of("shift", "team"));
        check("getTables, views", () -> column(data.getTables(null, "public", "visit%", null), "TABLE_NAME").contains("visit_private"), true);
        check("getTables, all", () -> column(data.getTables(null, null, "%", null), "TABLE_NAME").size() > 100, true);
        check("getColumns", () -> column(data.getColumns(null, "ada", "shift", "%"), "COLUMN_NAME"), List.of("id", "team", "mood", "hours", "during", "tags"));
        check("getColumns, remarks", () -> column(data.getColumns(null, "ada", "shift", "hours"), "REMARKS"), List.of("planned hours"));
        check("getColumns of the view", () -> column(data.getColumns(null, "public", "visit_private", "%"), "COLUMN_NAME"), List.of("patient", "month", "ward", "cost"));
        check("getPrimaryKeys", () -> column(data.getPrimaryKeys(null, "ada", "shift"), "COLUMN_NAME"), List.of("id"));
        check("getIndexInfo", () -> column(data.getIndexInfo(null, "ada", "shift", false, false), "COLUMN_NAME"), List.of("id", "during", "team", "hours"));
        check("getIndexInfo, rows are not told", () -> column(data.getIndexInfo(null, "public", "visit", false, false), "CARDINALITY"), java.util.Arrays.asList(null, null));
        check("getImportedKeys", () -> column(data.getImportedKeys(null, "ada", "shift"), "PKTABLE_NAME"), List.of("team"));
        check("getExportedKeys", () -> column(data.getExportedKeys(null, "ada", "team"), "FKTABLE_NAME"), List.of("shift"));
        check("getCrossReference", () -> column(data.getCrossReference(null, "ada", "team", null, "ada", "shift"), "FKCOLUMN_NAME"), List.of("team"));
        check("getBestRowIdentifier", () -> column(data.getBestRowIdentifier(null, "ada", "shift", DatabaseMetaData.bestRowSession, false), "COLUMN_NAME"), List.of("id"));
        check("getVersionColumns", () -> column(data.getVersionColumns(null, "ada", "shift"), "COLUMN_NAME"), List.of("ctid"));
        check("getTypeInfo", () -> column(data.getTypeInfo(), "TYPE_NAME").contains("mood"), true);
        check("getUDTs", () -> column(data.getUDTs(null, "ada", "%", null), "TYPE_NAME"), List.of("long", "shift", "team", "teams"));
        check("getSchemas", () -> column(data.getSchemas(), "TABLE_SCHEM").containsAll(List.of("ada", "indp", "public")), true);
        check("getCatalogs", () -> column(data.getCatalogs(), "TABLE_CAT").contains("clinic"), true);
        check("getTableTypes", () -> column(data.getTableTypes(), "TABLE_TYPE").contains("VIEW"), true);
        check("getFunctions", () -> column(data.getFunctions(null, "ada", "%"), "FUNCTION_NAME"), List.of("touch", "twice"));
        check("getFunctionColumns", () -> column(data.getFunctionColumns(null, "ada", "twice", "%"), "COLUMN_NAME"), List.of("returnValue", "n"));
        check("getProcedures", () -> column(data.getProcedures(null, "ada", "%"), "PROCEDURE_NAME"), List.of("clear"));
        check("getProcedureColumns", () -> column(data.getProcedureColumns(null, "ada", "%", "%"), "COLUMN_NAME").contains("n"), true);
        check("getTablePrivileges", () -> column(data.getTablePrivileges(null, "ada", "shift"), "PRIVILEGE").contains("SELECT"), true);
        check("getColumnPrivileges", () -> column(data.getColumnPrivileges(null, "ada", "shift", "hours"), "PRIVILEGE").contains("SELECT"), true);
        check("getClientInfoProperties", () -> column(data.getClientInfoProperties(), "NAME"), List.of("ApplicationName"));
        check("getSQLKeywords", () -> data.getSQLKeywords().contains("ilike"), true);
        check("getMaxColumnNameLength", data::getMaxColumnNameLength, 63);
        check("getUserName", data::getUserName, "ada");
    }

    private static void query(Connection connection) throws SQLException {
        try (PreparedStatement prepared = connection.prepareStatement("SELECT n + ?::int8, ?::float8, ?::int[] FROM (" + COUNT + ") AS s(n)")) {
            for (int i = 0; i < 4; i++) {
                int more = i;
                prepared.setLong(1, more);
                prepared.setDouble(2, 0.5);
                prepared.setArray(3, connection.createArrayOf("int4", new Integer[] {1, 2}));
                check("a prepared question, " + i, () -> {
                    try (ResultSet rows = prepared.executeQuery()) {
                        rows.next();
                        Array array = rows.getArray(3);
                        return rows.getLong(1) + " " + rows.getDouble(2) + " " + ((Integer[]) array.getArray()).length;
                    }
                }, (1200 + more) + " 0.5 2");
            }
        }
        connection.setAutoCommit(false);
        check("a cursor", () -> {
            try (Statement statement = connection.createStatement()) {
                statement.setFetchSize(10);
                int rows = 0;
                try (ResultSet result = statement.executeQuery("SELECT * FROM generate_series(1, 95)")) {
                    while (result.next()) {
                        rows++;
                    }
                }
                return rows;
            }
        }, 95);
        check("groups by a cursor", () -> {
            try (Statement statement = connection.createStatement()) {
                statement.setFetchSize(1);
                return column(statement.executeQuery("SELECT ward || dp_count(*) AS g FROM visit_private GROUP BY ward"), "g");
            }
        }, List.of("eye600", "skin600"));
        connection.commit();
        check("a row that can be updated", () -> {
            try (Statement statement = connection.createStatement(ResultSet.TYPE_SCROLL_INSENSITIVE, ResultSet.CONCUR_UPDATABLE);
                    ResultSet rows = statement.executeQuery("SELECT id, name FROM ada.team WHERE id = 1")) {
                rows.next();
                rows.updateString("name", "north-west");
                rows.updateRow();
                return rows.getString("name");
            }
        }, "north-west");
        check("a generated key", () -> {
            try (PreparedStatement insert = connection.prepareStatement("INSERT INTO ada.team(name) VALUES (?)", Statement.RETURN_GENERATED_KEYS)) {
                insert.setString(1, "jdbc");
                insert.executeUpdate();
                return column(insert.getGeneratedKeys(), "name");
            }
        }, List.of("jdbc"));
        check("a call", () -> {
            try (var call = connection.prepareCall("{? = call ada.twice(?)}")) {
                call.registerOutParameter(1, java.sql.Types.INTEGER);
                call.setInt(2, 4);
                call.execute();
                return call.getInt(1);
            }
        }, 8);
        check("metadata of a result", () -> {
            try (Statement statement = connection.createStatement(); ResultSet rows = statement.executeQuery("SELECT id, hours FROM ada.shift")) {
                var data = rows.getMetaData();
                return data.isAutoIncrement(1) + " " + data.isNullable(1) + " " + data.getColumnTypeName(2) + " " + ((org.postgresql.PGResultSetMetaData) data).getBaseTableName(1);
            }
        }, "true 0 numeric shift");
        connection.rollback();
        connection.setAutoCommit(true);
        check("isValid", () -> connection.isValid(5), true);
        check("the private table", () -> refusal(connection, "SELECT * FROM visit"), "42501 ERROR: indp: reading visit is refused: private rows can be read or inferred from it");
        check("whole rows that contain counts", () -> refusal(connection, "COPY pg_class TO STDOUT"),
            "42501 ERROR: indp: reading pg_class is refused: some of its columns count rows or transactions; SELECT shows the others");
    }

    public static void main(String[] arguments) throws SQLException {
        Properties properties = new Properties();
        properties.setProperty("user", "ada");
        properties.setProperty("prepareThreshold", "-1"); // binary from the first execution on
        String url = "jdbc:postgresql://127.0.0.1:" + System.getenv("PGPORT") + "/clinic";
        try (Connection connection = DriverManager.getConnection(url, properties)) {
            describe(connection.getMetaData());
            query(connection);
        }
        System.out.println(passed + " passed, " + failed + " failed");
        System.exit(failed == 0 && passed > 0 ? 0 : 1);
    }
}
