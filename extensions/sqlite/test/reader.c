/* Attacks private data through a reader's connection. The attacks try to read the private rows, to
 * change the ledger, to get a release without a charge or with a refund, and to find out about one
 * person from answers or errors. */
#define _POSIX_C_SOURCE 200809L
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <sqlite3.h>

#include "indp.h"
#include "indp_sqlite.h"

#include "database.h"

static char folder[] = "/tmp/indp-reader-XXXXXX";
static char ledger_path[200], lock_path[210], private_path[200], reader_path[200];

/* Stands for a function that returns the content of a file, which many hosts have. */
static void readfile(sqlite3_context *context, int argc, sqlite3_value **argv)
{
    (void)argc;
    (void)argv;
    sqlite3_result_text(context, SECRET, -1, SQLITE_STATIC);
}

static void failing(sqlite3_context *context, int argc, sqlite3_value **argv)
{
    (void)argc;
    (void)argv;
    sqlite3_result_error(context, "failed", -1);
}

/* The owner's connection to the private database, with the ledger open. */
static sqlite3 *owner(void)
{
    sqlite3 *db = open_file(private_path);
    char *sql =
        sqlite3_mprintf("SELECT %s(%Q)", access(ledger_path, F_OK) == 0 ? "dp_open" : "dp_create",
                        ledger_path);
    CHECK(sqlite3_indp_init(db, NULL, NULL) == SQLITE_OK && run(db, sql) == SQLITE_OK,
          sqlite3_errmsg(db));
    sqlite3_free(sql);
    return db;
}

static void make_files(void)
{
    sqlite3 *db;
    unlink(private_path);
    unlink(ledger_path);
    unlink(reader_path);
    db = owner();
    CHECK(run(db, "CREATE TABLE secret(person INTEGER, x INTEGER, g INTEGER);"
                  "INSERT INTO secret VALUES (1, 271828182, 1), (2, 5, 2), (3, 7, 2);"
                  "SELECT dp_budget('b', 1000), dp_budget('small', 1), dp_budget('host', 1);"
                  "SELECT dp_question('total', "
                  "'{\"table\":\"secret\",\"person\":\"person\",\"value\":\"x\",\"where\":\"g = "
                  ":g\",\"aggregate\":\"sum\","
                  "\"lo\":0,\"hi\":10,\"epsilon\":1,\"rows_per_person\":1,\"budget\":\"b\","
                  "\"remaining\":\"shown\",\"parameters\":{\"g\":{\"type\":\"integer\",\"least\":1,"
                  "\"most\":2}}}');"
                  "SELECT dp_question('once', "
                  "'{\"table\":\"secret\",\"person\":\"person\",\"aggregate\":\"count\","
                  "\"epsilon\":1,\"rows_per_person\":1,\"budget\":\"small\"}');"
                  "SELECT dp_declare('visits', 'sum', '{\"lo\":0,\"hi\":1,\"epsilon\":0.1}')") ==
              SQLITE_OK,
          sqlite3_errmsg(db));
    CHECK(sqlite3_close(db) == SQLITE_OK, "closed");
}

/* A connection with functions of the host, one of them in place of SQLite's own. */
static sqlite3 *host_of(const char *path)
{
    sqlite3 *db = open_file(path);
    CHECK(sqlite3_create_function(db, "readfile", 1, SQLITE_UTF8, NULL, readfile, NULL, NULL) ==
              SQLITE_OK,
          "a host's function");
    CHECK(sqlite3_create_function(db, "upper", 1, SQLITE_UTF16, NULL, readfile, NULL, NULL) ==
              SQLITE_OK,
          "in place of SQLite's own");
    CHECK(sqlite3_enable_load_extension(db, 1) == SQLITE_OK, "extensions");
    return db;
}

/* The ways to make a reader's connection: by indp_sqlite_reader, by dp_reader among the
 * functions of the owner, and by dp_reader among those for readers only. */
static sqlite3 *reader_of(const char *path)
{
    sqlite3 *db = host_of(path), *private_db = open_file(private_path);
    char *message = NULL;
    CHECK(sqlite3_indp_init(db, NULL, NULL) == SQLITE_OK, "the whole extension");
    if (!CHECK(indp_sqlite_reader(db, private_db, ledger_path, &message) == SQLITE_OK, "a reader"))
        printf("%s\n", message);
    return db;
}

static int make_reader(sqlite3 *db)
{
    char *sql = sqlite3_mprintf("SELECT dp_reader(%Q, %Q)", private_path, ledger_path);
    int shown, rows = rows_of(db, sql, &shown);
    sqlite3_free(sql);
    return rows == 1;
}

static sqlite3 *reader_by_sql(const char *path)
{
    sqlite3 *db = host_of(path);
    CHECK(sqlite3_indp_init(db, NULL, NULL) == SQLITE_OK, "the whole extension");
    CHECK(make_reader(db), sqlite3_errmsg(db));
    return db;
}

static sqlite3 *reader_by_entry(const char *path)
{
    sqlite3 *db = host_of(path);
    CHECK(sqlite3_indpreader_init(db, NULL, NULL) == SQLITE_OK, "what readers get");
    CHECK(make_reader(db), sqlite3_errmsg(db));
    return db;
}

typedef sqlite3 *way(const char *path);

