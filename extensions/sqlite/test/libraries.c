/* Two SQLite libraries in one process, as in a program that links one and loads another. The
 * extension holds one pointer to the functions of SQLite, so each library needs a file of its own.
 * Usage: libraries INDP.so BROKEN.so FOLDER. BROKEN.so is an extension that refuses to load. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <sqlite3.h>

#include "check.h"

enum { MOST = 60 /* charges that the budget allows */ };

/* The functions of one library. */
struct library {
    int (*open)(const char *, sqlite3 **);
    int (*exec)(sqlite3 *, const char *, int (*)(void *, int, char **, char **), void *, char **);
    int (*enable)(sqlite3 *, int);
    int (*load)(sqlite3 *, const char *, const char *, char **);
    const char *(*errmsg)(sqlite3 *);
    int (*close)(sqlite3 *);
    const char *indp; /* the file of the extension that it loads */
    char name[300];
    int answers;
};

static char folder[200], ledger[220];

static void copy(const char *from, const char *to)
{
    char bytes[65536];
    int in = open(from, O_RDONLY), out = open(to, O_WRONLY | O_CREAT | O_TRUNC, 0700);
    ssize_t n;
    while ((n = read(in, bytes, sizeof bytes)) > 0)
        CHECK(write(out, bytes, (size_t)n) == n, "write");
    CHECK(n == 0 && close(out) == 0, to);
    close(in);
}

/* Loads a copy of the system's library as a library of its own. */
static void load(struct library *library, const char *name)
{
    static const char *const names[] = {
        "sqlite3_open",           "sqlite3_exec",   "sqlite3_enable_load_extension",
        "sqlite3_load_extension", "sqlite3_errmsg", "sqlite3_close"
    };
    void **const functions[] = { (void **)&library->open,   (void **)&library->exec,
                                 (void **)&library->enable, (void **)&library->load,
                                 (void **)&library->errmsg, (void **)&library->close };
    void *system = dlopen("libsqlite3.so.0", RTLD_NOW | RTLD_LOCAL), *handle;
    Dl_info info;
    size_t i;
    if (!CHECK(system != NULL && dladdr(dlsym(system, "sqlite3_open"), &info) != 0,
               "the system's library"))
        exit(report("libraries"));
    snprintf(library->name, sizeof library->name, "%s/%s", folder, name);
    copy(info.dli_fname, library->name);
    handle = dlopen(library->name, RTLD_NOW | RTLD_LOCAL | RTLD_DEEPBIND);
    if (!CHECK(handle != NULL, name))
        exit(report("libraries"));
    for (i = 0; i < sizeof names / sizeof *names; i++)
        *functions[i] = dlsym(handle, names[i]);
    CHECK(dlsym(handle, "sqlite3_open") != dlsym(system, "sqlite3_open"), "a library of its own");
}

static sqlite3 *connect(const struct library *library)
{
    sqlite3 *db = NULL;
    CHECK(library->open(":memory:", &db) == SQLITE_OK && library->enable(db, 1) == SQLITE_OK,
          "a connection");
    return db;
}

static void *charge(void *data)
{
    struct library *library = data;
    sqlite3 *db = connect(library);
    char sql[300];
    int others = 0;
    CHECK(library->load(db, library->indp, NULL, NULL) == SQLITE_OK, "loaded in a thread");
    snprintf(sql, sizeof sql, "SELECT dp_open('%s')", ledger);
    CHECK(library->exec(db, sql, NULL, NULL, NULL) == SQLITE_OK, library->errmsg(db));
    while (others < 100) {
        if (library->exec(db, "SELECT visits(1)", NULL, NULL, NULL) == SQLITE_OK)
            library->answers++;
        else if (strstr(library->errmsg(db), "the budget has less left") != NULL)
            break;
        else
            others++;
    }
    CHECK(others < 100, library->errmsg(db));
    library->close(db);
    return NULL;
}

int main(int argc, char **argv)
{
    static struct library one, two;
    char *message = NULL, sql[500], second[220];
    pthread_t threads[2];
    sqlite3 *db, *other;
    if (argc != 4)
        return 2;
    snprintf(folder, sizeof folder, "%s", argv[3]);
    snprintf(ledger, sizeof ledger, "%s/two.ledger", folder);
    snprintf(second, sizeof second, "%s/second.so", folder);
    load(&one, "sqlite-one.so");
    load(&two, "sqlite-two.so");
    one.indp = argv[1];
    two.indp = second;
    copy(argv[1], second);
    db = connect(&one);
    CHECK(one.load(db, argv[1], NULL, NULL) == SQLITE_OK, "the first library");
    other = connect(&two);
    CHECK(two.load(other, argv[1], NULL, &message) != SQLITE_OK,
          "the same file for the second library");
    CHECK(message != NULL &&
              strstr(message, "indp: not loaded: another SQLite library of this process has loaded "
                              "this file: load a copy of the file, under another name") != NULL,
          message);
    CHECK(one.exec(db, "SELECT dp_count(1, 1)", NULL, NULL, NULL) == SQLITE_OK,
          "the first library goes on");
    two.close(other);
    /* SQLite makes the names of an extension visible to those loaded after it. Still each file must
     * run its own code. */
    other = connect(&one);
    message = NULL;
    CHECK(one.load(other, argv[2], NULL, &message) != SQLITE_OK && message != NULL &&
              strstr(message, "self test failed") != NULL,
          "another file runs its own code");
    one.close(other);
    snprintf(sql, sizeof sql,
             "SELECT dp_create('%s'); SELECT dp_budget('b', 30), dp_declare('visits', 'count', "
             "'{\"epsilon\":0.5,\"budget\":\"b\"}')",
             ledger);
    CHECK(one.exec(db, sql, NULL, NULL, NULL) == SQLITE_OK, one.errmsg(db));
    one.close(db);
    pthread_create(&threads[0], NULL, charge, &one);
    pthread_create(&threads[1], NULL, charge, &two);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    if (!CHECK(one.answers + two.answers == MOST, "all answers together cost the budget"))
        printf("%d and %d\n", one.answers, two.answers);
    CHECK(one.answers > 0 && two.answers > 0, "both libraries charge");
    return report("libraries");
}
