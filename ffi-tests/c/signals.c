/* Tests signal handlers that call the library, fork or jump away between two instructions of a
 * call. No random bits may be used twice or be constant, nothing may crash, and a thread must work
 * again when its call is over.
 *
 * Values are released with lambda = 1 on a grid of 2^-34, where the fast path nearly always
 * decides, or on a finer grid. Two independent values agree with probability at most 2^-36. The
 * probability that any two of 3,000 values agree is at most 2^-13. A test that finds equal values
 * is repeated at the same instructions, and fails only if it finds equal values again. With 9 tests
 * per round the false-alarm probability is below 1e-6. INDP_TEST_EFFORT sets the number of rounds.
 * Each round interrupts the calls at different instructions. */
#include "../check.h"
#include "../stepped.h"

#include <fcntl.h>
#include <pthread.h>
#include <setjmp.h>
#include <sys/wait.h>
#include <unistd.h>

#ifdef CAN_STEP

static const indp_snapping *fine, *slow;

/* ---- values, none of which may occur twice --------------------------------------------------- */
enum { MOST = 3000 };
static double values[MOST];
static int value_count;

static void keep(double value)
{
    if (CHECK(value_count < MOST))
        values[value_count++] = value;
}

static int by_bits(const void *a, const void *b)
{
    return memcmp(a, b, sizeof(double));
}

static int how_many_twice(void)
{
    int i, twice = 0;
    qsort(values, (size_t)value_count, sizeof *values, by_bits);
    for (i = 1; i < value_count; i++)
        twice += same_bits(values[i - 1], values[i]);
    value_count = 0;
    return twice;
}

/* ---- calls that are interrupted -------------------------------------------------------------- */
enum { MANY = 256 }; /* enough to make a refill of the buffer certain */
static struct {
    indp_status status;
    int n;
    double out[MANY];
} result;

static void release(void)
{
    result.n = 1;
    result.out[0] = UNTOUCHED;
    result.status = indp_snapping_release(fine, 0, result.out);
}

static void release_slowly(void)
{
    result.n = 1;
    result.out[0] = UNTOUCHED;
    result.status = indp_snapping_release(slow, 0, result.out);
}

static void release_many(void)
{
    static const double zeros[MANY];
    result.n = MANY;
    result.status = indp_snapping_release_many(fine, zeros, MANY, result.out);
}

static const struct work {
    const char *name;
    void (*run)(void);
} WORKS[] = {
    { "a release", release },
    { "an exact release", release_slowly },
    { "many releases", release_many },
};
enum { WORK_COUNT = sizeof WORKS / sizeof *WORKS, STEPS = 12000 };

static int effort(void)
{
    const char *wanted = getenv("INDP_TEST_EFFORT");
    int times = wanted ? atoi(wanted) : 1;
    return times < 1 ? 1 : times > 100 ? 100 : times;
}

static void ignore(ucontext_t *at)
{
    (void)at;
}

/* The smaller number of instructions of two consecutive runs. Of two runs of a single release, at
 * most one refills the buffer, so the smaller number is that of a run without a refill. */
static unsigned long steps_of(const struct work *work)
{
    unsigned long one = step(work->run, ignore, 1, 0, STEPS),
                  other = step(work->run, ignore, 1, 0, STEPS);
    return one < other ? one : other;
}

/* The number of instructions between two actions if a run of `steps` instructions is to have about
 * `wanted` actions. */
static unsigned long stride_for(unsigned long steps, unsigned long wanted)
{
    return steps / wanted + 1;
}

/* ---- a handler that calls the library -------------------------------------------------------- */
static unsigned long refused;

static void call(ucontext_t *at)
{
    static int turn;
    double out = UNTOUCHED, zeros[2] = { 0, 0 }, pair[2];
    indp_eta eta;
    indp_status status;
    (void)at;
    switch (turn++ % 4) {
    case 0: status = indp_snapping_release(fine, 0, &out); break;
    case 1: status = indp_snapping_release(slow, 0, &out); break;
    case 2:
        pair[0] = pair[1] = UNTOUCHED;
        status = indp_snapping_release_many(fine, zeros, 2, pair);
        out = pair[0];
        if (status == INDP_OK)
            keep(pair[1]);
        break;
    default:
        status = indp_eta_from_epsilon(1, 1, 0, &eta);
        CHECK(status != INDP_OK || eta.y > 0);
        break;
    }
    if (status == INDP_OK) {
        if (!is_untouched(out))
            keep(out);
    } else {
        refused++;
        CHECK_STATUS(status, INDP_E_BUSY);
        CHECK(is_untouched(out));
    }
}

static int handlers_that_call(const struct work *work)
{
    unsigned long steps = steps_of(work), stride = stride_for(steps, 500);
    int i;
    refused = 0;
    step(work->run, call, stride, (unsigned long)rand() % stride, steps);
    CHECK_OK(result.status);
    for (i = 0; i < result.n; i++)
        keep(result.out[i]);
    CHECK(refused >= 10);
    return how_many_twice();
}

/* ---- a handler that forks -------------------------------------------------------------------- */
static int ends[2], in_child;

/* What a child reports: the result of the interrupted call, and the values that the child drew
 * afterwards in the same thread. */
struct report {
    indp_status status, later;
    double first, next[3];
};

enum { REPORTS = 4096 };
static struct report reports[REPORTS];
static int reported;

