# Tests that the schema of a database can neither release an answer nor change the arithmetic of the
# connection. People open database files that a stranger wrote, and then insert into their tables.
L="x'696E64700101000001000000000000000200000000000000'" # the state of a count
A="x'696E6470010300000100000000000000020000000000000000000000000000000000000000002440D2FFFFFF00000000000000000000000000000000008002000000000000C000000000000000000000'" # the state of an average
foreign() { # SCHEMA STATEMENTS: prints commands that create SCHEMA in a new database and run STATEMENTS
    printf '.open :memory:\n.load %s\nCREATE TABLE log(x);\nPRAGMA trusted_schema = %s;\n%s;\n%s' "$extension" "$schema" "$1" "$2"
}
ONLY='call this function directly in a statement, by its name without quotes, not in a constraint or default of a table'
for schema in ON OFF; do
    for f in "dp_release($L, 1)" "dp_release_parts($A, 1)" 'indp_float_precision(53)'; do
        name=${f%%(*}
        refused "$name in a CHECK of a table, trusted_schema $schema" \
            "$(foreign "CREATE TABLE e(x CHECK ($f > -1e9))" 'INSERT INTO e VALUES (1)')" "$name"
        refused "$name in a CHECK, at UPDATE, trusted_schema $schema" \
            "$(foreign "CREATE TABLE e(x CHECK (x < 2 OR $f > -1e9)); INSERT INTO e VALUES (1)" 'UPDATE e SET x = 3')" "$name"
        refused "$name in a DEFAULT, trusted_schema $schema" \
            "$(foreign "CREATE TABLE e(y, x DEFAULT ($f))" 'INSERT INTO e(y) VALUES (1)')" "$name"
        refused "$name in a generated column, trusted_schema $schema" \
            "$(foreign "CREATE TABLE e(x, y AS ($f))" 'INSERT INTO e VALUES (1)')" 'non-deterministic'
        refused "$name in an index, trusted_schema $schema" \
            "$(foreign "CREATE TABLE e(x); CREATE INDEX i ON e($f)" 'INSERT INTO e VALUES (1)')" 'non-deterministic'
        refused "$name in a partial index, trusted_schema $schema" \
            "$(foreign "CREATE TABLE e(x); CREATE INDEX i ON e(x) WHERE $f > 0" 'INSERT INTO e VALUES (1)')" 'non-deterministic'
        refused "$name in a view, trusted_schema $schema" "$(foreign "CREATE VIEW e AS SELECT $f" 'SELECT * FROM e')" \
            "unsafe use of $name()"
        for event in 'AFTER INSERT' 'BEFORE INSERT'; do
            refused "$name in a trigger $event, trusted_schema $schema" \
                "$(foreign "CREATE TABLE e(x); CREATE TRIGGER g $event ON e BEGIN INSERT INTO log SELECT $f; END" 'INSERT INTO e VALUES (1)')" \
                \
                "unsafe use of $name()"
        done
        refused "$name in the WHEN of a trigger, trusted_schema $schema" \
            "$(foreign "CREATE TABLE e(x); CREATE TRIGGER g AFTER INSERT ON e WHEN $f > 0 BEGIN DELETE FROM log; END" 'INSERT INTO e VALUES (1)')" \
            \
            "unsafe use of $name()"
    done
    # A comment in the schema that names the function must not hide a call in the schema.
    refused "dp_release in a CHECK with a comment, trusted_schema $schema" \
        "$(foreign "CREATE TABLE e(x, y CHECK (/* dp_release */ dp_release(y, 1) > -1e9))" "INSERT INTO e VALUES (1, $L)")" \
        "dp_release: $ONLY"
    # The extension looks for a call in the text of the statement. The name of the function in data,
    # in a comment, or as the name of a column or table must not pass for a call.
    for f in "dp_release($L, 1)" "dp_release_parts($A, 1)" 'indp_float_precision(53)'; do
        name=${f%%(*}
        for statement in "INSERT INTO e VALUES ('$name')" "INSERT INTO e VALUES ('$name(1)')" \
            "INSERT INTO e VALUES (1) -- $name(1)" "INSERT INTO e /* $name(1) */ VALUES (1)" \
            "INSERT INTO e(\"$name\") VALUES (1)" "INSERT INTO e VALUES ('it''s $name(1)')"; do
            column=x
            case $statement in *'e("'*) column="$name" ;; esac
            refused "$name not called: $statement, trusted_schema $schema" \
                "$(foreign "CREATE TABLE e($column CHECK ($f > -1e9))" "$statement")" "$name: $ONLY"
        done
        for statement in "INSERT INTO $name VALUES (1)" "INSERT INTO $name(x) VALUES (1)" \
            "REPLACE INTO main.$name (x) VALUES (1)" "INSERT INTO [$name](x) VALUES (1)" "UPDATE $name SET x = 2"; do
            table="CREATE TABLE $name(x CHECK (x = 7 OR $f > -1e9)); INSERT INTO $name VALUES (7)"
            refused "$name as a table: $statement, trusted_schema $schema" "$(foreign "$table" "$statement")" "$name: $ONLY"
        done
    done
    answer "indp_float_precision in a CTE and with spaces, trusted_schema $schema" \
        "$(foreign 'SELECT 1 WHERE 0' 'WITH c AS (SELECT Indp_Float_Precision /* . */ (53) AS p) SELECT p FROM c; INSERT INTO log SELECT indp_float_precision(0)')" \
        \
        53
    answer "dp_release called by the statement itself, trusted_schema $schema" \
        "$(foreign "CREATE TABLE e AS SELECT DP_Release($L, $E) AS r" "INSERT INTO e SELECT dp_release($L, $E); UPDATE e SET r = r + dp_release($L, $E); SELECT * FROM e")" \
        \
        '4
4'
    answer "dp_release_parts called by the statement itself, trusted_schema $schema" \
        "$(foreign "CREATE TABLE e AS SELECT json_extract(DP_Release_Parts($A, $E), '$.count') AS n" "INSERT INTO e SELECT json_extract(dp_release_parts($A, $E), '$.count'); SELECT * FROM e")" \
        \
        '2.0
2.0'
    answer "indp_float_precision called by the statement itself, trusted_schema $schema" \
        "$(foreign 'SELECT 1 WHERE 0' 'SELECT indp_float_precision(53); SELECT indp_float_precision()')" '53
53'
done

# If no row matches, the recommended LEFT JOIN yields a padding row of NULLs, which disappears as
# soon as a real row matches. If an expression is not NULL on the padding row, the aggregate counts
# that row. Then one person changes a sum twice: a real row appears, and the padding row disappears.
answer 'padding: dp_count(1, ..) counts the padding row' \
    "SELECT dp_count(1, $E), dp_count(t.x, $E) FROM (SELECT 1) LEFT JOIN t ON false" '1|0'
answer 'padding: coalesce counts the padding row' \
    "SELECT dp_sum(coalesce(t.x, 50), -50, 50, $E), dp_sum(t.x, -50, 50, $E) FROM (SELECT 1) LEFT JOIN t ON false" '50.0|0.0'
# Here epsilon is 1 and lambda is 50. With coalesce the sum is 50 without a row, and
# P(r > 50) = 1/2. With a row of -50, P(r > 50) = exp(-2)/2. The ratio is 7.4, but epsilon 1 allows
# only e. Without coalesce the sum is 0 without a row, and the ratio is e. Over 40,000 releases
# each, the measured ratio has a relative standard deviation of about 2 %, and the limits of both
# tests are at least 8 standard deviations away.
above() { # CALL ON: prints a subquery that counts how many of 40,000 releases are above 50
    echo "(SELECT sum(r > 50) FROM (SELECT $1 AS r FROM k LEFT JOIN (SELECT -50 AS x) AS p ON $2 GROUP BY k.i))"
}
holds 'padding: coalesce loses more than epsilon' \
    "SELECT $(above 'dp_sum(coalesce(p.x, 50), -50, 50, 1)' false) > 6 * $(above 'dp_sum(coalesce(p.x, 50), -50, 50, 1)' true)"
holds 'padding: the column itself loses no more than epsilon' \
    "SELECT $(above 'dp_sum(p.x, -50, 50, 1)' false) < 3.2 * $(above 'dp_sum(p.x, -50, 50, 1)' true)"
