#include "declare.h"

#include <string.h>

#include "../ledger/budgets.h"
#include "../ledger/kept.h"

static const char *const NAMES[] = { INDPSQL_SHARED_NAMES, NULL };

/* Whether the name may become a function. Names of functions that exist, with any number of
 * arguments, are refused: otherwise a call with another number of arguments would silently call the
 * existing function. */
static int is_free(sqlite3 *db, const char *name, struct refusal *why)
{
    int own = 0, other = 0, rc;
    if (sqlite3_keyword_check(name, (int)strlen(name)) ||
        sqlite3_strnicmp(name, "sqlite_", 7) == 0 || sqlite3_strnicmp(name, "dp_", 3) == 0 ||
        sqlite3_strnicmp(name, "indp_", 5) == 0)
        return indpsql_refuse(
            why, "name must not be a keyword of SQL or begin with sqlite_, dp_ or indp_", "", "");
    rc = indpsql_find_function(db, name, 1, &own);
    if (rc == SQLITE_OK)
        rc = indpsql_find_function(db, name, 0, &other);
    if (rc != SQLITE_OK)
        return indpsql_refuse(why, "the functions of this connection cannot be listed", "", "");
    return own || other ? indpsql_refuse(why, "%s is already the name of a function", name, "") : 1;
}

static void leave_callee(void *pointer)
{
    struct callee *callee = pointer;
    callee->declared->registered[callee->arguments] = 0;
    indpsql_connection_leave(callee->connection);
    sqlite3_free(callee);
}

/* SQLite calls leave_callee even if it refuses the function. SQLITE_DIRECTONLY forbids calls from
 * views and triggers, which could otherwise spend a budget unseen. */
static int register_function(struct connection *connection, struct declared *declared,
                             struct refusal *why)
{
    int arguments = declared->spec->keys.n == 0 ? 1 : 2;
    struct callee *callee;
    int rc;
    if (declared->registered[arguments])
        return 1;
    callee = sqlite3_malloc((int)sizeof *callee);
    if (callee == NULL)
        return indpsql_refuse_memory(why);
    callee->connection = connection;
    callee->declared = declared;
    callee->arguments = arguments;
    indpsql_connection_enter(connection);
    rc = sqlite3_create_function_v2(connection->db, declared->name, arguments,
                                    SQLITE_UTF8 | SQLITE_DIRECTONLY, callee, NULL,
                                    indpsql_call_step, indpsql_call_final, leave_callee);
    if (rc != SQLITE_OK)
        return indpsql_refuse(why, "the function cannot be registered: %s", sqlite3_errstr(rc), "");
    declared->registered[arguments] = 1;
    return 1;
}

/* Makes the function of a new declaration, or changes the declaration of an existing function. */
static int install(struct connection *connection, const char *name, struct spec *spec,
                   struct refusal *why)
{
    struct declared *declared = indpsql_declared_find(connection, name);
    int known = declared != NULL && (declared->registered[1] || declared->registered[2]);
    if (!known && !is_free(connection->db, name, why))
        return 0;
    if (declared == NULL) {
        declared = indpsql_declared_new(name);
        if (declared == NULL)
            return indpsql_refuse_memory(why);
        declared->next = connection->declared;
        connection->declared = declared;
    }
    indpsql_declared_set(declared, spec);
    return register_function(connection, declared, why);
}

static int read_spec(sqlite3 *db, const char *kind, const char *fields, struct spec **out,
                     struct refusal *why)
{
    struct field read[FIELD_SHARED];
    int good = indpsql_fields_read(db, fields, "fields", NAMES, read, why) &&
               indpsql_spec_read(db, kind, read, out, why);
    indpsql_fields_free(NAMES, read);
    return good && !indpsql_spec_keep(*out, kind, fields) ? indpsql_refuse_memory(why) : good;
}

int indpsql_add_declaration(struct ledger *ledger, const char *name, const char *kind,
                            const char *fields, int keeps, install_function *install, void *data,
                            struct refusal *why)
{
    struct entry entry = { 0, "declare", NULL, NULL, 0, 0 };
    sqlite3_int64 taken = 0;
    sqlite3 *db = indpsql_ledger_begin(ledger, why);
    int good = 1, rc;
    if (db == NULL)
        return 0;
    entry.name = name;
    rc = indpsql_integer(db, &taken, 0, "SELECT 1 FROM declaration WHERE name = ?", "t", name);
    if (rc == SQLITE_OK && taken)
        good = indpsql_refuse(why, "%s is already declared: call dp_forget first", name, "");
    if (rc == SQLITE_OK && good)
        rc = indpsql_execute(db, "INSERT INTO declaration VALUES (?, ?, ?)", "ttt", name, kind,
                             fields);
    if (rc == SQLITE_OK && good && keeps)
        rc = indpsql_kept_make(db);
    if (rc == SQLITE_OK && good)
        rc = indpsql_ledger_now(db, &entry.time);
    if (rc == SQLITE_OK && good)
        rc = indpsql_ledger_log(db, &entry);
    if (rc != SQLITE_OK)
        good = indpsql_file_failed(rc, why);
    good = good && (install == NULL || install(data, why));
    return indpsql_ledger_end(ledger, good, why);
}

