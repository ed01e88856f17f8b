/* The C side of bench.py. Each function returns the processor time that it took, in nanoseconds.
 * Both sides use the library that the interpreter has loaded, so both run the same code. */
#include "../../include/indp.h"
#include <time.h>

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return 1e9 * (double)t.tv_sec + (double)t.tv_nsec;
}

double bench_sum(const double *rows, size_t n, double *answer)
{
    unsigned char state[INDP_SUM_STATE_SIZE];
    double begin = now();
    indp_sum_init(state, sizeof state, 0.0, 1.0, 0.0, 1);
    indp_state_add_many(state, rows, n);
    indp_state_release(state, 1.0, NULL, answer);
    return now() - begin;
}

double bench_mean(const double *rows, size_t n, double *answer)
{
    unsigned char state[INDP_MEAN_STATE_SIZE];
    double begin = now();
    indp_mean_init(state, sizeof state, 0.0, 1.0, 0.0, 1);
    indp_state_add_many(state, rows, n);
    indp_state_release(state, 1.0, NULL, answer);
    return now() - begin;
}

double bench_median(const double *rows, size_t n, double *answer)
{
    static unsigned char state[INDP_QUANTILE_STATE_SIZE + 8 * 1025];
    double begin = now();
    indp_quantile_init(state, sizeof state, 0.5, 0.0, 1.0, 1025, 1);
    indp_state_add_many(state, rows, n);
    indp_state_release(state, 1.0, NULL, answer);
    return now() - begin;
}

double bench_noise(const indp_snapping *noise, const double *rows, size_t n, double *answers)
{
    double begin = now();
    indp_snapping_release_many(noise, rows, n, answers);
    return now() - begin;
}

double bench_choice(const indp_exponential *choice, const double *rows, size_t n, size_t *index)
{
    double begin = now();
    indp_exponential_select(choice, rows, n, index);
    return now() - begin;
}