/* The number of charges that the ledger's file lists. */
static int charges(void)
{
    sqlite3 *db = open_file(ledger_path);
    sqlite3_stmt *s = NULL;
    int n = -1;
    if (sqlite3_prepare_v2(db, "SELECT count(*) FROM entry WHERE act = 'charge'", -1, &s, NULL) ==
            SQLITE_OK &&
        sqlite3_step(s) == SQLITE_ROW)
        n = sqlite3_column_int(s, 0);
    sqlite3_finalize(s);
    sqlite3_close(db);
    return n;
}

/* Attempts that must fail. $P stands for the private file, $L for the ledger and $F for a new
 * file. */
static const char *const REFUSED[] = {
    "ATTACH '$P' AS p",
    "ATTACH '$L' AS l",
    "ATTACH ':memory:' AS m",
    "ATTACH 'file:$P?mode=ro&immutable=1' AS p",
    "VACUUM INTO '$F'",
    "VACUUM",
    "DETACH main",
    "SELECT * FROM secret",
    "SELECT * FROM main.secret",
    "SELECT * FROM private.secret",
    "SELECT load_extension('$F')",
    "SELECT readfile('$P')",
    "SELECT upper('x')",
    "CREATE TABLE t(a, x DEFAULT (readfile('$P'))); INSERT INTO t(a) VALUES (1); SELECT x FROM t",
    "CREATE TEMP TABLE t(a, x DEFAULT (readfile('$P'))); INSERT INTO t(a) VALUES (1); SELECT x "
    "FROM t",
    "CREATE TEMP TABLE t(a, x DEFAULT (upper('x'))); INSERT INTO t DEFAULT VALUES; SELECT x FROM t",
    "CREATE TEMP TABLE t(x NOT NULL DEFAULT (readfile('$P'))); REPLACE INTO t VALUES (NULL); "
    "SELECT x FROM t",
    "CREATE TABLE m(x); CREATE TEMP TABLE t(a, x DEFAULT (readfile('$P'))); CREATE TEMP TRIGGER g "
    "AFTER INSERT ON m BEGIN INSERT INTO t(a) VALUES (1); END; INSERT INTO m VALUES (1); SELECT x "
    "FROM t",
    "CREATE TABLE t(a, x DEFAULT (sqlite_log(1, 'x'))); INSERT INTO t(a) VALUES (1)",
    "CREATE TABLE t(a, x DEFAULT (load_extension('$F'))); INSERT INTO t(a) VALUES (1)",
    "CREATE TEMP TABLE t(x CHECK (readfile('$P') <> x)); INSERT INTO t VALUES (1)",
    "CREATE TEMP TABLE t(a, x AS (readfile('$P'))); SELECT x FROM t",
    "CREATE TEMP TABLE t(a); CREATE INDEX temp.i ON t(readfile('$P'))",
    "CREATE TEMP VIEW v AS SELECT readfile('$P'); SELECT * FROM v",
    "SELECT writefile('$L', x'00')",
    "SELECT edit('x')",
    "SELECT * FROM fsdir('/tmp')",
    "CREATE VIRTUAL TABLE v USING csv(filename = '$P')",
    "CREATE VIRTUAL TABLE v USING zipfile('$P')",
    "CREATE VIRTUAL TABLE v USING dp_ask",
    "CREATE VIRTUAL TABLE v USING fts5(x)",
    "CREATE VIRTUAL TABLE v USING rtree(a, b, c)",
    "SELECT sqlite_log(1, 'x')",
    "CREATE VIRTUAL TABLE v USING dp_ledger",
    "SELECT * FROM dbstat",
    "SELECT * FROM sqlite_dbpage",
    "SELECT * FROM sqlite_stmt",
    "SELECT * FROM dp_ledger",
    "SELECT * FROM dp_budgets",
    "SELECT * FROM dp_declared",
    "CREATE TABLE dp_ask(question, parameters)",
    "CREATE TEMP TABLE DP_questions(name)",
    "CREATE VIEW pragma_function_list AS SELECT 1",
    "CREATE TEMP VIEW json_each AS SELECT 1",
    "CREATE TABLE t(x); ALTER TABLE t RENAME TO dp_ask",
    "SELECT dp_remaining('host')",
    "SELECT dp_remaining('small')",
    "SELECT dp_open('$F')",
    "SELECT dp_create('$F')",
    "SELECT dp_reader('$P', '$L')",
    "SELECT dp_open('$L')",
    "SELECT dp_budget('b', 1e9)",
    "SELECT dp_budget('mine', 1e9)",
    "SELECT dp_declare('f', 'sum', '{}')",
    "SELECT dp_question('f', '{}')",
    "SELECT dp_forget('total')",
    "SELECT visits(1)",
    "SELECT dp_sum(1, 0, 1, 1)",
    "SELECT dp_count_state(1)",
    "SELECT dp_merge(x'00', 1)",
    "SELECT dp_release(x'00', 1)",
    "SELECT indp_float_precision(53)",
    "SELECT indp_choice(1, 2, 3, 4)",
    "SELECT indp_listed(1, 2)",
    "PRAGMA hard_heap_limit = 1",
    "PRAGMA soft_heap_limit = 1",
    "PRAGMA temp_store_directory = '/tmp'",
    "PRAGMA trusted_schema = ON",
    "PRAGMA writable_schema = ON",
    "PRAGMA journal_mode = OFF",
    "PRAGMA synchronous = OFF",
    "PRAGMA case_sensitive_like = ON",
    "PRAGMA mmap_size = 1000000000",
    "PRAGMA threads = 8",
    "PRAGMA wal_checkpoint",
    "PRAGMA locking_mode = EXCLUSIVE",
    "PRAGMA cache_spill = 0",
    "PRAGMA optimize",
    "SELECT * FROM pragma_hard_heap_limit(1)",
    "SELECT fts3_tokenizer('simple')",
    "CREATE VIEW v AS SELECT * FROM dp_ask('once'); SELECT * FROM v",
    "CREATE TABLE t(x); CREATE TRIGGER g AFTER INSERT ON t BEGIN SELECT 1; END",
    "SELECT * FROM dp_ask",
    "SELECT * FROM dp_ask()",
    "SELECT * FROM dp_ask('total')",
    "SELECT * FROM dp_ask('visits')",
    "SELECT * FROM dp_ask('total', '{}')",
    "SELECT * FROM dp_ask('total', '{\"g\":3}')",
    "SELECT * FROM dp_ask('total', '{\"g\":\"1\"}')",
    "SELECT * FROM dp_ask('total', '{\"g\":1,\"g\":1}')",
    "SELECT * FROM dp_ask('total', '{\"g\":[1]}')",
    "SELECT * FROM dp_ask('total', '{\"g\":1,\"x\":1}')",
    "SELECT * FROM dp_ask('total', json_object('g', (SELECT max(x) FROM secret)))",
    "SELECT * FROM dp_ask('total; SELECT 1', '{\"g\":1}')",
    "SELECT * FROM dp_ask('total', '{\"g\":1}') WHERE question = 'once'",
    "INSERT INTO dp_ask VALUES (1, 2)",
    "UPDATE dp_questions SET fields = ''",
    "DELETE FROM dp_questions",
    "DROP TABLE dp_ask",
};

