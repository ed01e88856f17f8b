/* Everything that the SQL of a reader may reach. What is not listed here is denied, also what later
 * versions of SQLite add. test/reach.py compares these lists with the engine in use. */
#include "list.h"

#include <string.h>

#include "../internal.h"

/* SQLite's own functions, in all versions and builds. They read nothing but their arguments, the
 * reader's connection, SQLite's version, random numbers and the clock. The formatter would put each
 * name on a line of its own. */
/* clang-format off */
static const char *const FUNCTIONS[] = {
    "->", "->>", "abs", "acos", "acosh", "asin", "asinh", "atan", "atan2", "atanh", "avg", "ceil",
    "ceiling", "changes", "char", "coalesce", "concat", "concat_ws", "cos", "cosh", "count",
    "cume_dist", "current_date", "current_time", "current_timestamp", "date", "datetime", "degrees",
    "dense_rank", "exp", "first_value", "floor", "format", "glob", "group_concat", "hex", "if",
    "ifnull", "iif", "instr", "json", "json_array", "json_array_insert", "json_array_length",
    "json_error_position", "json_extract", "json_group_array", "json_group_object", "json_insert",
    "json_object", "json_patch", "json_pretty", "json_quote", "json_remove", "json_replace",
    "json_set", "json_type", "json_valid", "jsonb", "jsonb_array", "jsonb_array_insert",
    "jsonb_extract", "jsonb_group_array", "jsonb_group_object", "jsonb_insert", "jsonb_object",
    "jsonb_patch", "jsonb_remove", "jsonb_replace", "jsonb_set", "julianday", "lag",
    "last_insert_rowid", "last_value", "lead", "length", "like", "likelihood", "likely", "ln",
    "log", "log10", "log2", "lower", "ltrim", "max", "median", "min", "mod", "nth_value", "ntile",
    "nullif", "octet_length", "percent_rank", "percentile", "percentile_cont", "percentile_disc",
    "pi", "pow", "power", "printf", "quote", "radians", "random", "randomblob", "rank", "replace",
    "round", "row_number", "rtrim", "sign", "sin", "sinh", "soundex", "sqlite_compileoption_get",
    "sqlite_compileoption_used", "sqlite_source_id", "sqlite_version", "sqrt", "strftime",
    "string_agg", "substr", "substring", "subtype", "sum", "tan", "tanh", "time", "timediff",
    "total", "total_changes", "trim", "trunc", "typeof", "unhex", "unicode", "unistr",
    "unistr_quote", "unixepoch", "unlikely", "upper", "zeroblob", NULL
};
/* clang-format on */

/* Modules of virtual tables. They read nothing but their arguments and the ledger. Full-text
 * search would need functions that a reader does not have. The first three are new in SQLite
 * 3.51, which makes them when their names are used, so they cannot be dropped. carray is empty
 * without a pointer of the host. */
enum { NEW_MODULES = 3, NEW_VERSION = 3051000 };
#define OF_SQLITE "carray", "jsonb_each", "jsonb_tree", "json_each", "json_tree"
static const char *SQLITES_MODULES[] = { OF_SQLITE, NULL };
static const char *MODULES[] = { OF_SQLITE, "dp_ask", "dp_cells", "dp_questions", NULL };

/* Pragmas that readers may use. Other pragmas change settings of the whole process (hard_heap_limit
 * would make a question fail or not, depending on how many private rows there are) or enable again
 * what the fence disables. */
static const char *const PRAGMAS[] = { "table_info",       "table_xinfo",
                                       "table_list",       "index_list",
                                       "index_info",       "index_xinfo",
                                       "database_list",    "collation_list",
                                       "function_list",    "module_list",
                                       "pragma_list",      "compile_options",
                                       "foreign_key_list", "foreign_key_check",
                                       "user_version",     "data_version",
                                       "encoding",         "page_count",
                                       "page_size",        "integrity_check",
                                       "quick_check",      NULL };

/* Pragmas that readers may only read. Hosts such as SQLAlchemy and Datasette ask for them when they
 * open a connection. */
static const char *const SHOWN[] = { "application_id",   "auto_vacuum",
                                     "busy_timeout",     "cache_size",
                                     "foreign_keys",     "freelist_count",
                                     "journal_mode",     "query_only",
                                     "read_uncommitted", "recursive_triggers",
                                     "schema_version",   "synchronous",
                                     "temp_store",       NULL };

