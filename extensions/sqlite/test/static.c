/* Tests that need SQLite's C interface, with the extension linked into the program (-DSQLITE_CORE).
 * They cover errors of sqlite3_step and the sqlite3_finalize after them, statements that are reset,
 * abandoned or interrupted, allocations that fail inside SQLite, fork, and 10,000 repeats without a
 * leak. Exits with 1 if anything fails. */
#define _POSIX_C_SOURCE 200809L
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <sqlite3.h>

#include "indp.h"
#include "indp_sqlite.h"

#include "check.h"

static sqlite3 *open_database(void)
{
    sqlite3 *db = NULL;
    char *message = NULL;
    int rc = sqlite3_open(":memory:", &db);
    if (rc == SQLITE_OK)
        rc = sqlite3_exec(db,
                          "CREATE TABLE t(x);"
                          "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i "
                          "< 100)"
                          "INSERT INTO t SELECT i FROM n;",
                          NULL, NULL, &message);
    if (rc != SQLITE_OK) {
        printf("FAIL static.c: cannot open: %s\n", message ? message : sqlite3_errmsg(db));
        exit(1);
    }
    return db;
}

static sqlite3_stmt *prepare(sqlite3 *db, const char *sql)
{
    sqlite3_stmt *statement = NULL;
    CHECK(sqlite3_prepare_v2(db, sql, -1, &statement, NULL) == SQLITE_OK, sql);
    return statement;
}

/* Returns the first column of the first row, or NaN on any failure. */
static double one(sqlite3 *db, const char *sql)
{
    sqlite3_stmt *statement = NULL;
    double value = (double)NAN;
    if (sqlite3_prepare_v2(db, sql, -1, &statement, NULL) == SQLITE_OK &&
        sqlite3_step(statement) == SQLITE_ROW)
        value = sqlite3_column_double(statement, 0);
    if (sqlite3_finalize(statement) != SQLITE_OK)
        return (double)NAN;
    return value;
}

static void answers(sqlite3 *db)
{
    sqlite3_stmt *s =
        prepare(db, "SELECT indp_version(), dp_count(x, 1e18), dp_sum(x, 0, 50, 1e18) FROM t");
    CHECK(sqlite3_step(s) == SQLITE_ROW, "a row");
    CHECK(strcmp((const char *)sqlite3_column_text(s, 0), indp_version_string()) == 0, "version");
    CHECK(sqlite3_column_type(s, 1) == SQLITE_INTEGER && sqlite3_column_int64(s, 1) == 100,
          "count");
    CHECK(sqlite3_column_type(s, 2) == SQLITE_FLOAT && sqlite3_column_double(s, 2) == 3775, "sum");
    CHECK(sqlite3_step(s) == SQLITE_DONE, "there is only one row");
    CHECK(sqlite3_finalize(s) == SQLITE_OK, "finalize");
}

static void windows_are_refused(sqlite3 *db)
{
    static const char *const sql[] = { "SELECT dp_count(x, 1) OVER () FROM t",
                                       "SELECT dp_sum(x, 0, 1, 1) OVER (ORDER BY x) FROM t" };
    size_t i;
    for (i = 0; i < sizeof sql / sizeof *sql; i++) {
        sqlite3_stmt *s = NULL;
        CHECK(sqlite3_prepare_v2(db, sql[i], -1, &s, NULL) == SQLITE_ERROR, sql[i]);
        CHECK(s == NULL && strstr(sqlite3_errmsg(db), "window function") != NULL, sql[i]);
        sqlite3_finalize(s);
    }
}