/* Attempts that may succeed, but must show nothing private, and must be charged as listed. */
static const struct {
    const char *sql;
    int charged;
} ALLOWED[] = {
    { "SELECT * FROM sqlite_schema", 0 },
    { "SELECT * FROM dp_questions", 0 },
    { "SELECT * FROM pragma_function_list, pragma_module_list, pragma_database_list", 0 },
    { "PRAGMA database_list", 0 },
    { "SELECT dp_remaining('b'), dp_count_error(1, 0.05), dp_sum_error(0, 1, 1, 0.05), "
      "indp_version()",
      0 },
    { "EXPLAIN SELECT * FROM dp_ask('once')", 0 },
    { "EXPLAIN QUERY PLAN SELECT * FROM dp_ask('once')", 0 },
    { "SELECT * FROM dp_ask('once') LIMIT 0", 0 },
    { "SELECT * FROM dp_ask('total', '{\"g\":1}') WHERE 0", 0 },
    { "SELECT * FROM dp_ask('total', '{\"g\":1}')", 1 },
    { "BEGIN; SELECT * FROM dp_ask('total', '{\"g\":1}'); ROLLBACK", 1 },
    { "SAVEPOINT s; SELECT * FROM dp_ask('total', '{\"g\":1}'); ROLLBACK TO s; RELEASE s", 1 },
    { "CREATE TEMP TABLE t AS SELECT * FROM dp_ask('total', '{\"g\":1}'); SELECT * FROM t; SELECT "
      "* FROM t; DROP TABLE t",
      1 },
    { "CREATE TABLE t(x); INSERT INTO t SELECT value FROM dp_ask('total', '{\"g\":1}') RETURNING "
      "x; DROP TABLE t",
      1 },
    { "WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r WHERE n < 3) SELECT value "
      "FROM r CROSS JOIN dp_ask('total', iif(n, '{\"g\":1}', ''))",
      3 },
    { "WITH c AS MATERIALIZED (SELECT value FROM dp_ask('total', '{\"g\":1}')) SELECT a.value, "
      "b.value FROM c a, c b",
      1 },
    { "SELECT value FROM dp_ask('total', '{\"g\":1}') UNION ALL SELECT value FROM dp_ask('total', "
      "'{\"g\":1}')",
      2 },
    { "SELECT (SELECT value FROM dp_ask('total', '{\"g\":1}')) FROM (VALUES (1), (2))", 1 },
    { "SELECT * FROM (SELECT 1) LEFT JOIN dp_ask('total', '{\"g\":2}')", 1 },
    { "SELECT sum(value) FROM dp_ask('total', '{\"g\":2}') GROUP BY key HAVING count(*) > 0 ORDER "
      "BY 1",
      1 },
    { "SELECT value FROM json_each('[1,2]')", 0 },
};

/* Returns sql with $P, $L and $F replaced by the paths of the private file, the ledger and a new
 * file. The caller frees it. */
static char *with_files(const char *sql)
{
    sqlite3_str *out = sqlite3_str_new(NULL);
    for (; *sql != '\0'; sql++)
        if (sql[0] == '$' && sql[1] != '\0') {
            sql++;
            sqlite3_str_appendall(out, *sql == 'P'   ? private_path
                                       : *sql == 'L' ? ledger_path
                                                     : reader_path);
            if (*sql == 'F')
                sqlite3_str_appendall(out, ".new");
        } else {
            sqlite3_str_appendchar(out, 1, *sql);
        }
    return sqlite3_str_finish(out);
}

