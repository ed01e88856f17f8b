/* Tests charges under faults: processes killed and power lost at every write, errors of the file
 * system, memory that runs out, forks, threads, clocks that are changed, and statements that are
 * abandoned. A test fails if there is an answer without a durable charge. The ledger's files go
 * through a VFS that causes the faults. */
#define _POSIX_C_SOURCE 200809L
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <sqlite3.h>

#include "indp.h"
#include "indp_sqlite.h"

#include "check.h"
#include "faulty_vfs.h"

/* ---- helpers ---- */

static void remove_ledger(void)
{
    char name[220];
    unlink(path);
    sqlite3_snprintf((int)sizeof name, name, "%s-journal", path);
    unlink(name);
    sqlite3_snprintf((int)sizeof name, name, "%s-lock", path);
    unlink(name);
    memset(images, 0, sizeof images);
}

static int run(sqlite3 *db, const char *sql)
{
    return sqlite3_exec(db, sql, NULL, NULL, NULL);
}

/* Returns the value of a query with one row, or -1 if the query fails. */
static double ask(sqlite3 *db, const char *sql)
{
    sqlite3_stmt *s = NULL;
    double value = -1;
    if (sqlite3_prepare_v2(db, sql, -1, &s, NULL) == SQLITE_OK && sqlite3_step(s) == SQLITE_ROW)
        value = sqlite3_column_double(s, 0);
    return sqlite3_finalize(s) == SQLITE_OK ? value : -1;
}

static sqlite3 *open_with(const char *more)
{
    sqlite3 *db = NULL;
    char *sql = sqlite3_mprintf("SELECT %s(%Q);%s",
                                access(path, F_OK) == 0 ? "dp_open" : "dp_create", path, more);
    CHECK(sqlite3_open(":memory:", &db) == SQLITE_OK, "open");
    CHECK(sql != NULL && run(db, sql) == SQLITE_OK, sqlite3_errmsg(db));
    sqlite3_free(sql);
    return db;
}

static const char *const DECLARE = "SELECT dp_budget('b', 1e6), dp_declare('visits', 'sum', "
                                   "'{\"lo\":0,\"hi\":1,\"epsilon\":0.1,\"budget\":\"b\"}')";
static const char *const VISITS = "SELECT visits(1) + 1e6 AS r";
static const char *const CHARGES = "SELECT count(*) FROM dp_ledger WHERE act = 'charge'";

static void make_ledger(void)
{
    remove_ledger();
    sqlite3_close(open_with(DECLARE));
}

/* ---- faults of a charge ---- */

/* Charges in a child process, with a fault at operation number `at`. Returns whether there was an
 * answer. Sets *reached to whether the charge has at least `at` operations. */
static int charge_in_child(enum fault kind, long at, unsigned seed, int *reached)
{
    int pipes[2], status = 0;
    char got[2] = { 0, 0 };
    pid_t child;
    if (!CHECK(pipe(pipes) == 0, "pipe"))
        return 0;
    child = fork();
    if (child == 0) {
        sqlite3 *db;
        memset(images, 0, sizeof images);
        fault = kind;
        db = open_with("");
        operation = 0;
        fail_at = at;
        chance = seed;
        if (ask(db, VISITS) > 0 && write(pipes[1], "a", 1) != 1)
            _exit(3);
        if (operation >= at && write(pipes[1], "r", 1) != 1)
            _exit(3);
        if (kind == POWER)
            lose_power(); /* the power fails after the answer */
        _exit(0);
    }
    close(pipes[1]);
    got[0] = got[1] = 0;
    *reached = 1;
    {
        ssize_t n, used = 0;
        while (used < 2 && (n = read(pipes[0], got + used, (size_t)(2 - used))) > 0)
            used += n;
    }
    close(pipes[0]);
    CHECK(waitpid(child, &status, 0) == child, "waitpid");
    if (WIFEXITED(status) || got[0] == 'a')
        *reached = got[0] == 'r' || got[1] == 'r';
    return got[0] == 'a';
}

