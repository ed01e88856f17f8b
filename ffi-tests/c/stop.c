/* Tests the flag of indp_stop_when, which a signal handler or another thread may raise. It must
 * stop long computations and long selections, but no other releases. */
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>

#include "../tape.h"

static volatile int32_t raised;

static void raise_it(int signal)
{
    (void)signal;
    raised = 1;
}

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static indp_snapping *in_float(uint32_t bits)
{
    indp_options *options = NULL;
    indp_snapping *made = NULL;
    CHECK_OK(indp_options_new(&options));
    CHECK_OK(indp_options_set_float_precision(options, bits));
    CHECK_OK(indp_snapping_new(1.0, 1.0, 1024.0, options, &made));
    indp_options_free(options);
    return made;
}

/* Selections that take a long time. `draws` makes 2^32 - 1 draws. `exact` has weights of 130,000
 * bits, so construction and selection both take a long time. `stuck` reads words that never decide
 * the selection. */
static const indp_eta unit = { 1, 1, 1 };
enum { OUTCOMES = 1000, MANY = 100000 };
static double utilities[OUTCOMES];
static indp_exponential *draws, *exact, *stuck;
static struct tape ones;

static void each(void *ctx, size_t outcome, double *out, int32_t *done)
{
    (void)ctx;
    *out = (double)outcome;
    *done = INDP_CALLBACK_OK;
}

static indp_status make(uint32_t min_retries, int32_t empirical, indp_exponential **out)
{
    indp_options *options = NULL;
    indp_status status;
    CHECK_OK(indp_options_new(&options));
    if (min_retries == 1 && !empirical)
        CHECK_OK(indp_options_set_entropy_callback(options, tape_fill, &ones));
    CHECK_OK(indp_options_set_min_retries(options, min_retries));
    CHECK_OK(indp_options_set_empirical_precision(options, empirical));
    status = indp_exponential_new(&unit, 0, 130000, MANY, options, out);
    indp_options_free(options);
    return status;
}

enum long_call { ACCURACY, MOMENTS, PAIR, RANGE, DRAWS, MAKING, AT_WORK, STUCK, CALLS };

static indp_status run(enum long_call call, const indp_snapping *m)
{
    double out = -1;
    size_t index = 77;
    indp_exponential *made = NULL;
    indp_audit audit;
    indp_moments moments;
    indp_status status = INDP_OK;
    memset(&audit, 7, sizeof audit);
    memset(&moments, 7, sizeof moments);
    switch (call) {
    case ACCURACY: status = indp_snapping_accuracy_at(m, 0.25, 0.01, &out); break;
    case MOMENTS: status = indp_snapping_moments(m, 0.25, &moments); break;
    case PAIR: status = indp_audit_pair(m, 0.0, 1.0, 0, &audit); break;
    case RANGE: status = indp_audit_range(m, -3.0, 3.0, 0, &audit); break;
    case DRAWS: status = indp_exponential_select(draws, utilities, OUTCOMES, &index); break;
    case MAKING: status = make(1, 1, &made); break;
    case STUCK: status = indp_exponential_select_by(stuck, each, NULL, MANY, &index); break;
    default: status = indp_exponential_select(exact, utilities, OUTCOMES, &index); break;
    }
    if (status != INDP_OK) {
        unsigned char *bytes =
            call == MOMENTS ? (unsigned char *)&moments : (unsigned char *)&audit;
        CHECK(out == -1.0 && index == 77 && made == NULL);
        CHECK(bytes[0] == 7 &&
              bytes[sizeof(moments) < sizeof(audit) ? sizeof(moments) - 1 : sizeof(audit) - 1] ==
                  7);
    }
    return status;
}

static void *other_thread(void *m)
{
    CHECK_OK(indp_snapping_accuracy_at(m, 0.25, 0.01, &(double){ 0 }));
    return NULL;
}

/* Permute-and-flip may need very many coins for a large group. A raised flag must end the call
 * after about 2^20 words, before the group is decided. */
static void groups(void)
{
    static const int64_t costs[] = { 0, 1 };
    static const uint64_t members[] = { UINT64_C(1) << 28, 1 };
    indp_options *options = NULL;
    indp_exponential *made = NULL;
    size_t index = 77;
    CHECK_OK(indp_options_new(&options));
    CHECK_OK(indp_options_set_selection(options, INDP_SELECTION_PERMUTE_AND_FLIP));
    CHECK_OK(indp_options_set_entropy_callback(options, tape_fill, &ones));
    CHECK_OK(indp_exponential_new(&unit, 0, 10, UINT64_C(1) << 32, options, &made));
    raised = 1;
    ones.calls = 0;
    CHECK_STATUS(indp_exponential_select_counted(made, costs, members, 2, &index), INDP_E_STOPPED);
    CHECK(index == 77 && ones.calls < 3u << 20);
    raised = 0;
    indp_exponential_free(made);
    indp_options_free(options);
}

int main(void)
{
    indp_snapping *slow = in_float(1024), *fast = in_float(53);
    const struct itimerval soon = { { 0, 0 }, { 0, 100000 } };
    unsigned char state[INDP_SUM_STATE_SIZE];
    double out = 0;
    pthread_t thread;
    int call;
    ones.constant = UINT64_MAX;
    signal(SIGALRM, raise_it);
    CHECK_OK(indp_stop_when((const int32_t *)&raised));
    for (call = 0; call < OUTCOMES; call++)
        utilities[call] = 130 * call;
    CHECK_OK(make(UINT32_MAX, 0, &draws));
    CHECK_OK(make(1, 1, &exact));
    CHECK_OK(make(1, 0, &stuck)); /* the words equal the digits of the total weight, 2 - 2^-99999 */
    /* Each of these computations would take at least a second, and most would take much longer. A
     * timer raises the flag before that, which must stop the computation. */
    for (call = 0; call < CALLS; call++) {
        double start = seconds();
        raised = 0;
        setitimer(ITIMER_REAL, &soon, NULL);
        if (!CHECK_STATUS(run((enum long_call)call, slow), INDP_E_STOPPED))
            printf("call %d\n", call);
        CHECK(seconds() - start > 0.09 && seconds() - start < 60);
    }
    groups();
    raised = 1;
    /* While the flag is raised, a long computation is stopped, but a release works, and so does a
     * long computation on another thread. */
    CHECK_STATUS(run(ACCURACY, fast), INDP_E_STOPPED);
    CHECK_OK(indp_snapping_release(fast, 1.0, &out));
    CHECK(pthread_create(&thread, NULL, other_thread, fast) == 0);
    CHECK(pthread_join(thread, NULL) == 0);
    CHECK_OK(indp_sum_init(state, sizeof state, 0.0, 10.0, 0.0, 1));
    CHECK_OK(indp_state_add(state, 3.0));
    raised = 0;
    CHECK_OK(indp_state_release(state, 1.0, NULL, &out));
    CHECK_OK(run(ACCURACY, fast));
    /* Without a registered flag nothing is stopped. */
    raised = 1;
    CHECK_OK(indp_stop_when(NULL));
    CHECK_OK(run(ACCURACY, fast));
    indp_exponential_free(draws);
    indp_exponential_free(exact);
    indp_exponential_free(stuck);
    indp_snapping_free(slow);
    indp_snapping_free(fast);
    return check_done();
}