static void attacks(way *reader, const char *path)
{
    sqlite3 *db;
    size_t i;
    int before, shown;
    make_files();
    db = reader(path);
    before = charges();
    for (i = 0; i < sizeof REFUSED / sizeof *REFUSED; i++) {
        char *sql = with_files(REFUSED[i]);
        CHECK(rows_of(db, sql, &shown) < 0, sql);
        CHECK(!shown, sql);
        CHECK(charges() == before, sql);
        run(db, "DROP TABLE IF EXISTS t; DROP TABLE IF EXISTS m;");
        sqlite3_free(sql);
    }
    for (i = 0; i < sizeof ALLOWED / sizeof *ALLOWED; i++) {
        if (!CHECK(rows_of(db, ALLOWED[i].sql, &shown) >= 0, ALLOWED[i].sql))
            printf("%s\n", sqlite3_errmsg(db));
        CHECK(!shown, ALLOWED[i].sql);
        before += ALLOWED[i].charged;
        CHECK(charges() == before, ALLOWED[i].sql);
    }
    /* Tests that a budget that was spent stays spent. */
    CHECK(rows_of(db, "SELECT * FROM dp_ask('once')", &shown) == 1, "once");
    CHECK(rows_of(db, "SELECT * FROM dp_ask('once')", &shown) == -1, "and not again");
    CHECK(strcmp(sqlite3_errmsg(db), "dp_ask: the budget has less left than the epsilon of this "
                                     "release: see dp_remaining") == 0,
          sqlite3_errmsg(db));
    CHECK(sqlite3_close(db) == SQLITE_OK, "closes both");
}

/* Sets an authorizer in place of the fence's. */
static int allow(void *data, int action, const char *a, const char *b, const char *schema,
                 const char *by)
{
    (void)data;
    (void)action;
    (void)a;
    (void)b;
    (void)schema;
    (void)by;
    return SQLITE_OK;
}

/* A framework may set an authorizer of its own, or remove the fence's, or raise a limit. Then
 * nothing is answered any more, and what the authorizer denied stays out of reach. */
static void without_fence(way *reader)
{
    static const char *const refused[] = { "SELECT * FROM dp_ask('total', '{\"g\":1}')",
                                           "SELECT * FROM dp_questions",
                                           "SELECT dp_remaining('b')" };
    static const char *const still[] = { "ATTACH '$L' AS l",
                                         "ATTACH ':memory:' AS m",
                                         "VACUUM INTO '$F'",
                                         "SELECT load_extension('$F')",
                                         "SELECT * FROM dp_ledger",
                                         "SELECT * FROM dp_budgets",
                                         "CREATE VIRTUAL TABLE v USING fts5(x)",
                                         "SELECT dp_open('$L')",
                                         "SELECT dp_create('$F')",
                                         "SELECT dp_reader('$P', '$L')",
                                         "SELECT dp_budget('b', 1e9)",
                                         "SELECT dp_declare('f', 'count', '{\"epsilon\":1}')",
                                         "SELECT dp_question('f', '{}')",
                                         "SELECT dp_forget('total')",
                                         "PRAGMA writable_schema = ON; INSERT INTO sqlite_master "
                                         "VALUES (1, 2, 3, 4, 5)" };
    int before = charges(), how, shown;
    for (how = 0; how < 3; how++) {
        sqlite3 *db = reader(":memory:");
        size_t i;
        CHECK(rows_of(db, refused[1], &shown) > 0, "answers before");
        if (how == 0)
            sqlite3_set_authorizer(db, NULL, NULL);
        else if (how == 1)
            sqlite3_set_authorizer(db, allow, NULL);
        else
            sqlite3_limit(db, SQLITE_LIMIT_ATTACHED, 5);
        for (i = 0; i < sizeof refused / sizeof *refused; i++) {
            CHECK(rows_of(db, refused[i], &shown) == -1, refused[i]);
            CHECK(strstr(sqlite3_errmsg(db), "the fence of this reader's connection was removed: "
                                             "open another connection") != NULL,
                  sqlite3_errmsg(db));
        }
        for (i = 0; how < 2 && i < sizeof still / sizeof *still; i++) {
            char *sql = with_files(still[i]);
            CHECK(rows_of(db, sql, &shown) == -1, sql);
            sqlite3_free(sql);
        }
        CHECK(charges() == before, "nothing was charged");
        CHECK(sqlite3_close(db) == SQLITE_OK, "closes both");
    }
}

/* Statements that were prepared before the fence, as hosts keep them in a cache, run within the
 * fence. Functions that the host registers later are denied as well. */