static void step_errors(sqlite3 *db)
{
    static const struct {
        const char *sql, *message;
    } cases[] = {
        { "SELECT dp_count(x, 0) FROM t", "dp_count: epsilon must be a finite number above 0" },
        { "SELECT dp_count(x, x) FROM t", "dp_count: epsilon must be the same on every row" },
        { "SELECT dp_count(x, 1) FROM t WHERE 0",
          "dp_count: no row reached this call, so its parameters are unknown; write FROM (SELECT "
          "1) LEFT JOIN the data (README: Anchor each query)" },
        { "SELECT dp_sum(x, 1, 0, 1) FROM t", "dp_sum: lo must be below hi" },
        { "SELECT dp_sum(x, 0, x + 1, 1) FROM t", "dp_sum: hi must be the same on every row" },
        { "SELECT dp_sum(x, 0, 1, 1, x) FROM t",
          "dp_sum: rows_per_person must be the same on every row" },
        { "SELECT dp_sum(x, 0, 1 + (x = 100), 1) FROM t",
          "dp_sum: hi must be the same on every row" },
        { "SELECT dp_count(x, 1), dp_sum(x, 0, 1 + (x = 100), 1), dp_count(1, 2) FROM t GROUP BY x "
          "% 2",
          "dp_sum: hi must be the same on every row" },
        { "SELECT dp_median(x * 1.0, 0, 99 + (x = 100), 1) FROM t",
          "dp_median: hi must be the same on every row" },
        { "SELECT dp_quantile_state(x, 0.5, 0, 99, 1 + (x = 100)) FROM t",
          "dp_quantile_state: rows_per_person must be the same on every row" },
        { "SELECT dp_mode(x, '[1,' || (2 + (x = 100)) || ']', 1) FROM t",
          "dp_mode: candidates must be the same on every row" },
        { "SELECT dp_mode(x, '[\"a\",\"b\",1,1]', 1) FROM t",
          "dp_mode: candidates must be a flat array of 1 to 1048576 distinct texts or integers, in "
          "JSON" },
        { "SELECT dp_merge(s, 1) FROM (SELECT a.x, dp_median_state(a.x + b.x, 0, 150 + (a.x = "
          "100)) AS s FROM t a, t b GROUP BY a.x)",
          "dp_merge: only states of the same kind with the same parameters can be merged" },
        { "SELECT dp_merge(iif(x < 100, s, substr(s, 2)), 1) FROM t, (SELECT dp_median_state(x, 0, "
          "100) AS s FROM t)",
          "dp_merge: state must be what a dp_..._state function or dp_merge returned" },
        { "SELECT dp_release(dp_median_state(x, 0, 100), 0) FROM t",
          "dp_release: epsilon must be a finite number above 0" },
        { "SELECT dp_max(x, 0, 99 + (x = 100), 1) FROM t",
          "dp_max: hi must be the same on every row" },
        { "SELECT dp_release_parts(dp_max_state(x, 0, 100), 1) FROM t",
          "dp_release_parts: only states of averages, variances and standard deviations have "
          "parts: release this one with dp_release" },
    };
    size_t i;
    int again;
    for (i = 0; i < sizeof cases / sizeof *cases; i++) {
        sqlite3_stmt *s = prepare(db, cases[i].sql);
        for (again = 0; again < 3; again++) { /* an error must not persist in the statement */
            int rc = sqlite3_step(s);
            CHECK(rc == SQLITE_ERROR, cases[i].sql);
            CHECK(strcmp(sqlite3_errmsg(db), cases[i].message) == 0, cases[i].message);
            CHECK(sqlite3_reset(s) == SQLITE_ERROR, "reset after an error");
        }
        CHECK(sqlite3_step(s) == SQLITE_ERROR, cases[i].sql);
        CHECK(sqlite3_finalize(s) == SQLITE_ERROR, "finalize after an error");
    }
    CHECK(one(db, "SELECT dp_count(x, 1e18) FROM t") == 100, "the connection still works");
}

/* With lambda = 2^20 and a grid step of 2^10, two releases are equal with probability below
 * 1e-3. Eight pairs are all equal by chance with probability below 1e-24. */
static void reset_draws_anew(sqlite3 *db)
{
    sqlite3_stmt *s = prepare(db, "SELECT dp_sum(x, 0, 1, ?1) FROM t");
    double first[8], second[8];
    int i;
    CHECK(sqlite3_step(s) == SQLITE_ERROR, "an unbound parameter is refused");
    sqlite3_reset(s);
    CHECK(sqlite3_bind_double(s, 1, 1 / 1048576.0) == SQLITE_OK, "bind");
    for (i = 0; i < 16; i++) {
        CHECK(sqlite3_step(s) == SQLITE_ROW, "step");
        (i < 8 ? first : second)[i % 8] = sqlite3_column_double(s, 0);
        CHECK(sqlite3_reset(s) == SQLITE_OK, "reset");
    }
    CHECK(memcmp(first, second, sizeof first) != 0, "each run of a statement has its own noise");
    CHECK(sqlite3_bind_double(s, 1, 1e18) == SQLITE_OK && sqlite3_step(s) == SQLITE_ROW,
          "bind again");
    CHECK(sqlite3_column_double(s, 0) == 100, "the new epsilon counts");
    sqlite3_finalize(s);
}