static void faults(enum fault kind, const char *name, int seeds)
{
    long at, lost = 0, least = 0;
    int reached = 1, seed;
    for (seed = 0; seed < seeds; seed++) {
        reached = 1;
        for (at = 1; reached && at < 100; at++) {
            double before_it, charges, left;
            sqlite3 *db;
            int answered;
            make_ledger();
            before_it = 0;
            answered = charge_in_child(kind, at, 7919u * (unsigned)at + (unsigned)seed, &reached);
            memset(images, 0, sizeof images);
            db = open_with("");
            charges = ask(db, CHARGES) - before_it;
            left = ask(db, "SELECT dp_remaining('b')");
            CHECK(charges == 0 || charges == 1, "one charge at most");
            CHECK(left == (charges == 0 ? 1e6 : 999999.9), "the budget agrees with the log");
            CHECK(!answered || charges == 1, name);
            CHECK(!reached || !answered || kind == FAIL_FULL || kind == FAIL_IO,
                  "a killed process gives no answer");
            lost += charges == 1 && !answered;
            least += charges == 0;
            CHECK(ask(db, VISITS) > 0, "the next charge works");
            sqlite3_close(db);
        }
        CHECK(!reached && at > 8, "every operation was reached");
    }
    CHECK(least > 0, "some faults came before the charge was durable");
    CHECK(lost > 0 || kind != KILL_AFTER, "a fault after the charge does not refund it");
}

/* Another program that does not know the lock of the ledger may roll back a charge. Then there must
 * be no answer. */
static void undone(void)
{
    sqlite3 *db;
    make_ledger();
    db = open_with("");
    keep_for_undo();
    CHECK(ask(db, VISITS) < 0 &&
              strstr(sqlite3_errmsg(db), "visits: another program has undone this charge") != NULL,
          sqlite3_errmsg(db));
    CHECK(ask(db, CHARGES) == 0, "undone");
    CHECK(ask(db, VISITS) > 0 && ask(db, CHARGES) == 1, "the next charge works");
    sqlite3_close(db);
}

/* ---- the clock ---- */

static void clocks(void)
{
    static const sqlite3_int64 day = 86400000;
    sqlite3 *db;
    remove_ledger();
    db = open_with("SELECT dp_budget('w', 0.2, 7), dp_declare('visits', 'sum', "
                   "'{\"lo\":0,\"hi\":1,\"epsilon\":0.1,\"budget\":\"w\"}')");
    CHECK(ask(db, VISITS) > 0 && ask(db, VISITS) > 0, "two fit");
    CHECK(ask(db, VISITS) < 0, "a third does not");
    clock_shift = 7 * day - 60000;
    CHECK(ask(db, VISITS) < 0, "nor before the window ends");
    clock_shift = 7 * day + 1000;
    CHECK(ask(db, "SELECT dp_remaining('w')") == 0.2, "a new window");
    CHECK(ask(db, VISITS) > 0, "one in the new window");
    clock_shift = 0;
    CHECK(ask(db, "SELECT dp_remaining('w')") == 0.1,
          "a clock set back does not bring back the old window");
    CHECK(ask(db, VISITS) > 0 && ask(db, VISITS) < 0, "the new window is full");
    clock_shift = -1000 * day;
    CHECK(ask(db, VISITS) < 0, "far back");
    clock_shift = 7 * day + 2000;
    CHECK(ask(db, VISITS) < 0, "forward again to the same window: not opened twice");
    clock_shift = (7 * 5 + 3) * day;
    CHECK(ask(db, VISITS) > 0, "four windows later");
    CHECK(ask(db, "SELECT windows FROM dp_budgets") == 3, "three windows were begun");
    clock_shift = 7 * 6 * day + 3000;
    CHECK(ask(db, VISITS) > 0 && ask(db, VISITS) > 0 && ask(db, VISITS) < 0,
          "windows keep to their grid");
    clock_shift = 0;
    CHECK(ask(db, VISITS) < 0, "back again");
    CHECK(ask(db, "SELECT count(*) FROM dp_ledger a, dp_ledger b WHERE b.id = a.id + 1 AND b.time "
                  "< a.time") == 0,
          "the log does not go back");
    CHECK(ask(db, "SELECT dp_budget('w', 0.3, 7)") > 0, "the owner adds to the window");
    CHECK(ask(db, VISITS) > 0, "one more");
    CHECK(ask(db, "SELECT count(*) FROM dp_ledger a, dp_ledger b WHERE b.id = a.id + 1 AND b.time "
                  "< a.time") == 0,
          "nor with a clock set back");
    sqlite3_close(db);
}