/* The declared aggregate that dp_declare installs. */
struct installing {
    struct connection *connection;
    const char *name;
    struct spec *spec;
};

static int install_new(void *data, struct refusal *why)
{
    struct installing *installing = data;
    return install(installing->connection, installing->name, installing->spec, why);
}

static void uninstall(struct connection *connection, const char *name)
{
    struct declared *declared = indpsql_declared_find(connection, name);
    if (declared != NULL)
        indpsql_declared_clear(declared);
}

/* Runs an owner's function that returns the name of what it declared or forgot. */
static void act(sqlite3_context *context, sqlite3_value **argv,
                int (*does)(struct connection *, sqlite3_value **, const char **, struct refusal *))
{
    const struct function *function = sqlite3_user_data(context);
    struct refusal why;
    const char *name;
    if (!indpsql_is_owner(context, function))
        return;
    if (does(function->connection, argv, &name, &why))
        sqlite3_result_text(context, name, -1, SQLITE_TRANSIENT);
    else
        indpsql_fail_refused(context, function->name, &why);
}

static int declare(struct connection *connection, sqlite3_value **argv, const char **name,
                   struct refusal *why)
{
    const char *kind, *fields;
    struct installing installing;
    sqlite3 *db;
    int good;
    if (!indpsql_read_name(argv[0], name))
        return indpsql_refuse(why, "name must be " INDPSQL_NAME_RULE, "", "");
    kind = indpsql_read_text(argv[1]);
    fields = indpsql_read_text(argv[2]);
    if (kind == NULL || fields == NULL)
        return indpsql_refuse(why,
                              "aggregate and fields must be texts; the text of fields must be a "
                              "JSON object",
                              "", "");
    installing.connection = connection;
    installing.name = *name;
    installing.spec = NULL;
    db = indpsql_ledger_read(connection->ledger, why);
    if (db == NULL)
        return 0;
    good = read_spec(db, kind, fields, &installing.spec, why);
    indpsql_ledger_leave(connection->ledger);
    good = good && indpsql_add_declaration(connection->ledger, *name, kind, fields, 0, install_new,
                                           &installing, why);
    /* If `install` has already attached the spec to the function of this name, the spec has a
     * second reference, and it is detached again. If the refusal came earlier, the spec has one
     * reference, and an older declaration of this name stays. */
    if (!good && installing.spec != NULL && installing.spec->references > 1)
        uninstall(connection, *name);
    indpsql_spec_leave(installing.spec);
    return good;
}

void indpsql_declare(sqlite3_context *context, int argc, sqlite3_value **argv)
{
    (void)argc;
    act(context, argv, declare);
}

static int forget(struct connection *connection, sqlite3_value **argv, const char **name,
                  struct refusal *why)
{
    struct entry entry = { 0, "forget", NULL, NULL, 0, 0 };
    sqlite3 *db;
    int changed = 0, good = 1, rc;
    if (!indpsql_read_name(argv[0], name))
        return indpsql_refuse(why, "name must be " INDPSQL_NAME_RULE, "", "");
    db = indpsql_ledger_begin(connection->ledger, why);
    if (db == NULL)
        return 0;
    entry.name = *name;
    rc = indpsql_execute(db, "DELETE FROM declaration WHERE name = ?", "t", *name);
    changed = rc == SQLITE_OK ? sqlite3_changes(db) : 0;
    if (rc == SQLITE_OK)
        rc = indpsql_kept_drop(db, *name);
    if (rc == SQLITE_OK)
        rc = indpsql_ledger_now(db, &entry.time);
    if (rc == SQLITE_OK)
        rc = indpsql_ledger_log(db, &entry);
    if (rc != SQLITE_OK)
        good = indpsql_file_failed(rc, why);
    else if (changed == 0)
        good = indpsql_refuse(why, "nothing of this name is declared", "", "");
    if (!indpsql_ledger_end(connection->ledger, good, why))
        return 0;
    uninstall(connection, *name);
    return 1;
}

