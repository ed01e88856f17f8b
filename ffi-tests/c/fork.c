/* Tests that after a fork with a partly used buffer, parent and child draw different words. This
 * must hold whether fork, _Fork or a raw clone makes the child, and whichever thread forks. The
 * child's own children and threads must draw different words too. */
#include "../draws.h"

#include <pthread.h>
#include <signal.h>
#include <sys/syscall.h>
#include <sys/wait.h>

static pid_t by_fork(void)
{
    return fork();
}

/* Makes a child without running the handlers of pthread_atfork. */
static pid_t by_raw_clone(void)
{
    return (pid_t)syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0);
}

#if defined(__GLIBC_PREREQ)
#if __GLIBC_PREREQ(2, 34)
#define HAVE_UNDERSCORE_FORK 1
#endif
#endif

static const struct {
    const char *name;
    pid_t (*make)(void);
} WAYS[] = {
    { "fork", by_fork },
    { "raw clone", by_raw_clone },
#ifdef HAVE_UNDERSCORE_FORK
    { "_Fork", _Fork },
#endif
};
enum { WAY_COUNT = sizeof WAYS / sizeof *WAYS };

static int wait_for(pid_t child)
{
    int status = -1;
    return waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/* The child draws, makes a grandchild that draws, and draws again. Together with the parent's draws
 * there are four sequences. */
static void family(const indp_snapping *m, pid_t (*make)(void), struct draws draws[4])
{
    int ends[2];
    pid_t child;
    CHECK(pipe(ends) == 0);
    child = make();
    if (child == 0) {
        struct draws mine;
        int ok = draw_some(m, &mine) && send_draws(ends[1], &mine);
        pid_t grandchild = make();
        if (grandchild == 0) {
            ok = draw_some(m, &mine) && send_draws(ends[1], &mine);
            _exit(ok ? 0 : 1);
        }
        ok = ok && wait_for(grandchild) && draw_some(m, &mine) && send_draws(ends[1], &mine);
        _exit(ok ? 0 : 1);
    }
    CHECK(child > 0);
    CHECK(draw_some(m, &draws[0]));
    CHECK(wait_for(child));
    receive_draws(ends[0], &draws[1]);
    receive_draws(ends[0], &draws[2]);
    receive_draws(ends[0], &draws[3]);
    close(ends[0]);
    close(ends[1]);
}

static void *draw_once(void *handle)
{
    static double ignored;
    indp_snapping_release(handle, 0, &ignored);
    return NULL;
}

static void *draw_all(void *argument)
{
    void **parts = argument; /* the handle, and where to write the draws */
    return draw_some(parts[0], parts[1]) ? argument : NULL;
}

/* Forks from a second thread. In the child, a third thread draws too. */
static void *fork_here(void *argument)
{
    void **parts = argument; /* the handle, and the pipe to write to */
    double ignored;
    pid_t child;
    indp_snapping_release(parts[0], 0, &ignored); /* so that this thread has a buffer in use */
    child = fork();
    if (child == 0) {
        struct draws mine;
        pthread_t thread;
        void *inner[2], *result = NULL;
        inner[0] = parts[0];
        inner[1] = &mine;
        if (!draw_some(parts[0], &mine) || !send_draws(*(int *)parts[1], &mine))
            _exit(1);
        if (pthread_create(&thread, NULL, draw_all, inner) != 0)
            _exit(2);
        pthread_join(thread, &result);
        _exit(result != NULL && send_draws(*(int *)parts[1], &mine) ? 0 : 3);
    }
    return wait_for(child) ? argument : NULL;
}

static void threads_that_fork(const indp_snapping *m)
{
    struct draws draws[3];
    pthread_t thread;
    void *parts[2], *result = NULL;
    int ends[2];
    CHECK(pipe(ends) == 0);
    parts[0] = (void *)(uintptr_t)m;
    parts[1] = &ends[1];
    CHECK(pthread_create(&thread, NULL, fork_here, parts) == 0);
    pthread_join(thread, &result);
    CHECK(result != NULL);
    receive_draws(ends[0], &draws[0]);
    receive_draws(ends[0], &draws[1]);
    CHECK(draw_some(m, &draws[2]));
    all_distinct(draws, 3);
    close(ends[0]);
    close(ends[1]);
}

int main(void)
{
    indp_snapping *m = entropic(), *control = seeded(1, power_of_two(-60));
    struct draws draws[4];
    pthread_t busy;
    int way;
    for (way = 0; way < WAY_COUNT; way++) {
        int before = check_failures;
        double ignored;
        CHECK_OK(indp_snapping_release(m, 0, &ignored)); /* most of the buffer is unread */
        family(m, WAYS[way].make, draws);
        all_distinct(draws, 4);
        /* Shows that the comparison detects repetitions. In the child, a seeded handle repeats
         * the parent's words. */
        family(control, WAYS[way].make, draws);
        CHECK(shared(&draws[0], &draws[1]) == DRAWS);
        if (check_failures != before)
            printf("after %s\n", WAYS[way].name);
    }
    CHECK(pthread_create(&busy, NULL, draw_once, m) == 0);
    pthread_join(busy, NULL);
    threads_that_fork(m);
    indp_snapping_free(control);
    indp_snapping_free(m);
    return check_done();
}