static void prepared_before(way *reader)
{
    static const char *const cached[] = { "SELECT readfile('x')", "ATTACH ':memory:' AS m",
                                          "PRAGMA hard_heap_limit", "SELECT dp_sum(1, 0, 1, 1)" };
    enum { CACHED = sizeof cached / sizeof *cached };
    sqlite3_stmt *s[CACHED], *running = NULL;
    sqlite3 *db, *private_db;
    int i, shown;
    db = host_of(":memory:");
    CHECK(sqlite3_indp_init(db, NULL, NULL) == SQLITE_OK, "the whole extension");
    for (i = 0; i < CACHED; i++)
        CHECK(sqlite3_prepare_v2(db, cached[i], -1, &s[i], NULL) == SQLITE_OK, cached[i]);
    if (reader == reader_by_sql) {
        CHECK(sqlite3_prepare_v2(db, "SELECT value FROM json_each('[1,2]')", -1, &running, NULL) ==
                      SQLITE_OK &&
                  sqlite3_step(running) == SQLITE_ROW,
              "a running statement");
        CHECK(!make_reader(db) &&
                  strcmp(sqlite3_errmsg(db), "dp_reader: one of the connections has a statement "
                                             "that is running: reset it first") == 0,
              sqlite3_errmsg(db));
        sqlite3_finalize(running);
        CHECK(run(db, "BEGIN") == SQLITE_OK && make_reader(db) && run(db, "COMMIT") == SQLITE_OK,
              sqlite3_errmsg(db));
    } else {
        private_db = open_file(private_path);
        CHECK(indp_sqlite_reader(db, private_db, ledger_path, NULL) == SQLITE_OK, "a reader");
    }
    for (i = 0; i < CACHED; i++) {
        CHECK(sqlite3_step(s[i]) != SQLITE_ROW, cached[i]);
        CHECK(sqlite3_finalize(s[i]) != SQLITE_OK, cached[i]);
    }
    CHECK(sqlite3_create_function(db, "regexp", 2, SQLITE_UTF8, NULL, readfile, NULL, NULL) ==
              SQLITE_OK,
          "registered later");
    CHECK(rows_of(db, "SELECT 'a' REGEXP 'a'", &shown) == -1, "and denied");
    CHECK(rows_of(db,
                  "SELECT 'a' LIKE 'A', lower('A'), json_extract('[1]', '$[0]'), "
                  "CURRENT_TIMESTAMP, '{}' ->> 'a', count(*), row_number() OVER ()",
                  &shown) == 1,
          sqlite3_errmsg(db));
    CHECK(rows_of(db, "PRAGMA read_uncommitted; PRAGMA schema_version; PRAGMA journal_mode",
                  &shown) == 3,
          sqlite3_errmsg(db));
    CHECK(rows_of(db, "PRAGMA read_uncommitted = 1", &shown) == -1 &&
              rows_of(db, "PRAGMA journal_mode = WAL", &shown) == -1,
          "only read");
    CHECK(rows_of(db, "SELECT * FROM dp_ask('total', '{\"g\":1}')", &shown) == 1,
          sqlite3_errmsg(db));
    CHECK(sqlite3_close(db) == SQLITE_OK, "closes both");
}

/* A connection gets the functions of one entry point. */
static void entry_points(void)
{
    static const char *const owners[] = {
        "SELECT dp_open('$L')",           "SELECT dp_create('$F')",
        "SELECT dp_budget('b', 1)",       "SELECT dp_sum(1, 0, 1, 1)",
        "SELECT dp_release(x'00', 1)",    "SELECT indp_float_precision(53)",
        "SELECT indp_choice(1, 2, 3, 4)", "SELECT * FROM dp_ledger"
    };
    sqlite3 *db = open_file(":memory:");
    char *message = NULL;
    size_t i;
    int shown;
    CHECK(sqlite3_indpreader_init(db, NULL, NULL) == SQLITE_OK &&
              sqlite3_indpreader_init(db, NULL, NULL) == SQLITE_OK,
          "twice the same");
    for (i = 0; i < sizeof owners / sizeof *owners; i++) {
        char *sql = with_files(owners[i]);
        CHECK(rows_of(db, sql, &shown) == -1 && strstr(sqlite3_errmsg(db), "no such ") != NULL,
              sql);
        sqlite3_free(sql);
    }
    CHECK(rows_of(db, "SELECT * FROM dp_ask('once')", &shown) == -1 &&
              strcmp(sqlite3_errmsg(db), "dp_ask: no ledger is open: call dp_open first") == 0,
          sqlite3_errmsg(db));
    CHECK(sqlite3_indp_init(db, &message, NULL) == SQLITE_ERROR &&
              strstr(message, "this connection has only the functions for readers: use another "
                              "connection") != NULL,
          "then all");
    sqlite3_free(message);
    sqlite3_close(db);
    db = open_file(":memory:");
    CHECK(sqlite3_indp_init(db, NULL, NULL) == SQLITE_OK, "all");
    CHECK(sqlite3_indpreader_init(db, &message, NULL) == SQLITE_ERROR &&
              strstr(message, "this connection has the owner's functions already: use another "
                              "connection") != NULL,
          "then only those for readers");
    sqlite3_free(message);
    sqlite3_close(db);
}