static int stop(void *left)
{
    return --*(int *)left < 0;
}

static void abandoned(sqlite3 *db)
{
    int left;
    sqlite3_stmt *s = prepare(db, "SELECT dp_sum(x, 0, 1, 1) FROM t GROUP BY x");
    CHECK(sqlite3_step(s) == SQLITE_ROW, "first group");
    CHECK(sqlite3_finalize(s) == SQLITE_OK, "finalize half-way");
    for (left = 0; left < 40; left++) {
        int countdown = left;
        s = prepare(db, "SELECT dp_sum(a.x, 0, 1, 1), dp_count(a.x, 1) FROM t a, t b");
        sqlite3_progress_handler(db, 50, stop, &countdown);
        CHECK(sqlite3_step(s) == SQLITE_INTERRUPT, "interrupted");
        sqlite3_progress_handler(db, 0, NULL, NULL);
        CHECK(sqlite3_finalize(s) == SQLITE_INTERRUPT, "finalize after an interrupt");
    }
}

static void repeats(sqlite3 *db)
{
    static const char *const sql[] = {
        "SELECT dp_count(x, 1) FROM t WHERE x < 5",
        "SELECT dp_sum(x, 0, 10, 1) FROM t WHERE x < 5 GROUP BY x",
        "SELECT dp_sum(x, 0, x + 1, 1) FROM t WHERE x < 5",
        "SELECT dp_release(dp_merge(s, 1), 1) FROM (SELECT dp_quantile_state(x, 0.5, 0, 99) AS s "
        "FROM t GROUP BY x % 3)",
        "SELECT dp_release_parts(dp_avg_state(x, 0, 99), 1), dp_median(x, 0, 99, 1), dp_mode(x, "
        "'[1,\"a\"]', 1) FROM t",
        "SELECT dp_median_state(x, 0, 99 + (x = 90)), dp_mode(x, '[1,\"a\"]', 1) FROM t"
    };
    sqlite3_int64 before = 0;
    int i, good = 1;
    for (i = 0; i < 10100; i++) {
        sqlite3_stmt *s = NULL;
        /* The last three queries are slow under valgrind. */
        int rc, which = i % 20 == 0 ? 3 + i / 20 % 3 : i % 3;
        if (i == 100)
            before = sqlite3_memory_used();
        good &= sqlite3_prepare_v2(db, sql[which], -1, &s, NULL) == SQLITE_OK;
        while ((rc = sqlite3_step(s)) == SQLITE_ROW)
            ;
        good &= rc == (which % 3 == 2 ? SQLITE_ERROR : SQLITE_DONE);
        sqlite3_finalize(s);
    }
    CHECK(good, "10,000 repeats");
    CHECK(sqlite3_memory_used() <= before, "10,000 repeats use no more memory");
}

/* After fork the child must not continue the random stream of the parent. Eight releases of the
 * child all equal those of the parent by chance with probability below 1e-24. */
static void fork_differs(sqlite3 *db)
{
    static const char sql[] = "SELECT dp_sum(x, 0, 1, 0.00000095367431640625) FROM t";
    double mine[8], childs[8];
    int ends[2], status = -1, i;
    pid_t child;
    CHECK(!isnan(one(db, sql)), "a release before fork");
    if (!CHECK(pipe(ends) == 0, "pipe"))
        return;
    fflush(stdout);
    child = fork();
    if (!CHECK(child >= 0, "fork"))
        return;
    for (i = 0; i < 8; i++)
        mine[i] = one(db, sql);
    if (child == 0)
        _exit(write(ends[1], mine, sizeof mine) == (ssize_t)sizeof mine ? 0 : 1);
    close(ends[1]);
    CHECK(read(ends[0], childs, sizeof childs) == (ssize_t)sizeof childs, "read from the child");
    close(ends[0]);
    CHECK(waitpid(child, &status, 0) == child && status == 0, "the child ended well");
    for (i = 0; i < 8; i++)
        CHECK(!isnan(mine[i]) && !isnan(childs[i]), "a release after fork");
    CHECK(memcmp(mine, childs, sizeof mine) != 0, "parent and child have their own noise");
}