void indpsql_forget(sqlite3_context *context, int argc, sqlite3_value **argv)
{
    (void)argc;
    act(context, argv, forget);
}

/* Installs the declared aggregates. If one cannot be installed, the others still are, and the first
 * reason is returned at the end. */
static int load(struct connection *connection, sqlite3 *db, struct refusal *why)
{
    sqlite3_stmt *statement = NULL;
    struct refusal first;
    int good = 1;
    int rc =
        indpsql_prepare(db, &statement,
                        "SELECT name, kind, fields FROM declaration WHERE kind <> ? ORDER BY name",
                        "t", INDPSQL_QUESTION);
    while (rc == SQLITE_OK) {
        rc = sqlite3_step(statement);
        if (rc == SQLITE_ROW) {
            const char *name = indpsql_read_text(sqlite3_column_value(statement, 0));
            const char *kind = indpsql_read_text(sqlite3_column_value(statement, 1));
            const char *fields = indpsql_read_text(sqlite3_column_value(statement, 2));
            struct spec *spec = NULL;
            int done = name != NULL && kind != NULL && fields != NULL && indpsql_is_name(name)
                           ? read_spec(db, kind, fields, &spec, &first) &&
                                 install(connection, name, spec, &first)
                           : indpsql_file_failed(SQLITE_CORRUPT, &first);
            indpsql_spec_leave(spec);
            if (good && !done && first.memory)
                good = indpsql_refuse_memory(why);
            else if (good && !done && (name == NULL || !indpsql_is_name(name)))
                good = indpsql_refuse(why,
                                      "the ledger is open, but another program has written a "
                                      "declaration whose name dp_declare does not allow: delete "
                                      "its row from the ledger's table \"declaration\"",
                                      "", "");
            else if (good && !done)
                good = indpsql_refuse(why,
                                      "the ledger is open, but its aggregate \"%s\" was not "
                                      "installed: %s; to remove an aggregate, call dp_forget",
                                      name, first.text);
            rc = SQLITE_OK;
        }
    }
    sqlite3_finalize(statement);
    return rc != SQLITE_DONE ? indpsql_file_failed(rc, why) : good;
}

/* A connection keeps its first ledger. If it could change to another ledger, a charge could go to
 * an empty one. */
static int open_ledger(struct connection *connection, sqlite3_value *value, int create,
                       struct refusal *why)
{
    const char *path = indpsql_read_text(value);
    struct declared *declared;
    sqlite3 *db;
    int good;
    if (sqlite3_libversion_number() < INDPSQL_LEDGER_VERSION)
        return indpsql_refuse(why, "a ledger needs SQLite 3.38 or later", "", "");
    if (connection->private_db != NULL)
        return indpsql_refuse(why, INDPSQL_SERVES_READER, "", "");
    if (path == NULL || *path == '\0')
        return indpsql_refuse(why, "path must be the name of a file", "", "");
    if (connection->ledger == NULL) {
        if (!indpsql_ledger_open(path, create, &connection->ledger, why))
            return 0;
    } else if (create) {
        return indpsql_refuse(why, "this connection has a ledger open: use another connection", "",
                              "");
    } else if (!indpsql_ledger_is(connection->ledger, path)) {
        return indpsql_refuse(why,
                              "this connection has another ledger open: use another connection", "",
                              "");
    } else if (!indpsql_ledger_reopen(connection->ledger, why)) {
        return 0;
    }
    for (declared = connection->declared; declared != NULL; declared = declared->next)
        /* `load` sets the declarations that are still in the ledger. */
        indpsql_declared_clear(declared);
    db = indpsql_ledger_read(connection->ledger, why);
    if (db == NULL)
        return 0;
    good = load(connection, db, why);
    indpsql_ledger_leave(connection->ledger);
    return good;
}

static void open_or_create(sqlite3_context *context, sqlite3_value **argv, int create)
{
    const struct function *function = sqlite3_user_data(context);
    struct refusal why;
    if (!indpsql_is_direct(context, function->name))
        indpsql_fail(context, function->name, INDIRECT);
    else if (create && !indpsql_may_change(context, function))
        return;
    else if (open_ledger(function->connection, argv[0], create, &why))
        sqlite3_result_text(context, indpsql_ledger_path(function->connection->ledger), -1,
                            SQLITE_TRANSIENT);
    else
        indpsql_fail_refused(context, function->name, &why);
}

void indpsql_open(sqlite3_context *context, int argc, sqlite3_value **argv)
{
    (void)argc;
    open_or_create(context, argv, 0);
}

void indpsql_create(sqlite3_context *context, int argc, sqlite3_value **argv)
{
    (void)argc;
    open_or_create(context, argv, 1);
}
