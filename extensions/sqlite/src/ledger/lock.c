/* A lock is taken in two steps. The token, a lock on the first byte of NAME-lock, belongs to the
 * call that is next in line. Whoever has just released the lock must get the token first, so a
 * waiting thread or process is not overtaken again and again. Both steps ask repeatedly instead of
 * sleeping in the kernel, which knows no time limit for such locks. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "lock.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "forks.h"

#ifndef F_OFD_SETLK
#define F_OFD_SETLK 37 /* Linux 3.15 and later; the headers of older glibcs lack it */
#endif

static sqlite3_int64 now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (sqlite3_int64)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* Locks or unlocks the token. The lock belongs to the opening of the file, as a flock does. */
static int set_token(int fd, int type)
{
    struct flock token;
    memset(&token, 0, sizeof token);
    token.l_type = (short)type;
    token.l_whence = SEEK_SET;
    token.l_len = 1;
    return fcntl(fd, F_OFD_SETLK, &token);
}

static int try_token(int fd, lock_mode mode)
{
    (void)mode;
    return set_token(fd, F_WRLCK);
}

static int try_lock(int fd, lock_mode mode)
{
    return flock(fd, (mode == INDPSQL_EXCLUSIVE ? LOCK_EX : LOCK_SH) | LOCK_NB);
}

/* Tries until it succeeds or the time is over. */
static int wait_for(int (*try_it)(int, lock_mode), int fd, lock_mode mode, sqlite3_int64 end)
{
    struct timespec pause = { 0, 50000 };
    while (try_it(fd, mode) != 0) {
        if (errno != EWOULDBLOCK && errno != EAGAIN && errno != EACCES && errno != EINTR)
            return SQLITE_IOERR;
        if (now_ms() >= end)
            return SQLITE_BUSY;
        nanosleep(&pause, NULL);
        if (pause.tv_nsec < 500000)
            pause.tv_nsec += 50000;
    }
    return SQLITE_OK;
}

/* Whether the first bytes of the file are those of a ledger (file.c sets the application id). */
static int begins_as_ledger(const char *path)
{
    static const char magic[] = "SQLite format 3";
    unsigned char head[72];
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t n = fd < 0 ? -1 : read(fd, head, sizeof head);
    if (fd >= 0)
        close(fd);
    return n == (ssize_t)sizeof head && memcmp(head, magic, sizeof magic) == 0 &&
           memcmp(head + 68, "INDL", 4) == 0;
}

/* Makes NAME-lock with the owner and the permissions of the ledger, as SQLite does with journals:
 * who may charge may lock. */
static int make_file(const char *path, const char *name)
{
    struct stat ledger;
    int fd = open(name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
    int same = fd >= 0 && stat(path, &ledger) == 0;
    if (same && geteuid() == 0)
        same = fchown(fd, ledger.st_uid, ledger.st_gid) == 0;
    if (same)
        same = fchmod(fd, ledger.st_mode & 0666) == 0;
    (void)same; /* on failure fewer users than wanted can lock, and the others are refused */
    return fd;
}

static int open_file(const char *path, const char *name, int create, int *rc)
{
    int tries, fd = -1;
    *rc = SQLITE_CANTOPEN;
    for (tries = 0; tries < 100 && fd < 0; tries++) {
        fd = open(name, O_RDWR | O_CLOEXEC | O_NOFOLLOW);
        if (fd >= 0 || errno != ENOENT)
            break;
        if (!create && !begins_as_ledger(path)) {
            *rc = SQLITE_NOTADB;
            break;
        }
        fd = make_file(path, name);
        if (fd < 0 && errno != EEXIST)
            break;
    }
    return fd;
}

/* Whether the open file still has its name. If somebody has removed it, others lock a new one. */
static int has_name(int fd, const char *name)
{
    struct stat opened, named;
    return fstat(fd, &opened) == 0 && stat(name, &named) == 0 && opened.st_dev == named.st_dev &&
           opened.st_ino == named.st_ino;
}

static int lock(const char *path, const char *name, lock_mode mode, int create, int *out)
{
    sqlite3_int64 end = now_ms() + INDPSQL_PATIENCE;
    int rc = SQLITE_BUSY;
    while (rc == SQLITE_BUSY && now_ms() < end) {
        int fd = open_file(path, name, create, &rc);
        if (fd < 0)
            return rc;
        rc = wait_for(try_token, fd, mode, end);
        if (rc == SQLITE_OK)
            rc = wait_for(try_lock, fd, mode, end);
        set_token(fd, F_UNLCK);
        if (rc == SQLITE_OK && has_name(fd, name)) {
            *out = fd;
            return SQLITE_OK;
        }
        close(fd);
        if (rc == SQLITE_OK)
            rc = SQLITE_BUSY;
    }
    return rc;
}

int indpsql_lock(const char *path, lock_mode mode, int create, int *out)
{
    char *name = sqlite3_mprintf("%s-lock", path);
    int rc;
    *out = -1;
    if (name == NULL)
        return SQLITE_NOMEM;
    indpsql_forks_hold();
    rc = lock(path, name, mode, create, out);
    if (rc != SQLITE_OK)
        indpsql_forks_release();
    sqlite3_free(name);
    return rc;
}

/* flock is called although the file is closed: after a fork by a signal handler, the child still
 * has it open. */
void indpsql_unlock(int lock)
{
    flock(lock, LOCK_UN);
    close(lock);
    indpsql_forks_release();
}