/* Tests that the numbers in JSON have a decimal point in every locale. */
static void decimal_commas(sqlite3 *db)
{
    char half[8];
    if (setlocale(LC_NUMERIC, "de_DE") == NULL)
        return; /* run.sh reports that the locale is missing */
    CHECK(snprintf(half, sizeof half, "%.1f", 0.5) == 3 && strcmp(half, "0,5") == 0,
          "a decimal comma");
    CHECK(one(db, "SELECT dp_release_parts(dp_avg_state(x / 8.0, 0, 16), 1e18) = "
                  "'{\"value\":6.3125,\"count\":100.0,\"sums\":[968.75,631.25],\"scale\":1.6e-17}' "
                  "FROM t") == 1,
          "parts without commas");
    setlocale(LC_NUMERIC, "C");
}

/* Wraps SQLite's allocator so that a single allocation fails: the one at which the countdown
 * ends. */
static sqlite3_mem_methods real_memory;
static long countdown = -1;

static int runs_out(void)
{
    return countdown >= 0 && countdown-- == 0;
}

static void *failing_malloc(int n)
{
    return runs_out() ? NULL : real_memory.xMalloc(n);
}

static void *failing_realloc(void *p, int n)
{
    return runs_out() ? NULL : real_memory.xRealloc(p, n);
}

/* Runs the query once for each of its allocations, and lets that allocation fail. Each run must
 * return SQLITE_NOMEM or the usual answer. */
static void out_of_memory(sqlite3 *db, const char *sql, const char *answer)
{
    long k;
    int refused = 0;
    for (k = 0; k < 5000; k++) {
        sqlite3_stmt *s = NULL;
        int rc, rows = 0, unused;
        countdown = k;
        rc = sqlite3_prepare_v2(db, sql, -1, &s, NULL);
        if (rc == SQLITE_OK) {
            while ((rc = sqlite3_step(s)) == SQLITE_ROW) {
                const char *text = (const char *)sqlite3_column_text(s, 0);
                rows++;
                CHECK(text == NULL || strcmp(text, answer) == 0, answer);
            }
        }
        unused = countdown >= 0;
        countdown = -1;
        CHECK(rc == SQLITE_NOMEM || (rc == SQLITE_DONE && rows == 1), "SQLITE_NOMEM or the answer");
        refused += rc == SQLITE_NOMEM;
        sqlite3_finalize(s);
        if (unused)
            break;
    }
    CHECK(k > 20 && k < 5000 && refused > 10, "each allocation failed once");
    CHECK(one(db, "SELECT dp_count(x, 1e18) FROM t") == 100, "the connection still works");
}

static void memory_runs_out(sqlite3 *db)
{
    out_of_memory(db, "SELECT dp_count(x, 1e18) || ' ' || dp_sum('' || x, 0, 50, 1e18, 2) FROM t",
                  "100 3775.0");
    out_of_memory(db, "SELECT dp_median(a.x, 1, 100, 1e9) FROM t a, t b WHERE a.x < 100", "50.0");
    out_of_memory(db,
                  "SELECT dp_mode(x % 7, '[1,3,\"three\"]', 1e9) || dp_mode('a', '[\"\\u0061\"]', "
                  "1) FROM t",
                  "1a");
    out_of_memory(db,
                  "SELECT dp_release(dp_merge(s, 1), 1e9) FROM (SELECT dp_median_state(b.x, 1, "
                  "100) AS s FROM t a, t b"
                  " WHERE b.x < 100 GROUP BY a.x % 3)",
                  "50.0");
    out_of_memory(db, "SELECT dp_release_parts(dp_avg_state(x, 0, 128), 1e18) FROM t",
                  "{\"value\":50.5,\"count\":100.0,\"sums\":[7750.0,5050.0],\"scale\":1.28e-16}");
    out_of_memory(db, "SELECT dp_release(dp_mode_state(x % 7, '[1,3,\"three\"]'), 1e9) FROM t",
                  "1");
}

static void of_the_host(sqlite3_context *context, int argc, sqlite3_value **argv)
{
    (void)argc;
    sqlite3_result_value(context, argv[0]);
}