/* Tests connections that must not become a reader's connection. */
static void refused_connections(void)
{
    static const struct {
        const char *sql, *message;
    } cases[] = {
        { "ATTACH ':memory:' AS m", "the reader's connection has attached databases" },
        { "CREATE TEMP VIEW json_each AS SELECT 1",
          "the reader's connection has temporary tables, views or triggers" },
    };
    static const char *const left[] = { "CREATE TABLE pragma_function_list(name, narg, builtin)",
                                        "CREATE TABLE DP_ask(x)",
                                        "CREATE VIEW json_each AS SELECT 1",
                                        "CREATE VIRTUAL TABLE f USING fts5(x)" };
    sqlite3 *db, *other, *private_db = open_file(private_path);
    sqlite3_stmt *s = NULL;
    char *message = NULL;
    size_t i;
    for (i = 0; i < sizeof cases / sizeof *cases; i++) {
        db = open_file(":memory:");
        CHECK(run(db, cases[i].sql) == SQLITE_OK, cases[i].sql);
        CHECK(indp_sqlite_reader(db, private_db, ledger_path, &message) != SQLITE_OK &&
                  strstr(message, cases[i].message) != NULL,
              message);
        sqlite3_free(message);
        sqlite3_close(db);
    }
    db = open_file(":memory:");
    CHECK(sqlite3_prepare_v2(db, "SELECT 1", -1, &s, NULL) == SQLITE_OK &&
              sqlite3_step(s) == SQLITE_ROW,
          "a running statement");
    CHECK(indp_sqlite_reader(db, private_db, ledger_path, &message) == SQLITE_MISUSE &&
              strstr(message, "has a statement that is running") != NULL,
          message);
    sqlite3_free(message);
    sqlite3_finalize(s);
    CHECK(indp_sqlite_reader(db, db, ledger_path, NULL) != SQLITE_OK, "one connection twice");
    CHECK(indp_sqlite_reader(NULL, private_db, ledger_path, NULL) != SQLITE_OK, "no connection");
    CHECK(indp_sqlite_reader(db, private_db, reader_path, NULL) != SQLITE_OK &&
              access(reader_path, F_OK) != 0,
          "a missing ledger is not made");
    CHECK(indp_sqlite_reader(db, private_db, private_path, NULL) != SQLITE_OK,
          "the private database as the ledger");
    sqlite3_close(db);
    db = open_file(private_path);
    CHECK(indp_sqlite_reader(db, private_db, ledger_path, NULL) != SQLITE_OK,
          "the reader on the private file");
    sqlite3_close(db);
    CHECK(run(private_db, "SELECT * FROM secret") == SQLITE_OK,
          "the private connection is still the host's");
    /* An earlier reader may have left objects in the file whose names this extension relies on. A
     * connection to such a file must be refused. */
    for (i = 0; i < sizeof left / sizeof *left; i++) {
        db = open_file(reader_path);
        CHECK(run(db, left[i]) == SQLITE_OK, left[i]);
        sqlite3_close(db);
        db = open_file(reader_path);
        if (!CHECK(indp_sqlite_reader(db, private_db, ledger_path, NULL) == SQLITE_MISUSE, left[i]))
            exit(report("reader")); /* the private connection is no longer ours */
        sqlite3_close(db);
        unlink(reader_path);
    }
    /* Indexes and triggers of such names do no harm. A locked file is named as such. */
    db = open_file(reader_path);
    CHECK(run(db, "CREATE TABLE a(x); CREATE INDEX dp_mine ON a(x); CREATE TRIGGER json_t AFTER "
                  "INSERT ON a BEGIN SELECT 1; END; BEGIN EXCLUSIVE") == SQLITE_OK,
          sqlite3_errmsg(db));
    other = open_file(reader_path);
    message = NULL;
    CHECK(indp_sqlite_reader(other, private_db, ledger_path, &message) == SQLITE_BUSY &&
              strstr(message, "the reader's database is locked: try again") != NULL,
          message);
    sqlite3_free(message);
    sqlite3_close(other);
    CHECK(run(db, "ROLLBACK") == SQLITE_OK, "unlocked");
    sqlite3_close(db);
    sqlite3_close(reader_by_sql(reader_path));
    unlink(reader_path);
    /* One private connection serves one reader: it is closed with that reader. */
    other = open_file(":memory:");
    db = open_file(":memory:");
    CHECK(indp_sqlite_reader(db, private_db, ledger_path, NULL) == SQLITE_OK, "the first reader");
    CHECK(indp_sqlite_reader(other, private_db, ledger_path, NULL) == SQLITE_MISUSE,
          "a second reader");
    sqlite3_close(other);
    sqlite3_close(db);
}

/* Tests private databases that are locked, or in which a view has taken the place of the table, and
 * private connections on which the host has replaced a function. */
