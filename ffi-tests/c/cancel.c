/* Tests that a thread with a pending cancellation completes every kind of call. No call may be a
 * cancellation point, even if entropy comes from a callback that reads a file. The thread must end
 * at its own next cancellation point. */
#include "../tape.h"

#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

/* Calls cancellation points, as callbacks are allowed to do. */
static void read_words(void *ctx, uint8_t *buf, size_t len, int32_t *done)
{
    pthread_testcancel();
    *done = read(*(int *)ctx, buf, len) == (ssize_t)len ? INDP_CALLBACK_OK : 1;
}

static void utility(void *ctx, size_t outcome, double *out, int32_t *done)
{
    (void)ctx;
    pthread_testcancel();
    *out = (double)outcome;
    *done = INDP_CALLBACK_OK;
}

static void all_calls(int file)
{
    static const double values[300];
    double out[300], error;
    unsigned char state[INDP_SUM_STATE_SIZE];
    indp_options *options = options_with_grid(0);
    indp_snapping *m = mechanism(1, 1, 100, NULL), *read_by;
    indp_exponential *e = NULL;
    indp_eta eta;
    size_t index;
    int i;
    for (i = 0; i < 1000; i++)
        CHECK_OK(indp_snapping_release(m, 0, out));
    CHECK_OK(indp_snapping_release_many(m, values, 300, out));
    CHECK_OK(indp_snapping_accuracy(m, 0.05, &error));
    CHECK_OK(indp_options_set_entropy_callback(options, read_words, &file));
    read_by = mechanism(1, 1, 100, options);
    CHECK_OK(indp_snapping_release_many(read_by, values, 300, out));
    CHECK_OK(indp_eta_from_epsilon(1, 1, 0, &eta));
    CHECK_OK(indp_exponential_new(&eta, 0, 100, 100, NULL, &e));
    CHECK_OK(indp_exponential_select_by(e, utility, NULL, 100, &index));
    CHECK_OK(indp_exponential_select(e, values, 100, &index));
    CHECK_OK(indp_sum_init(state, sizeof state, 0, 1, 0, 1));
    CHECK_OK(indp_state_add_many(state, values, 300));
    CHECK_OK(indp_state_release(state, 1, NULL, out));
    CHECK_OK(indp_self_test());
    CHECK(*indp_status_message(INDP_E_BUSY) != 0);
    indp_exponential_free(e);
    indp_snapping_free(m);
    indp_snapping_free(read_by);
    indp_options_free(options);
}

static void *cancelled(void *done)
{
    int file = open("/dev/urandom", O_RDONLY);
    pthread_cancel(pthread_self());
    all_calls(file);
    *(int *)done = 1;
    pthread_testcancel();
    *(int *)done = 2;
    return NULL;
}

int main(void)
{
    pthread_t thread;
    void *result = NULL;
    int done = 0;
    CHECK(pthread_create(&thread, NULL, cancelled, &done) == 0);
    pthread_join(thread, &result);
    CHECK(done == 1 && result == PTHREAD_CANCELED);
    return check_done();
}