/* Loads the extension into a connection explicitly, and tests the messages of failures. */
static void loading_fails(void)
{
    sqlite3 *db = NULL;
    sqlite3_stmt *s = NULL;
    char *message = NULL;
    long k;
    int rc = SQLITE_NOMEM, told = 0;
    sqlite3_reset_auto_extension();
    CHECK(sqlite3_open(":memory:", &db) == SQLITE_OK, "open");
    CHECK(sqlite3_indp_init(db, &message, NULL) == SQLITE_OK && message == NULL, "loads");
    s = prepare(db, "SELECT indp_version() FROM (SELECT 1 UNION ALL SELECT 2)");
    CHECK(sqlite3_step(s) == SQLITE_ROW, "a statement that runs");
    CHECK(sqlite3_indp_init(db, &message, NULL) == SQLITE_OK && message == NULL,
          "loads again, without effect");
    sqlite3_finalize(s);
    CHECK(sqlite3_close(db) == SQLITE_OK, "nothing is left open");
    /* If a statement uses a function of the host, that function cannot be replaced. */
    CHECK(sqlite3_open(":memory:", &db) == SQLITE_OK, "open");
    CHECK(sqlite3_create_function(db, "dp_count_error", 2, SQLITE_UTF8, NULL, of_the_host, NULL,
                                  NULL) == SQLITE_OK,
          "the host's");
    s = prepare(db, "SELECT dp_count_error(1, 2) FROM (SELECT 1 UNION ALL SELECT 2)");
    CHECK(sqlite3_step(s) == SQLITE_ROW, "a statement that runs");
    CHECK(sqlite3_indp_init(db, &message, NULL) == SQLITE_BUSY, "a refused registration");
    CHECK(message != NULL && strcmp(message, "indp: dp_count_error: database is locked") == 0,
          "the message names the refused function");
    sqlite3_free(message);
    CHECK(sqlite3_indp_init(db, NULL, NULL) == SQLITE_BUSY,
          "a refused registration, no place for a message");
    sqlite3_finalize(s);
    CHECK(sqlite3_close(db) == SQLITE_OK, "nothing is left open");
    /* Each allocation fails once. There must be a message, unless the memory for the message itself
     * is missing. */
    for (k = 0; k < 5000 && rc == SQLITE_NOMEM; k++) {
        CHECK(sqlite3_open(":memory:", &db) == SQLITE_OK, "open");
        message = NULL;
        countdown = k;
        rc = sqlite3_indp_init(db, &message, NULL);
        countdown = -1;
        CHECK(rc == SQLITE_OK ? message == NULL : rc == SQLITE_NOMEM, "SQLITE_NOMEM or loaded");
        told += message != NULL && strstr(message, "out of memory") != NULL;
        sqlite3_free(message);
        CHECK(sqlite3_close(db) == SQLITE_OK, "nothing is left open");
    }
    CHECK(rc == SQLITE_OK && k > 20 && told >= (int)k - 2, "failures have messages");
}

int main(void)
{
    sqlite3_mem_methods memory;
    sqlite3 *db;
    CHECK(sqlite3_config(SQLITE_CONFIG_GETMALLOC, &real_memory) == SQLITE_OK, "allocator");
    memory = real_memory;
    memory.xMalloc = failing_malloc;
    memory.xRealloc = failing_realloc;
    CHECK(sqlite3_config(SQLITE_CONFIG_MALLOC, &memory) == SQLITE_OK, "allocator");
    /* Switches off the cache from which newer SQLite versions take most small blocks. An allocation
     * from this cache never fails. */
    CHECK(sqlite3_config(SQLITE_CONFIG_LOOKASIDE, 0, 0) == SQLITE_OK, "no cache of small blocks");
    CHECK(sqlite3_auto_extension((void (*)(void))sqlite3_indp_init) == SQLITE_OK, "auto extension");
    db = open_database();
    answers(db);
    windows_are_refused(db);
    step_errors(db);
    reset_draws_anew(db);
    abandoned(db);
    repeats(db);
    fork_differs(db);
    decimal_commas(db);
    memory_runs_out(db);
    loading_fails();
    CHECK(sqlite3_close(db) == SQLITE_OK, "nothing is left open");
    sqlite3_reset_auto_extension();
    sqlite3_shutdown();
    CHECK(sqlite3_memory_used() == 0, "SQLite has all its memory back");
    return report("static");
}