/* What statements may do. SQLite compiles views, triggers and the actions of foreign keys by
 * recursion, each within the one before. A long chain of them would overflow the stack, so readers
 * make none, and those in their file are switched off (fence.c). */
static const struct {
    int action;
    enum reach reach;
} ACTIONS[] = {
    { SQLITE_ANALYZE, REACH_ALL },
    { SQLITE_CREATE_INDEX, REACH_ALL },
    { SQLITE_CREATE_TABLE, REACH_NAMES },
    { SQLITE_CREATE_TEMP_INDEX, REACH_ALL },
    { SQLITE_CREATE_TEMP_TABLE, REACH_NAMES },
    { SQLITE_DELETE, REACH_ALL },
    { SQLITE_DROP_INDEX, REACH_ALL },
    { SQLITE_DROP_TABLE, REACH_ALL },
    { SQLITE_DROP_TEMP_INDEX, REACH_ALL },
    { SQLITE_DROP_TEMP_TABLE, REACH_ALL },
    { SQLITE_FUNCTION, REACH_FUNCTIONS },
    { SQLITE_INSERT, REACH_ROWS },
    { SQLITE_PRAGMA, REACH_PRAGMAS },
    { SQLITE_READ, REACH_COLUMNS },
    { SQLITE_RECURSIVE, REACH_ALL },
    { SQLITE_REINDEX, REACH_ALL },
    { SQLITE_SAVEPOINT, REACH_ALL },
    { SQLITE_SELECT, REACH_ALL },
    { SQLITE_TRANSACTION, REACH_ALL },
    { SQLITE_UPDATE, REACH_ALL },
};

int indpsql_is_in(const char *const *list, const char *name)
{
    for (; name != NULL && *list != NULL; list++)
        if (sqlite3_stricmp(*list, name) == 0)
            return 1;
    return 0;
}

static int begins(const char *name, const char *prefix)
{
    return name != NULL && sqlite3_strnicmp(name, prefix, (int)strlen(prefix)) == 0;
}

int indpsql_is_reserved(const char *name)
{
    static const char *const prefixes[] = { "dp_", "indp_", "json_", "pragma_" };
    size_t i;
    for (i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
        if (begins(name, prefixes[i]))
            return 1;
    return 0;
}

enum reach indpsql_reach(int action)
{
    size_t i;
    for (i = 0; i < sizeof ACTIONS / sizeof *ACTIONS; i++)
        if (ACTIONS[i].action == action)
            return ACTIONS[i].reach;
    return REACH_NONE;
}

int indpsql_reaches_function(const char *name)
{
    return indpsql_is_in(FUNCTIONS, name);
}

int indpsql_reaches_pragma(const char *name, int sets)
{
    return indpsql_is_in(PRAGMAS, name) || (!sets && indpsql_is_in(SHOWN, name));
}

int indpsql_reaches_table(const char *name)
{
    static const char prefix[] = "pragma_";
    return !begins(name, prefix) || indpsql_reaches_pragma(name + sizeof prefix - 1, 0);
}

const char **indpsql_modules(int running)
{
    return running ? MODULES : SQLITES_MODULES;
}

/* Prepares a statement over a table, which connects it if it is virtual. Not all versions have all
 * tables. */
static int connect(sqlite3 *db, const char *prefix, const char *name, const char *arguments)
{
    sqlite3_stmt *statement = NULL;
    char *sql = sqlite3_mprintf("SELECT 1 FROM \"%w%w\"%s", prefix, name, arguments);
    int rc = sql == NULL ? SQLITE_NOMEM : sqlite3_prepare_v2(db, sql, -1, &statement, NULL);
    sqlite3_finalize(statement);
    sqlite3_free(sql);
    return (rc & 0xFF) == SQLITE_ERROR ? SQLITE_OK : rc;
}

int indpsql_connect_tables(sqlite3 *db)
{
    int rc = SQLITE_OK;
    size_t i;
    for (i = sqlite3_libversion_number() < NEW_VERSION ? NEW_MODULES : 0;
         MODULES[i] != NULL && rc == SQLITE_OK; i++)
        rc = connect(db, "", MODULES[i], begins(MODULES[i], "dp_questions") ? "" : "('', '')");
    for (i = 0; PRAGMAS[i] != NULL && rc == SQLITE_OK; i++)
        rc = connect(db, "pragma_", PRAGMAS[i], "");
    for (i = 0; SHOWN[i] != NULL && rc == SQLITE_OK; i++)
        rc = connect(db, "pragma_", SHOWN[i], "");
    return rc;
}