static void private_connections(void)
{
    sqlite3 *db = reader_of(":memory:"), *other = open_file(private_path), *private_db;
    int before = charges(), shown;
    CHECK(run(other, "BEGIN EXCLUSIVE") == SQLITE_OK, "locked");
    CHECK(rows_of(db, "SELECT * FROM dp_ask('total', '{\"g\":1}')", &shown) < 0, "refused");
    CHECK(strcmp(sqlite3_errmsg(db), "dp_ask: the private database is locked: ask again") == 0,
          sqlite3_errmsg(db));
    CHECK(charges() == before, "not charged");
    CHECK(run(other, "ROLLBACK; DROP TABLE secret; CREATE VIEW secret AS SELECT 1 AS person, "
                     "abs(-9223372036854775808) AS x, 1 AS g") == SQLITE_OK,
          "a view instead of the table");
    CHECK(rows_of(db, "SELECT * FROM dp_ask('total', '{\"g\":1}')", &shown) < 0, "refused");
    CHECK(charges() == before, "not charged");
    sqlite3_close(db);
    sqlite3_close(other);
    make_files();
    db = owner();
    CHECK(run(db, "SELECT dp_question('like', "
                  "'{\"table\":\"secret\",\"person\":\"person\",\"where\":\"x LIKE ''1%'' AND "
                  "upper(x) <> 1\",\"aggregate\":\"count\","
                  "\"epsilon\":1,\"rows_per_person\":1,\"budget\":\"b\"}')") == SQLITE_OK,
          sqlite3_errmsg(db));
    sqlite3_close(db);
    db = open_file(":memory:");
    private_db = open_file(private_path);
    CHECK(sqlite3_create_function(private_db, "upper", 1, SQLITE_UTF8, NULL, failing, NULL, NULL) ==
              SQLITE_OK,
          "replaced");
    CHECK(indp_sqlite_reader(db, private_db, ledger_path, NULL) == SQLITE_OK, "a reader");
    before = charges();
    CHECK(rows_of(db, "SELECT * FROM dp_ask('like')", &shown) < 0,
          "a function that the host replaced");
    CHECK(strstr(sqlite3_errmsg(db), "calls a function that is not SQLite's own") != NULL &&
              charges() == before,
          sqlite3_errmsg(db));
    sqlite3_close(db);
}

/* If the private database is locked when the reader is made, the host gets its private connection
 * back, can write through it, and can try again. */
static void late_failures(void)
{
    sqlite3 *db = open_file(":memory:"), *private_db = open_file(private_path),
            *other = open_file(private_path);
    CHECK(run(other, "BEGIN EXCLUSIVE") == SQLITE_OK, "locked");
    CHECK(indp_sqlite_reader(db, private_db, ledger_path, NULL) == SQLITE_BUSY,
          "locked when the reader is made");
    CHECK(run(other, "ROLLBACK") == SQLITE_OK, "unlocked");
    CHECK(sqlite3_close(db) == SQLITE_OK, "closed");
    CHECK(run(private_db, "CREATE TABLE more(x); INSERT INTO more SELECT count(*) FROM secret; "
                          "DROP TABLE more") == SQLITE_OK,
          sqlite3_errmsg(private_db));
    db = open_file(":memory:");
    CHECK(indp_sqlite_reader(db, private_db, ledger_path, NULL) == SQLITE_OK, "tried again");
    CHECK(sqlite3_close(db) == SQLITE_OK, "closes both");
    sqlite3_close(other);
}

/* A progress handler that interrupts the statement if data is NULL. */
static int always(void *data)
{
    return data == NULL;
}

/* Tests limits that the host sets on its connections, a statement that SQLite might compile again
 * when it runs, and the heap limit of the process. */
static void limits(void)
{
    sqlite3 *db = owner(), *private_db, *other = open_file(private_path);
    int before, shown;
    CHECK(run(db, "CREATE INDEX part ON secret(person) WHERE g = 1;"
                  "SELECT dp_question('pattern', "
                  "'{\"table\":\"secret\",\"person\":\"person\",\"where\":\"x = 5 AND x LIKE "
                  "''%aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa''\","
                  "\"aggregate\":\"count\",\"epsilon\":1,\"rows_per_person\":1,\"budget\":\"b\"}'"
                  ")") == SQLITE_OK,
          sqlite3_errmsg(db));
    sqlite3_limit(db, SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 50);
    before = charges();
    CHECK(rows_of(db, "SELECT * FROM dp_ask('pattern')", &shown) == -1 && charges() == before,
          "a pattern beyond the host's limit is refused before the charge");
    sqlite3_close(db);
    db = open_file(":memory:");
    private_db = open_file(private_path);
    sqlite3_limit(private_db, SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 50);
    CHECK(indp_sqlite_reader(db, private_db, ledger_path, NULL) == SQLITE_OK, "a reader");
    CHECK(rows_of(db, "SELECT * FROM dp_ask('pattern')", &shown) == 1, "no limit for readers");
    CHECK(rows_of(db, "SELECT * FROM dp_ask('total', '{\"g\":1}')", &shown) == 1,
          "a partial index that depends on a parameter");
    before = charges();
    sqlite3_hard_heap_limit64(1 << 28);
    CHECK(rows_of(db, "SELECT * FROM dp_ask('total', '{\"g\":1}')", &shown) == -1 &&
              charges() == before,
          "a hard heap limit is refused before the charge");
    sqlite3_hard_heap_limit64(0);
    CHECK(rows_of(db, "SELECT * FROM dp_ask('total', '{\"g\":1}')", &shown) == 1,
          "goes on without");
    /* A question that fails while private rows are read is charged. After it, the connection
     * answers no further question. */
    CHECK(run(other, "WITH RECURSIVE n(i) AS (SELECT 10 UNION ALL SELECT i + 1 FROM n WHERE i < "
                     "5000) INSERT INTO secret SELECT i, 1, 1 FROM n") == SQLITE_OK,
          "many rows");
    before = charges();
    sqlite3_progress_handler(private_db, 5000, always, NULL);
    CHECK(rows_of(db, "SELECT * FROM dp_ask('total', '{\"g\":1}')", &shown) == -1, "interrupted");
    CHECK(strcmp(sqlite3_errmsg(db), "dp_ask: the question was charged, but could not be answered; "
                                     "the charge stays") == 0 &&
              charges() == before + 1,
          sqlite3_errmsg(db));
    sqlite3_progress_handler(private_db, 0, NULL, NULL);
    CHECK(rows_of(db, "SELECT * FROM dp_ask('total', '{\"g\":1}')", &shown) == -1 &&
              charges() == before + 1,
          "nothing more");
    CHECK(strcmp(sqlite3_errmsg(db), "dp_ask: an earlier question failed on this connection, so it "
                                     "answers no more questions: open another connection") == 0,
          sqlite3_errmsg(db));
    CHECK(run(other, "DELETE FROM secret WHERE person >= 10") == SQLITE_OK, "few rows");
    sqlite3_close(other);
    sqlite3_close(db);
}