/* The child continues as soon as the handler returns. The parent waits for the child's report. */
static void fork_here(ucontext_t *at)
{
    int status = -1;
    pid_t child;
    if (reported == REPORTS)
        return;
    child = fork();
    if (child == 0) {
        in_child = 1;
        no_more_steps(at);
        return;
    }
    CHECK(waitpid(child, &status, 0) == child);
    if (!CHECK(status == 0) ||
        !CHECK(read(ends[0], &reports[reported], sizeof *reports) == (ssize_t)sizeof *reports))
        printf("instruction %lu: the child ended with %x\n", stepping.instructions,
               (unsigned)status);
    else
        reported++;
}

static void send_report(void)
{
    struct report report;
    memset(&report, 0, sizeof report);
    report.status = result.status;
    report.first = result.out[0];
    report.later = indp_snapping_release(fine, 0, &report.next[0]);
    report.later |= indp_snapping_release(slow, 0, &report.next[1]);
    report.later |= indp_snapping_release(fine, 0, &report.next[2]);
    _exit(write(ends[1], &report, sizeof report) == (ssize_t)sizeof report ? 0 : 1);
}

static int handlers_that_fork(const struct work *work)
{
    unsigned long steps = steps_of(work), stride = stride_for(steps, 250);
    int cut_short = 0, i, k;
    /* The parent reads after the child has ended. Without a report the read must fail, not wait. */
    CHECK(pipe2(ends, O_NONBLOCK) == 0);
    reported = 0;
    memset(&result, 0, sizeof result);
    step(work->run, fork_here, stride, (unsigned long)rand() % stride, steps);
    if (in_child)
        send_report();
    CHECK_OK(result.status);
    for (i = 0; i < result.n; i++)
        keep(result.out[i]);
    for (k = 0; k < reported; k++) {
        const struct report *report = &reports[k];
        if (report->status != INDP_OK) {
            cut_short++;
            CHECK_STATUS(report->status, INDP_E_BUSY);
            CHECK(is_untouched(report->first) || (result.n > 1 && report->first != report->first));
        } else if (!same_bits(report->first, result.out[0])) {
            keep(report->first); /* the fork came before the call drew words */
        }
        CHECK_OK(report->later);
        for (i = 0; i < 3; i++)
            keep(report->next[i]);
    }
    CHECK(reported >= 100 && cut_short >= 10);
    close(ends[0]);
    close(ends[1]);
    return how_many_twice();
}

/* ---- a handler that jumps away --------------------------------------------------------------- */
static sigjmp_buf away;

static void jump(ucontext_t *at)
{
    (void)at;
    stepping.on = 0;
    siglongjmp(away, 1);
}

struct attempt {
    const struct work *work;
    unsigned long at;
};

/* Jumps out of a handler, which the header forbids. The thread may then stay busy, but it must not
 * draw the same words again. */
static void *jump_once(void *argument)
{
    struct attempt *attempt = argument;
    double out = UNTOUCHED;
    int i;
    /* A first call uses malloc, which no handler may interrupt. */
    CHECK_OK(indp_snapping_release(fine, 0, &out));
    keep(out);
    memset(&result, 0, sizeof result);
    if (sigsetjmp(away, 1) == 0)
        step(attempt->work->run, jump, 2 * STEPS, attempt->at, attempt->at + 1);
    stepping.on = 0;
    for (i = 0; i < 3; i++) {
        indp_status status;
        out = UNTOUCHED;
        status = indp_snapping_release(fine, 0, &out);
        if (status == INDP_OK)
            keep(out);
        else
            CHECK(status == INDP_E_BUSY && is_untouched(out));
    }
    return NULL;
}

static int handlers_that_jump(const struct work *work)
{
    struct attempt attempt;
    unsigned long steps = steps_of(work);
    int i;
    attempt.work = work;
    for (i = 0; i < 12; i++) {
        pthread_t thread;
        attempt.at = (unsigned long)rand() % steps;
        if (CHECK(pthread_create(&thread, NULL, jump_once, &attempt) == 0))
            pthread_join(thread, NULL);
    }
    return how_many_twice();
}

static void each(const char *name, unsigned seed, int (*test)(const struct work *))
{
    int i;
    for (i = 0; i < WORK_COUNT; i++) {
        int before = check_failures, twice;
        srand(seed);
        twice = test(&WORKS[i]);
        if (twice) {
            srand(seed);
            CHECK(test(&WORKS[i]) == 0);
        }
        if (check_failures != before)
            printf("%s, handlers that %s, seed %u: %d values occurred twice\n", WORKS[i].name, name,
                   seed, twice);
    }
    fflush(stdout);
}

/* A mechanism with noise of scale 1 on the grid 2^exponent. */
static indp_snapping *on_grid(int exponent)
{
    indp_options *options = options_with_grid(power_of_two(exponent));
    indp_snapping *made = mechanism(1, 1, double_of(UINT64_C(0x7ff0000000000000)), options);
    indp_options_free(options);
    return made;
}

int main(void)
{
    indp_snapping *m = on_grid(-34), *n = on_grid(-1000);
    unsigned seed;
    fine = m;
    slow = n;
    for (seed = 1; seed <= (unsigned)effort(); seed++) {
        each("call", seed, handlers_that_call);
        each("fork", seed, handlers_that_fork);
        each("jump", seed, handlers_that_jump);
    }
    release();
    CHECK_OK(result.status);
    indp_snapping_free(m);
    indp_snapping_free(n);
    return check_done();
}

#else

int main(void)
{
    puts("skipped: this test steps through x86-64 instructions");
    return 77;
}

#endif