/* ---- processes, threads, statements ---- */

static void forks(void)
{
    sqlite3 *db;
    int status = 0;
    pid_t child;
    make_ledger();
    db = open_with("");
    CHECK(ask(db, VISITS) > 0, "before the fork");
    child = fork();
    if (child == 0)
        _exit(ask(db, VISITS) > 0 && ask(db, VISITS) > 0 ? 0 : 1);
    CHECK(ask(db, VISITS) > 0, "in the parent");
    CHECK(waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0,
          "in the child");
    CHECK(ask(db, VISITS) > 0, "in the parent after that");
    CHECK(ask(db, CHARGES) == 5, "all are charged");
    sqlite3_close(db);
}

static void *spend_many(void *data)
{
    sqlite3 *db = open_with("");
    long *answers = data;
    int i;
    for (i = 0; i < 15; i++)
        *answers += ask(db, VISITS) > 0;
    sqlite3_close(db);
    return NULL;
}

static void threads(void)
{
    enum { THREADS = 4 };
    pthread_t thread[THREADS];
    long answers[THREADS] = { 0 }, sum = 0;
    sqlite3 *db;
    int i;
    remove_ledger();
    db = open_with("SELECT dp_budget('b', 3.0), dp_declare('visits', 'sum', "
                   "'{\"lo\":0,\"hi\":1,\"epsilon\":0.1,\"budget\":\"b\"}')");
    for (i = 0; i < THREADS; i++)
        CHECK(pthread_create(&thread[i], NULL, spend_many, &answers[i]) == 0, "thread");
    for (i = 0; i < THREADS; i++) {
        pthread_join(thread[i], NULL);
        sum += answers[i];
    }
    CHECK(sum == 30, "thirty of sixty");
    CHECK(ask(db, CHARGES) == 30 && ask(db, "SELECT dp_remaining('b')") == 0, "all are charged");
    sqlite3_close(db);
}

static void of_the_host(sqlite3_context *context, int argc, sqlite3_value **argv)
{
    (void)argc;
    sqlite3_result_value(context, argv[0]);
}

