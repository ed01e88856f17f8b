/* Composes the SQL statement of a question so that Claim B3 (proof.md) holds. */
#include <string.h>

#include "choice.h"
#include "expression.h"
#include "question.h"

/* Refuses views and virtual tables, since their SQL or their code could fail. */
static int check_table(sqlite3 *db, const char *table, struct refusal *why)
{
    sqlite3_int64 found = 0;
    int rc = indpsql_integer(db, &found, 0,
                             "SELECT 1 FROM main.sqlite_master WHERE type = 'table' AND rootpage > "
                             "0 AND name = ?",
                             "t", table);
    if (rc != SQLITE_OK)
        return indpsql_refuse(why, "the private database cannot be read", "", "");
    return found && sqlite3_strnicmp(table, "sqlite_", 7) != 0
               ? 1
               : indpsql_refuse(why,
                                "table must be the exact name of a table that is neither a view "
                                "nor virtual",
                                "", "");
}

static int check_expressions(sqlite3 *db, const struct question *question, struct refusal *why)
{
    struct scope scope;
    scope.db = db;
    scope.table = question->table;
    scope.data = &question->arguments;
    scope.is_parameter = NULL;
    if (!indpsql_expression_check(&scope, "person", question->person, why) ||
        (question->key != NULL && !indpsql_expression_check(&scope, "key", question->key, why)))
        return 0;
    scope.is_parameter = indpsql_arguments_has;
    return indpsql_expression_check(&scope, "value", question->value, why) &&
           (question->where == NULL ||
            indpsql_expression_check(&scope, "where", question->where, why));
}

/* The window function numbers the rows of each person. Two rows belong to the same person if their
 * person columns compare as equal. Rows with equal hashes are ordered by key, then by value. So the
 * order is left open only between rows with equal keys and equal values. A row whose person is NULL
 * counts as a person of its own. */
static char *compose(const struct question *q)
{
    const char *key = q->key == NULL ? "NULL" : q->key, *where = q->where == NULL ? "1" : q->where;
    return sqlite3_mprintf(
        "SELECT indp_key, indp_value FROM (SELECT (%s) AS indp_key, (%s) AS indp_value, "
        "row_number() OVER (PARTITION BY (%s) ORDER BY indp_choice(:indp_secret, (%s), (%s), "
        "(%s)), (%s) COLLATE BINARY, (%s) COLLATE BINARY) AS indp_number, (%s) IS NULL AS "
        "indp_alone FROM main.\"%w\" "
        "WHERE (%s) AND (%s) IS NOT NULL%s%s%s) WHERE indp_number <= :indp_rows OR indp_alone",
        key, q->value, q->person, q->person, key, q->value, key, q->value, q->person, q->table,
        where, q->value, q->key == NULL ? "" : " AND indp_listed(:indp_keys, (",
        q->key == NULL ? "" : key, q->key == NULL ? "" : "))");
}

/* Whether the statement has no parameters besides the declared ones and those that compose adds. */
static int has_known_parameters(const struct question *question, sqlite3_stmt *statement)
{
    int i;
    for (i = sqlite3_bind_parameter_count(statement); i > 0; i--) {
        const char *name = sqlite3_bind_parameter_name(statement, i);
        if (name == NULL || *name != ':')
            return 0;
        if (strcmp(name, ":indp_secret") != 0 && strcmp(name, ":indp_rows") != 0 &&
            strcmp(name, ":indp_keys") != 0 &&
            !indpsql_arguments_has(&question->arguments, name + 1, strlen(name + 1)))
            return 0;
    }
    return 1;
}

static int bind_own(const struct question *question, sqlite3_stmt *statement)
{
    sqlite3_int64 secret;
    int keys = sqlite3_bind_parameter_index(statement, ":indp_keys");
    int rc;
    sqlite3_randomness((int)sizeof secret, &secret);
    rc = sqlite3_bind_int64(statement, sqlite3_bind_parameter_index(statement, ":indp_secret"),
                            secret);
    if (rc == SQLITE_OK)
        rc = sqlite3_bind_int64(statement, sqlite3_bind_parameter_index(statement, ":indp_rows"),
                                question->spec->parameters.numbers.rows);
    if (rc == SQLITE_OK && keys != 0)
        rc = sqlite3_bind_pointer(statement, keys, (void *)&question->spec->keys,
                                  INDPSQL_KEYS_POINTER, NULL);
    return rc;
}

/* Compiles a statement. The authorizer of a reader's private connection counts SELECTs only during
 * this call, since SQLite may compile the statement again when it runs. */
static int compile(struct connection *connection, const char *sql, sqlite3_stmt **out)
{
    int rc;
    connection->selects = 0;
    connection->counts = 1;
    rc = sqlite3_prepare_v2(indpsql_questioned(connection), sql, -1, out, NULL);
    connection->counts = 0;
    return rc;
}

int indpsql_question_prepare(struct connection *connection, const struct question *question,
                             int bind, sqlite3_stmt **out, struct refusal *why)
{
    sqlite3 *db = indpsql_questioned(connection);
    char *sql;
    int rc;
    *out = NULL;
    if (!check_table(db, question->table, why) || !check_expressions(db, question, why))
        return 0;
    if (!indpsql_is_built_in(db, "row_number"))
        return indpsql_refuse(why,
                              "the private connection has replaced SQLite's function row_number, "
                              "which questions need",
                              "", "");
    sql = compose(question);
    if (sql == NULL)
        return indpsql_refuse_memory(why);
    rc = compile(connection, sql, out);
    sqlite3_free(sql);
    if (rc == SQLITE_NOMEM)
        return indpsql_refuse_memory(why);
    if (rc != SQLITE_OK || !sqlite3_stmt_readonly(*out) || !has_known_parameters(question, *out))
        return indpsql_refuse(why,
                              "each of \"person\", \"key\", \"value\" and \"where\" must be one "
                              "complete SQL expression",
                              "", "");
    rc = bind_own(question, *out);
    if (rc == SQLITE_OK && bind)
        rc = indpsql_arguments_bind(&question->arguments, *out);
    if (rc == SQLITE_NOMEM)
        return indpsql_refuse_memory(why);
    return rc == SQLITE_OK
               ? 1
               : indpsql_refuse(why,
                                "the parameters cannot be bound to the question's SQL statement",
                                "", "");
}

int indpsql_question_begin(sqlite3 *db, sqlite3_stmt **out)
{
    int rc = sqlite3_prepare_v2(db, "SELECT 1 FROM main.sqlite_master", -1, out, NULL);
    return rc == SQLITE_OK ? sqlite3_step(*out) : rc;
}

int indpsql_question_rehearse(struct connection *connection)
{
    struct question question;
    sqlite3_stmt *statement = NULL;
    char *sql;
    int rc;
    memset(&question, 0, sizeof question);
    question.table = "sqlite_master";
    question.person = question.value = question.where = "1";
    sql = compose(&question);
    rc = sql == NULL ? SQLITE_NOMEM : compile(connection, sql, &statement);
    sqlite3_free(sql);
    sqlite3_finalize(statement);
    return rc;
}