/* Writes the names of all virtual tables of a connection, and where EXPLAIN shows them in
 * memory. */
static void write_addresses(sqlite3 *db, FILE *out)
{
    sqlite3_stmt *names = NULL, *s;
    int i;
    sqlite3_prepare_v2(db,
                       "SELECT name || iif(name IN ('dp_ask', 'dp_cells'), '(1, 2)', '') FROM "
                       "(SELECT name FROM pragma_module_list UNION VALUES ('json_each'), "
                       "('json_tree'))",
                       -1, &names, NULL);
    while (sqlite3_step(names) == SQLITE_ROW) {
        char *sql = sqlite3_mprintf("EXPLAIN SELECT * FROM %s", sqlite3_column_text(names, 0));
        CHECK(sqlite3_prepare_v2(db, sql, -1, &s, NULL) == SQLITE_OK, sql);
        while (sqlite3_step(s) == SQLITE_ROW)
            for (i = 0; i < sqlite3_column_count(s); i++) {
                const char *text = (const char *)sqlite3_column_text(s, i);
                if (text != NULL && strncmp(text, "vtab:", 5) == 0)
                    fprintf(out, "%s %s\n", sqlite3_column_text(names, 0), text);
            }
        sqlite3_finalize(s);
        sqlite3_free(sql);
    }
    sqlite3_finalize(names);
}

/* EXPLAIN shows the addresses of virtual tables. They must not depend on the memory that was
 * used after the connection was made, as private rows do. Two processes begin with the same
 * memory, and one of them uses more. */
static void addresses(way *reader)
{
    static char seen[2][10000];
    static void *volatile kept[3000];
    sqlite3 *db = reader(":memory:");
    int child;
    for (child = 0; child < 2; child++) {
        int ends[2], status = 0;
        size_t length = 0, n;
        pid_t process;
        CHECK(pipe(ends) == 0, "a pipe");
        fflush(NULL);
        process = fork();
        if (process == 0) {
            FILE *out = fdopen(ends[1], "w");
            int i, shown;
            for (i = 0; child == 1 && i < (int)(sizeof kept / sizeof *kept); i++)
                kept[i] = sqlite3_malloc(8 + i % 200);
            rows_of(db, "CREATE TABLE t(x); DROP TABLE t", &shown); /* which resets the schema */
            write_addresses(db, out);
            fclose(out);
            fflush(NULL);
            _exit(0);
        }
        close(ends[1]);
        while (length < sizeof seen[child] - 1 &&
               (n = (size_t)read(ends[0], seen[child] + length, sizeof seen[child] - 1 - length)) >
                   0 &&
               n != (size_t)-1)
            length += n;
        close(ends[0]);
        CHECK(waitpid(process, &status, 0) == process, "ended");
    }
    CHECK(strstr(seen[0], "dp_ask") != NULL && strstr(seen[0], "pragma_page_count") != NULL &&
              strstr(seen[0], "json_tree") != NULL,
          seen[0]);
    if (!CHECK(strcmp(seen[0], seen[1]) == 0, "virtual tables are where they were"))
        printf("%s\nand\n%s\n", seen[0], seen[1]);
    sqlite3_close(db);
}

int main(void)
{
    if (!CHECK(mkdtemp(folder) != NULL, "a folder"))
        return 1;
    sqlite3_snprintf((int)sizeof ledger_path, ledger_path, "%s/ledger", folder);
    sqlite3_snprintf((int)sizeof lock_path, lock_path, "%s-lock", ledger_path);
    sqlite3_snprintf((int)sizeof private_path, private_path, "%s/private", folder);
    sqlite3_snprintf((int)sizeof reader_path, reader_path, "%s/reader", folder);
    make_files();
    refused_connections();
    attacks(reader_of, ":memory:");
    attacks(reader_of, reader_path);
    attacks(reader_by_sql, ":memory:");
    attacks(reader_by_sql, reader_path);
    attacks(reader_by_entry, ":memory:");
    make_files();
    without_fence(reader_of);
    without_fence(reader_by_sql);
    without_fence(reader_by_entry);
    prepared_before(reader_of);
    prepared_before(reader_by_sql);
    entry_points();
    addresses(reader_of);
    addresses(reader_by_sql);
    addresses(reader_by_entry);
    private_connections();
    late_failures();
    limits();
    unlink(ledger_path);
    unlink(lock_path);
    unlink(private_path);
    unlink(reader_path);
    CHECK(rmdir(folder) == 0, "no other file was left");
    sqlite3_shutdown();
    CHECK(sqlite3_memory_used() == 0, "SQLite has all its memory back");
    return report("reader");
}