static void statements(void)
{
    sqlite3 *db;
    sqlite3_stmt *s = NULL;
    make_ledger();
    db = open_with("");
    CHECK(sqlite3_prepare_v2(db,
                             "SELECT visits(column1) FROM (VALUES (1), (2), (3)) GROUP BY column1",
                             -1, &s, NULL) == SQLITE_OK,
          "prepare");
    CHECK(ask(db, CHARGES) == 0, "preparing costs nothing");
    CHECK(sqlite3_step(s) == SQLITE_ROW, "a group");
    CHECK(ask(db, CHARGES) >= 1, "charged before the row leaves");
    sqlite3_reset(s);
    CHECK(ask(db, CHARGES) >= 1, "an abandoned statement is not refunded");
    sqlite3_finalize(s);
    /* If the declaration changes while the statement runs, the statement must fail. */
    CHECK(sqlite3_prepare_v2(db,
                             "SELECT visits(x), x FROM (SELECT 1 AS x UNION ALL SELECT 2) WHERE x "
                             "= 1 OR dp_forget('visits') <> ''",
                             -1, &s, NULL) == SQLITE_OK,
          "prepare");
    CHECK(sqlite3_step(s) == SQLITE_ERROR, "forgotten between the rows and the answer");
    sqlite3_finalize(s);
    CHECK(ask(db, VISITS) < 0, "forgotten");
    CHECK(run(db, "SELECT dp_declare('visits', 'sum', "
                  "'{\"lo\":0,\"hi\":1,\"epsilon\":0.1,\"budget\":\"b\"}')") == SQLITE_OK,
          "declared again");
    CHECK(ask(db, VISITS) > 0, "the same function");
    CHECK(sqlite3_prepare_v2(db, VISITS, -1, &s, NULL) == SQLITE_OK &&
              sqlite3_step(s) == SQLITE_ROW,
          "an open statement");
    CHECK(sqlite3_close_v2(db) == SQLITE_OK, "closed with an open statement");
    CHECK(sqlite3_finalize(s) == SQLITE_OK, "finalized after that");
    /* Here the aggregate is declared while rows are added. The rows before the declaration were not
     * added, so there must be no answer. */
    db = open_with("SELECT dp_forget('visits')");
    CHECK(run(db, "SELECT dp_declare('visits', 'sum', '{\"lo\":0,\"hi\":1,\"epsilon\":0.1}'), "
                  "dp_forget('visits')") == SQLITE_OK,
          "a function without a declaration");
    CHECK(sqlite3_prepare_v2(db,
                             "SELECT visits(x) FROM (SELECT 1 AS x UNION ALL SELECT "
                             "iif(dp_declare('visits', 'sum', "
                             "'{\"lo\":0,\"hi\":1,\"epsilon\":0.1}') <> '', 1, 0))",
                             -1, &s, NULL) == SQLITE_OK,
          "prepare");
    CHECK(sqlite3_step(s) == SQLITE_ERROR, "not declared at the first row");
    sqlite3_finalize(s);
    /* If the host replaces the function of a declared aggregate, the extension must not take the
     * host's function for its own. */
    CHECK(ask(db, VISITS) > 0, "declared now");
    CHECK(sqlite3_create_function(db, "visits", 1, SQLITE_UTF8, NULL, of_the_host, NULL, NULL) ==
              SQLITE_OK,
          "replaced by the host");
    {
        char *sql = sqlite3_mprintf("SELECT dp_open(%Q)", path);
        CHECK(run(db, sql) == SQLITE_ERROR &&
                  strstr(sqlite3_errmsg(db), "visits is already the name of a function") != NULL,
              "noticed");
        sqlite3_free(sql);
    }
    sqlite3_close(db);
}

/* A charge is refused if another connection keeps the ledger locked for longer than a charge
 * waits. */
static void locked(void)
{
    sqlite3 *db, *other = NULL;
    make_ledger();
    db = open_with("");
    CHECK(sqlite3_open(path, &other) == SQLITE_OK && run(other, "BEGIN EXCLUSIVE") == SQLITE_OK,
          "locked");
    CHECK(ask(db, VISITS) < 0 &&
              strstr(sqlite3_errmsg(db),
                     "visits: the ledger is locked by another connection: try again") != NULL,
          "refused");
    CHECK(run(other, "ROLLBACK") == SQLITE_OK && ask(db, CHARGES) == 0, "not charged");
    CHECK(ask(db, VISITS) > 0, "goes on");
    sqlite3_close(other);
    sqlite3_close(db);
}

/* A file that cannot be written is refused when it is opened, and left as it is. */
static void only_readable(void)
{
    sqlite3 *db = NULL;
    char *sql = sqlite3_mprintf("SELECT dp_open(%Q)", path);
    make_ledger();
    read_only = 1;
    CHECK(sqlite3_open(":memory:", &db) == SQLITE_OK, "open");
    CHECK(run(db, sql) == SQLITE_ERROR &&
              strcmp(sqlite3_errmsg(db),
                     "dp_open: the ledger cannot be opened, read or written: check that its folder "
                     "exists, your rights and the free space") == 0,
          sqlite3_errmsg(db));
    CHECK(ask(db, VISITS) < 0, "nothing is declared");
    sqlite3_close(db);
    read_only = 0;
    db = open_with("");
    CHECK(ask(db, VISITS) > 0, "goes on");
    sqlite3_close(db);
    sqlite3_free(sql);
}

