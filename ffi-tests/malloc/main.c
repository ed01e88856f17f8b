/* Makes the k-th memory allocation fail, for each k. Every call must return a status. The library
 * must print nothing, must not abort, and must work once memory is available again. Each k runs in
 * four forked children. In two of them only the k-th allocation fails. In the other two all later
 * allocations fail as well. One child of each pair uses the library on a new thread.
 *
 * The allocation functions below belong to the program, and therefore serve every library. With
 * PLUGIN, the session and the library are loaded by dlopen, so that thread-local storage is
 * allocated late. */
#include "session.h"

#include <dlfcn.h>
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

static volatile int armed;
static int fail_at, persistent, requests, failed;

/* Whether the current allocation must fail. */
static int fails(void)
{
    if (!armed)
        return 0;
    requests++;
    if (persistent ? requests < fail_at : requests != fail_at)
        return 0;
    failed = 1;
    errno = ENOMEM;
    return 1;
}

void *malloc(size_t size)
{
    return fails() ? NULL : __libc_malloc(size);
}

void *calloc(size_t n, size_t size)
{
    return fails() ? NULL : __libc_calloc(n, size);
}

void *realloc(void *old, size_t size)
{
    return fails() ? NULL : __libc_realloc(old, size);
}

void *memalign(size_t alignment, size_t size)
{
    return fails() ? NULL : __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size)
{
    return memalign(alignment, size);
}

int posix_memalign(void **out, size_t alignment, size_t size)
{
    void *made = memalign(alignment, size);
    if (made == NULL)
        return ENOMEM;
    *out = made;
    return 0;
}

void *mmap(void *at, size_t size, int protection, int flags, int fd, off_t offset)
{
    return fails() ? MAP_FAILED
                   : (void *)syscall(SYS_mmap, at, size, protection, flags, fd, offset);
}

void *mmap64(void *at, size_t size, int protection, int flags, int fd, off64_t offset)
{
    return mmap(at, size, protection, flags, fd, offset);
}

/* When a loaded library uses thread-local storage for the first time in a thread, glibc allocates
 * the storage, and aborts if this fails. So the library first allocates the same amount with
 * malloc, and returns a status if that fails. In one case glibc still aborts: if the library's
 * allocation succeeds and only the allocation of glibc itself fails (README, "Limits"). This case
 * may occur once per variant of the test. */
#ifdef PLUGIN
#define IS_PLUGIN 1
#else
#define IS_PLUGIN 0
#endif
static int glibc_aborts;

static session_function *session;

/* Exit statuses of the child. */
enum { GOOD = 0, NOTHING_FAILED = 42, WRONG_STATUS = 1, NOT_AS_BEFORE = 2 };

static void *run(void *result)
{
    armed = 1;
    *(int *)result = session();
    armed = 0;
    return NULL;
}

/* Runs in the child, on the main thread or on a new thread. A new thread has new thread-local
 * storage. */
static int child(int in_thread)
{
    pthread_t thread;
    int result = -1;
    if (in_thread) {
        if (pthread_create(&thread, NULL, run, &result) != 0)
            return WRONG_STATUS;
        pthread_join(thread, NULL);
    } else {
        run(&result);
    }
    if (result != 0)
        return WRONG_STATUS;
    if (!failed)
        return NOTHING_FAILED;
    return session() == 0 ? GOOD : NOT_AS_BEFORE; /* memory is available again */
}

/* Runs one child. Returns its exit status, or -1 after printing what was wrong. */
static int one(int k, int from_then_on, int in_thread)
{
    int errors[2], status = -1;
    char text[400];
    ssize_t length;
    pid_t pid;
    fail_at = k;
    persistent = from_then_on;
    requests = failed = 0;
    fflush(stdout);
    if (pipe(errors) != 0)
        return -1;
    pid = fork();
    if (pid == 0) {
        dup2(errors[1], 2);
        _exit(child(in_thread));
    }
    close(errors[1]);
    length = read(errors[0], text, sizeof text - 1);
    close(errors[0]);
    waitpid(pid, &status, 0);
    if (length == 0 && WIFEXITED(status) &&
        (WEXITSTATUS(status) == GOOD || WEXITSTATUS(status) == NOTHING_FAILED))
        return WEXITSTATUS(status);
    text[length > 0 ? length : 0] = '\0';
    if (IS_PLUGIN && strstr(text, "cannot allocate memory for thread-local data")) {
        glibc_aborts++;
        return GOOD;
    }
    printf("request %d fails%s%s: %s %d, stderr: \"%s\"\n", k, from_then_on ? " and all later" : "",
           in_thread ? ", in a thread" : "", WIFEXITED(status) ? "exit" : "signal",
           WIFEXITED(status) ? WEXITSTATUS(status) : WTERMSIG(status), text);
    return -1;
}

static session_function *find_session(void)
{
#ifdef PLUGIN
    void *plugin = dlopen(PLUGIN, RTLD_NOW | RTLD_LOCAL);
    session_function *found = NULL;
    void *symbol;
    if (plugin == NULL) {
        printf("%s\n", dlerror());
        return NULL;
    }
    symbol = dlsym(plugin, "indp_test_session");
    memcpy(&found, &symbol, sizeof found); /* ISO C has no cast from data to function pointers */
    return found;
#else
    return indp_test_session;
#endif
}

int main(void)
{
    int from_then_on, in_thread, bad = 0;
    session = find_session();
    if (session == NULL)
        return 1;
    for (from_then_on = 0; from_then_on < 2; from_then_on++)
        for (in_thread = 0; in_thread < 2; in_thread++) {
            int k = 1, result;
            glibc_aborts = 0;
            while ((result = one(k, from_then_on, in_thread)) != NOTHING_FAILED && k < 2000) {
                bad += result != GOOD;
                k++;
            }
            bad += glibc_aborts > 1;
            /* A session makes at least 8 allocations: for the options, six handles and the thread's
             * page. If fewer were seen, some were not intercepted. */
            if (k < 9 || k == 2000) {
                printf("%d requests failed: an implausible number\n", k - 1);
                bad++;
            }
        }
    return bad != 0;
}
