/* Tests entropy from a file descriptor, which the library uses if getrandom(2) is denied. Each
 * call must open a descriptor and close it again. A daemon may close all descriptors and open
 * files of its own, which must not become a source of entropy. A file that is not the kernel's
 * device must not be read. A system call that is interrupted every time must not keep the
 * library in a loop. Exits with 77 (skipped) where seccomp filters are not allowed. */
#include "../draws.h"
#include "../sandbox.h"

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <sys/wait.h>
#include <ucontext.h>

static int no_call(void)
{
    DENY_CALLS(DENY(SYS_getrandom, ENOSYS));
}
static int forbidden_call(void)
{
    DENY_CALLS(DENY(SYS_getrandom, EPERM));
}
static int interrupted_call(void)
{
    DENY_CALLS(DENY(SYS_getrandom, EINTR));
}
static int interrupted_open(void)
{
    DENY_CALLS(DENY(SYS_getrandom, ENOSYS), DENY_OPEN(EINTR));
}
static int interrupted_read(void)
{
    DENY_CALLS(DENY(SYS_getrandom, ENOSYS), DENY(SYS_read, EINTR));
}
#ifdef SYS_poll
#define DENY_POLL DENY(SYS_poll, EINTR), DENY(SYS_ppoll, EINTR)
#else
#define DENY_POLL DENY(SYS_ppoll, EINTR)
#endif
static int interrupted_poll(void)
{
    DENY_CALLS(DENY(SYS_getrandom, ENOSYS), DENY_POLL);
}
static int trapped_open(void)
{
    DENY_CALLS(DENY(SYS_getrandom, ENOSYS), DENY_OPEN(SECCOMP_RET_TRAP));
}

static const indp_snapping *shared_handle;

static void *draw_all(void *draws)
{
    return draw_some(shared_handle, draws) ? draws : NULL;
}

static void in_new_thread(struct draws *draws)
{
    pthread_t thread;
    void *result = NULL;
    CHECK(pthread_create(&thread, NULL, draw_all, draws) == 0);
    pthread_join(thread, &result);
    CHECK(result != NULL);
}

static int lowest_descriptor(void)
{
    int lowest = dup(0);
    close(lowest);
    return lowest;
}

/* Does what daemons do: closes all descriptors, then opens other files under their numbers. */
static void daemon_reuses_descriptors(void)
{
    struct draws draws[3];
    int before = lowest_descriptor(), i;
    CHECK(draw_some(shared_handle, &draws[0]));
    CHECK(lowest_descriptor() == before);
    for (i = 3; i < 1024; i++)
        close(i);
    for (i = 3; i < 64; i++)
        CHECK(open("/dev/zero", O_RDONLY) == i);
    in_new_thread(&draws[1]);
    in_new_thread(&draws[2]);
    all_distinct(draws, 3);
    CHECK(lowest_descriptor() == 64);
}

static void nothing_is_released(void)
{
    double out = UNTOUCHED;
    int before = lowest_descriptor();
    CHECK_STATUS(indp_snapping_release(shared_handle, 5, &out), INDP_E_ENTROPY);
    CHECK(is_untouched(out) && lowest_descriptor() == before);
}

static const char *const NAMES[] = { "/dev/zero", "/dev/null", "/dev/random", "/proc/self/exe" };
enum { DECOYS = sizeof NAMES / sizeof *NAMES, FIRST_DECOY = 20 };
static int decoy = -1;

/* Handles a trapped open: returns a descriptor of another file instead. */
static void open_decoy(int number, siginfo_t *info, void *context)
{
    ucontext_t *at = context;
    int opened = dup(decoy);
    (void)number, (void)info;
#if defined(__x86_64__)
    at->uc_mcontext.gregs[REG_RAX] = opened;
#elif defined(__aarch64__)
    at->uc_mcontext.regs[0] = (uint64_t)opened;
#endif
}

static void other_files_are_not_read(void)
{
    int i;
    for (i = 0; i < DECOYS; i++) {
        int before = check_failures;
        decoy = FIRST_DECOY + i;
        nothing_is_released();
        if (check_failures != before)
            printf("with %s\n", NAMES[i]);
    }
}

static void open_decoys(void)
{
    struct sigaction action;
    int i;
    for (i = 0; i < DECOYS; i++)
        CHECK(dup2(open(NAMES[i], O_RDONLY), FIRST_DECOY + i) == FIRST_DECOY + i);
    memset(&action, 0, sizeof action);
    action.sa_sigaction = open_decoy;
    action.sa_flags = SA_SIGINFO;
    sigaction(SIGSYS, &action, NULL);
}

static const struct {
    const char *name;
    int (*deny)(void);
    void (*check)(void);
} CASES[] = {
    { "no such call", no_call, daemon_reuses_descriptors },
    { "a forbidden call", forbidden_call, daemon_reuses_descriptors },
    { "getrandom interrupted for ever", interrupted_call, nothing_is_released },
    { "open interrupted for ever", interrupted_open, nothing_is_released },
    { "read interrupted for ever", interrupted_read, nothing_is_released },
    { "poll interrupted for ever", interrupted_poll, nothing_is_released },
    { "another file", trapped_open, other_files_are_not_read },
};

int main(void)
{
    indp_snapping *m = entropic();
    size_t i;
    shared_handle = m;
    for (i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        int status = -1;
        pid_t child;
        fflush(stdout);
        child = fork();
        if (child == 0) {
            check_failures = 0;
            alarm(20); /* in case a call hangs */
            open_decoys();
            if (!CASES[i].deny())
                _exit(SKIPPED);
            CASES[i].check();
            _exit(check_done());
        }
        CHECK(waitpid(child, &status, 0) == child);
        if (WIFEXITED(status) && WEXITSTATUS(status) == SKIPPED) {
            puts("skipped: seccomp filters are not allowed here");
            return SKIPPED;
        }
        if (!CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0))
            printf("%s: status %x\n", CASES[i].name, (unsigned)status);
    }
    indp_snapping_free(m);
    return check_done();
}