static void repeats(void)
{
    sqlite3_int64 used = 0;
    sqlite3 *db;
    int i;
    remove_ledger();
    db = open_with("SELECT dp_declare('visits', 'sum', '{\"lo\":0,\"hi\":1,\"epsilon\":0.1}')");
    for (i = 0; i < 3000; i++) {
        if (i == 1000)
            used = sqlite3_memory_used();
        CHECK(ask(db, VISITS) > 0, "uncharged");
        if (i % 100 == 0)
            CHECK(run(db, "SELECT dp_forget('visits');"
                          "SELECT dp_declare('visits', 'count', '{\"epsilon\":1}'), "
                          "dp_forget('visits');"
                          "SELECT dp_declare('visits', 'sum', "
                          "'{\"lo\":0,\"hi\":1,\"epsilon\":0.1}')") == SQLITE_OK,
                  "declared again");
    }
    CHECK(sqlite3_memory_used() <= used + 4096, "no leak");
    sqlite3_close(db);
}

/* ---- memory ---- */

static sqlite3_mem_methods real_memory;
static long countdown = -1; /* allocations until the first that fails; -1: none fails */
static long failing;        /* how many allocations fail then */

static int runs_out(void)
{
    if (countdown < 0)
        return 0;
    if (countdown > 0) {
        countdown--;
        return 0;
    }
    if (failing-- > 1)
        return 1;
    countdown = -1;
    return 1;
}
static void *failing_malloc(int n)
{
    return runs_out() ? NULL : real_memory.xMalloc(n);
}
static void *failing_realloc(void *p, int n)
{
    return runs_out() ? NULL : real_memory.xRealloc(p, n);
}

/* Runs the query once for each of its allocations. In each run, that allocation and those after it
 * fail, until `number` of them have failed. The query must return its answer, SQLITE_NOMEM, or one
 * of the messages below. If `charged` is set, an answer must be charged. No lock may stay
 * behind. */
static void out_of_memory(const char *sql, int charged, long number)
{
    sqlite3 *db = open_with(""), *other = NULL;
    double charges = ask(db, CHARGES);
    long k;
    int refused = 0, unused = 0;
    CHECK(sqlite3_open(path, &other) == SQLITE_OK, "another connection");
    for (k = 0; k < 20000 && !unused; k++) {
        sqlite3_stmt *s = NULL;
        int rc, rows = 0;
        double now;
        failing = number;
        countdown = k;
        rc = sqlite3_prepare_v2(db, sql, -1, &s, NULL);
        while (rc == SQLITE_OK && (rc = sqlite3_step(s)) == SQLITE_ROW) {
            rows += sqlite3_column_type(s, 0) != SQLITE_NULL;
            rc = SQLITE_OK;
        }
        unused = countdown > 0;
        countdown = -1;
        if (rc != SQLITE_DONE && rc != SQLITE_NOMEM &&
            strstr(sqlite3_errmsg(db),
                   "the ledger cannot be opened, read or written: check that "
                   "its folder exists, your rights and the free space") == NULL &&
            strstr(sqlite3_errmsg(db), "failed after it was charged") == NULL &&
            strstr(sqlite3_errmsg(db), "cannot be") == NULL)
            CHECK(0, sqlite3_errmsg(db));
        refused += rc != SQLITE_DONE;
        sqlite3_finalize(s);
        now = ask(db, CHARGES);
        CHECK(run(other, "BEGIN IMMEDIATE; ROLLBACK") == SQLITE_OK, "no lock stays behind");
        CHECK(!charged || rows == 0 || now == charges + 1, "an answer is charged");
        charges = now;
    }
    CHECK(unused && refused > 20, "every allocation failed once");
    sqlite3_close(other);
    sqlite3_close(db);
}

/* Makes one allocation of indp_sqlite_reader fail in each run: each of the first 200, and then
 * every 17th. After a failure the host must have its connection back. */
