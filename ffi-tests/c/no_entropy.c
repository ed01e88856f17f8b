/* Tests the library without entropy from the operating system. A seccomp filter makes getrandom
 * fail, as old kernels and sandboxes do. Calls must return INDP_E_ENTROPY and release nothing.
 * Mechanisms with a callback or a seed must still work. No file may be read instead: a daemon that
 * closes all descriptors and opens its own would make them a source of entropy. So the filter ends
 * the process at an open, after the first one, which is a control. Exits with 77 (skipped) where
 * filters are not allowed. */
#include "../sandbox.h"
#include "../tape.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

static int no_call(void)
{
    DENY_CALLS(DENY(SYS_getrandom, ENOSYS), DENY_OPEN(SECCOMP_RET_TRAP));
}
static int forbidden_call(void)
{
    DENY_CALLS(DENY(SYS_getrandom, EPERM), DENY_OPEN(SECCOMP_RET_TRAP));
}

static void nothing_is_released(const indp_snapping *m)
{
    unsigned char count[INDP_COUNT_STATE_SIZE], sum[INDP_SUM_STATE_SIZE],
        before[INDP_SUM_STATE_SIZE];
    double values[4] = { 1, 2, 3, 4 }, out[4], one = UNTOUCHED;
    int64_t whole = 77;
    int i;
    for (i = 0; i < 4; i++)
        out[i] = UNTOUCHED;
    CHECK_STATUS(indp_snapping_release(m, 5, &one), INDP_E_ENTROPY);
    CHECK(is_untouched(one));
    CHECK_STATUS(indp_snapping_release_int64(m, 5, &whole), INDP_E_ENTROPY);
    CHECK(whole == 77);
    CHECK_STATUS(indp_snapping_release_many(m, values, 4, out), INDP_E_ENTROPY);
    for (i = 0; i < 4; i++)
        CHECK(out[i] != out[i] || is_untouched(out[i]));
    CHECK_OK(indp_count_init(count, sizeof count, 1));
    memcpy(before, count, sizeof count);
    CHECK_STATUS(release_count(count, 1, NULL, &whole), INDP_E_ENTROPY);
    CHECK(whole == 77 && memcmp(before, count, sizeof count) == 0);
    CHECK_OK(indp_sum_init(sum, sizeof sum, 0, 1, 0, 1));
    memcpy(before, sum, sizeof sum);
    CHECK_STATUS(indp_state_release(sum, 1, NULL, &one), INDP_E_ENTROPY);
    CHECK(is_untouched(one) && memcmp(before, sum, sizeof sum) == 0);
    CHECK(indp_self_test() != INDP_OK);
}

static void other_sources_work(void)
{
    struct tape tape = { NULL, UINT64_MAX, 0, 0, 0, 0, 0 };
    indp_snapping *one = taped(1, 1, 100, 1, &tape), *two = seeded(1, 1);
    double out;
    CHECK_OK(indp_snapping_release(one, 3, &out));
    CHECK_OK(indp_snapping_release(two, 3, &out));
    indp_snapping_free(one);
    indp_snapping_free(two);
}

/* The status of a child that does without entropy, and then, if `opens`, opens a file. */
static int child_of(const indp_snapping *m, int (*deny)(void), int opens)
{
    int status = -1;
    pid_t child;
    fflush(stdout);
    child = fork();
    if (child == 0) {
        if (!deny())
            _exit(SKIPPED);
        nothing_is_released(m);
        other_sources_work();
        if (opens)
            (void)open("/dev/urandom", O_RDONLY);
        _exit(check_done());
    }
    CHECK(waitpid(child, &status, 0) == child);
    return status;
}

/* Whether the filter can be installed. */
static int in_child(const indp_snapping *m)
{
    int none = child_of(m, no_call, 0), caught = child_of(m, no_call, 1);
    if (WIFEXITED(none) && WEXITSTATUS(none) == SKIPPED)
        return 0;
    CHECK(none == 0 && child_of(m, forbidden_call, 0) == 0);
    CHECK(WIFSIGNALED(caught) && WTERMSIG(caught) == SIGSYS);
    return 1;
}

int main(void)
{
    indp_options *options = options_with_grid(1);
    indp_snapping *m = mechanism(1, 1, 100, options);
    double ignored;
    indp_options_free(options);
    if (!in_child(m)) { /* nothing was drawn before */
        puts("skipped: seccomp filters are not allowed here");
        return SKIPPED;
    }
    /* The parent's buffer now holds unread words. The child's copy of the buffer is wiped, so a
     * release in the child must fail. The parent must still be able to release. */
    CHECK_OK(indp_snapping_release(m, 5, &ignored));
    CHECK(in_child(m));
    CHECK_OK(indp_snapping_release(m, 5, &ignored));
    indp_snapping_free(m);
    return check_done();
}
