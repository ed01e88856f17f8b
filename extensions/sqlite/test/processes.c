/* Processes that spend one budget while each of them also reads the file of the ledger in another
 * way: it opens, reads and closes the file, as a checksum or a copy does. When a process closes any
 * descriptor of a file, it loses its POSIX locks on that file, and SQLite's locks are POSIX locks.
 * All answers together must not cost more than the budget. Threads take turns, and a process that
 * is forked while another thread is in a charge must be able to charge. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <sqlite3.h>

#include "indp_sqlite.h"

#include "database.h"

enum { PROCESSES = 3, MOST = 150 /* charges that the budget allows */, FORKS = 8 };

static char folder[] = "/tmp/indp-processes-XXXXXX";
static char ledger_path[200], lock_path[210];

/* What the processes share. */
struct shared {
    int answers[PROCESSES];
    volatile int stop;
};
static struct shared *shared;

static sqlite3 *host(const char *opens)
{
    sqlite3 *db = open_file(":memory:");
    char *sql = sqlite3_mprintf("SELECT %s(%Q)", opens, ledger_path);
    CHECK(sqlite3_indp_init(db, NULL, NULL) == SQLITE_OK && run(db, sql) == SQLITE_OK,
          sqlite3_errmsg(db));
    sqlite3_free(sql);
    return db;
}

/* Reads the file as a copy does, all the time. */
static void *copy(void *unused)
{
    static const struct timespec pause = { 0, 200000 };
    char page[4096];
    while (!shared->stop) {
        int fd = open(ledger_path, O_RDONLY);
        ssize_t n = read(fd, page, sizeof page);
        close(fd);
        if (n >= 0)
            nanosleep(&pause, NULL);
    }
    return unused;
}

/* Charges until the budget is spent. Returns the number of answers, or -1. */
static int charge(sqlite3 *db)
{
    int answers = 0, others = 0, shown;
    while (others < 100) {
        if (rows_of(db, "SELECT visits(1)", &shown) == 1)
            answers++;
        else if (strstr(sqlite3_errmsg(db), "the budget has less left") != NULL)
            return answers;
        else
            others++;
    }
    return -1;
}

static void charge_in_a_process(int i)
{
    pthread_t thread;
    sqlite3 *db = host("dp_open");
    pthread_create(&thread, NULL, copy, NULL);
    shared->answers[i] = charge(db);
    _exit(0);
}

static void overspend(void)
{
    pid_t processes[PROCESSES];
    int i, all = 0, good = 1;
    for (i = 0; i < PROCESSES; i++) {
        processes[i] = fork();
        if (processes[i] == 0)
            charge_in_a_process(i);
    }
    for (i = 0; i < PROCESSES; i++) {
        waitpid(processes[i], NULL, 0);
        good &= shared->answers[i] >= 0;
        all += shared->answers[i];
    }
    CHECK(good, "no process got only refusals for other reasons than the budget");
    CHECK(all <= MOST, "all answers together cost at most the budget");
    CHECK(all >= MOST - 2 * PROCESSES, "and nearly all of it was answered");
}

static int is_whole(void)
{
    sqlite3 *db = open_file(ledger_path);
    sqlite3_stmt *s = NULL;
    int good = sqlite3_prepare_v2(db, "PRAGMA integrity_check", -1, &s, NULL) == SQLITE_OK &&
               sqlite3_step(s) == SQLITE_ROW &&
               strcmp((const char *)sqlite3_column_text(s, 0), "ok") == 0;
    sqlite3_finalize(s);
    sqlite3_close(db);
    return good;
}

/* Two threads that want the same budget take turns: neither is overtaken for as long as the other
 * one charges. */
static pthread_barrier_t start;

static void *charge_in_a_thread(void *answers)
{
    sqlite3 *db = host("dp_open");
    pthread_barrier_wait(&start);
    *(int *)answers = charge(db);
    sqlite3_close(db);
    return NULL;
}