static void readers(void)
{
    char private_path[220];
    long k;
    int rc, unused = 0;
    sqlite3 *private_db = NULL;
    sqlite3_snprintf((int)sizeof private_path, private_path, "%s.private", path);
    CHECK(sqlite3_open(private_path, &private_db) == SQLITE_OK &&
              run(private_db, "CREATE TABLE t(x)") == SQLITE_OK,
          "a private database");
    sqlite3_close(private_db);
    for (k = 0; k < 20000 && !unused; k += k < 200 ? 1 : 17) {
        sqlite3 *db = NULL;
        CHECK(sqlite3_open(":memory:", &db) == SQLITE_OK &&
                  sqlite3_open(private_path, &private_db) == SQLITE_OK,
              "open");
        failing = 1;
        countdown = k;
        rc = indp_sqlite_reader(db, private_db, path, NULL);
        unused = countdown > 0;
        countdown = -1;
        CHECK(sqlite3_close(db) == SQLITE_OK, "closed");
        if (rc == SQLITE_OK)
            continue; /* the private connection is closed as well */
        CHECK(run(private_db, "INSERT INTO t SELECT max(x) FROM t; DELETE FROM t") == SQLITE_OK,
              sqlite3_errmsg(private_db));
        CHECK(sqlite3_close(private_db) == SQLITE_OK, "closed");
    }
    CHECK(unused && k > 200, "all allocations were reached");
    unlink(private_path);
}

static void memory_runs_out(void)
{
    sqlite3 *db;
    remove_ledger();
    db = open_with("SELECT dp_budget('b', 1e6), dp_declare('visits', 'sum', "
                   "'{\"lo\":0,\"hi\":1,\"epsilon\":0.1,\"budget\":\"b\"}');"
                   "SELECT dp_declare('sites', 'mode', "
                   "'{\"keys\":[1,\"a\"],\"candidates\":[1,\"a\"],\"epsilon\":0.1,\"budget\":\"b\"}"
                   "')");
    sqlite3_close(db);
    out_of_memory("SELECT * FROM dp_ledger LIMIT 1", 0, 1); /* while the log is short */
    out_of_memory("SELECT dp_remaining('b')", 0, 1);
    out_of_memory("SELECT dp_budget('b', 1e6)", 0, 1);
    out_of_memory(VISITS, 1, 1);
    out_of_memory(VISITS, 1, 1000);
    out_of_memory("SELECT sites(1, 'a')", 1, 1);
}

int main(void)
{
    sqlite3_mem_methods memory;
    char folder[] = "/tmp/indp-faults-XXXXXX";
    /* Set under valgrind. Skips the tests that fork, use threads or wait for a lock. */
    const char *quick = getenv("INDP_FAULTS_QUICK");
    CHECK(sqlite3_config(SQLITE_CONFIG_GETMALLOC, &real_memory) == SQLITE_OK, "allocator");
    memory = real_memory;
    memory.xMalloc = failing_malloc;
    memory.xRealloc = failing_realloc;
    CHECK(sqlite3_config(SQLITE_CONFIG_MALLOC, &memory) == SQLITE_OK, "allocator");
    /* Switches off the cache from which newer SQLite versions take most small blocks. An allocation
     * from this cache never fails. */
    CHECK(sqlite3_config(SQLITE_CONFIG_LOOKASIDE, 0, 0) == SQLITE_OK, "no cache of small blocks");
    CHECK(sqlite3_auto_extension((void (*)(void))sqlite3_indp_init) == SQLITE_OK, "auto extension");
    if (!CHECK(mkdtemp(folder) != NULL, "a folder"))
        return 1;
    sqlite3_snprintf((int)sizeof path, path, "%s/ledger", folder);
    use_vfs();
    clocks();
    statements();
    only_readable();
    repeats();
    memory_runs_out();
    if (quick == NULL) {
        faults(KILL_BEFORE, "killed before a write: no answer without a charge", 1);
        faults(KILL_AFTER, "killed after a write: no answer without a charge", 1);
        faults(POWER, "power lost: no answer without a charge", 8);
        faults(FAIL_FULL, "a full disk: no answer without a charge", 1);
        undone();
        faults(FAIL_IO, "an error of the disk: no answer without a charge", 1);
        forks();
        threads();
        locked();
    }
    make_ledger();
    sqlite3_reset_auto_extension();
    readers();
    remove_ledger();
    rmdir(folder);
    sqlite3_shutdown();
    CHECK(sqlite3_memory_used() == 0, "SQLite has all its memory back");
    return report("faults");
}