static void turns(void)
{
    pthread_t threads[2];
    int answers[2], i;
    sqlite3 *db = host("dp_open");
    CHECK(run(db, "SELECT dp_budget('b', 75 + 100)") == SQLITE_OK, sqlite3_errmsg(db));
    sqlite3_close(db);
    pthread_barrier_init(&start, NULL, 2);
    for (i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, charge_in_a_thread, &answers[i]);
    for (i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    pthread_barrier_destroy(&start);
    CHECK(answers[0] + answers[1] == 200, "all that the budget allows");
    if (!CHECK(answers[0] >= 50 && answers[1] >= 50, "each thread has its turns"))
        printf("%d and %d\n", answers[0], answers[1]);
}

/* Charges until the budget is spent. */
static void *charge_meanwhile(void *unused)
{
    sqlite3 *db = host("dp_open");
    while (!shared->stop)
        run(db, "SELECT visits(1)");
    sqlite3_close(db);
    return unused;
}

/* A child that is forked while another thread is in a charge. Its copy of SQLite must not say that
 * the ledger is locked. */
static void forks(void)
{
    static const struct timespec pause = { 0, 1700000 };
    pthread_t thread;
    sqlite3 *db = host("dp_open");
    int i, status, good = 0, shown;
    CHECK(run(db, "SELECT dp_budget('b', 1e6)") == SQLITE_OK, sqlite3_errmsg(db));
    shared->stop = 0;
    pthread_create(&thread, NULL, charge_meanwhile, NULL);
    for (i = 0; i < FORKS; i++) {
        pid_t child;
        nanosleep(&pause, NULL);
        child = fork();
        if (child == 0) {
            alarm(8); /* SQLite waits for 10 seconds */
            _exit(rows_of(db, "SELECT visits(1)", &shown) != 1);
        }
        waitpid(child, &status, 0);
        good += WIFEXITED(status) && WEXITSTATUS(status) == 0;
    }
    shared->stop = 1;
    pthread_join(thread, NULL);
    if (!CHECK(good == FORKS, "each child charges"))
        printf("%d\n", good);
    sqlite3_close(db);
}

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* A thread that is cancelled while it waits for the lock finishes its charge first. Otherwise forks
 * would wait for it. */
static void *charge_once(void *unused)
{
    sqlite3 *db = unused;
    run(db, "SELECT visits(1)");
    pthread_testcancel();
    return NULL;
}

static void cancelled(void)
{
    static const struct timespec pause = { 0, 100000000 };
    pthread_t thread;
    pid_t child;
    double begin;
    void *result = NULL;
    sqlite3 *db = host("dp_open");
    int lock = open(lock_path, O_RDONLY), shown;
    flock(lock, LOCK_EX);
    pthread_create(&thread, NULL, charge_once, db);
    nanosleep(&pause, NULL);
    pthread_cancel(thread);
    nanosleep(&pause, NULL);
    flock(lock, LOCK_UN);
    close(lock);
    pthread_join(thread, &result);
    CHECK(result == PTHREAD_CANCELED, "cancelled");
    begin = seconds();
    child = fork();
    if (child == 0)
        _exit(0);
    waitpid(child, NULL, 0);
    CHECK(seconds() - begin < 5, "a fork does not wait for the cancelled thread");
    CHECK(rows_of(db, "SELECT visits(1)", &shown) == 1 && seconds() - begin < 5,
          "nor does a charge");
    sqlite3_close(db);
}

/* Whoever holds the lock beside the ledger stops all charges and readings. */
static void *unlock_later(void *lock)
{
    static const struct timespec pause = { 0, 300000000 };
    nanosleep(&pause, NULL);
    flock(*(int *)lock, LOCK_UN);
    return NULL;
}

static void locks(void)
{
    static const struct {
        int mode;
        const char *sql;
        int waits;
    } cases[] = {
        { LOCK_EX, "SELECT visits(1)", 1 },         { LOCK_EX, "SELECT dp_remaining('b')", 1 },
        { LOCK_EX, "SELECT * FROM dp_budgets", 1 }, { LOCK_EX, "SELECT free(1)", 1 },
        { LOCK_SH, "SELECT visits(1)", 1 },         { LOCK_SH, "SELECT dp_budget('b', 1e7)", 1 },
        { LOCK_SH, "SELECT dp_remaining('b')", 0 }, { LOCK_SH, "SELECT * FROM dp_budgets", 0 },
    };
    sqlite3 *db = host("dp_open");
    struct stat file;
    size_t i;
    int lock, shown;
    CHECK(stat(ledger_path, &file) == 0 && (file.st_mode & 0777) == 0600,
          "only the owner may read a new ledger");
    CHECK(stat(lock_path, &file) == 0 && (file.st_mode & 0777) == 0600, "and its lock");
    CHECK(run(db, "SELECT dp_declare('free', 'count', '{\"epsilon\":0.5}')") == SQLITE_OK,
          sqlite3_errmsg(db));
    lock = open(lock_path, O_RDONLY);
    for (i = 0; i < sizeof cases / sizeof *cases; i++) {
        pthread_t thread;
        double begin;
        flock(lock, cases[i].mode);
        begin = seconds();
        pthread_create(&thread, NULL, unlock_later, &lock);
        CHECK(rows_of(db, cases[i].sql, &shown) == 1, cases[i].sql);
        CHECK((seconds() - begin > 0.25) == cases[i].waits, cases[i].sql);
        pthread_join(thread, NULL);
    }
    /* A lock that was removed is made again, also while it is held. */
    flock(lock, LOCK_EX);
    unlink(lock_path);
    CHECK(rows_of(db, "SELECT visits(1)", &shown) == 1 && access(lock_path, F_OK) == 0,
          "made again");
    close(lock);
    sqlite3_close(db);
}

int main(void)
{
    sqlite3 *db;
    alarm(300); /* a lock that stays behind must not stop the tests */
    /* SQLite counts its memory under a mutex. A child that is forked while another thread holds it
     * waits for ever, whatever this extension does. */
    CHECK(sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0) == SQLITE_OK, "no mutex around allocations");
    if (!CHECK(mkdtemp(folder) != NULL, "a folder"))
        return 1;
    sqlite3_snprintf((int)sizeof ledger_path, ledger_path, "%s/ledger", folder);
    sqlite3_snprintf((int)sizeof lock_path, lock_path, "%s-lock", ledger_path);
    shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    db = host("dp_create");
    CHECK(run(db, "SELECT dp_budget('b', 75), dp_declare('visits', 'count', "
                  "'{\"epsilon\":0.5,\"budget\":\"b\"}')") == SQLITE_OK,
          sqlite3_errmsg(db));
    sqlite3_close(db);
    overspend();
    turns();
    forks();
    locks();
    cancelled();
    CHECK(is_whole(), "the ledger is whole");
    unlink(ledger_path);
    unlink(lock_path);
    CHECK(rmdir(folder) == 0, "no other file was left");
    return report("processes");
}
