/* Tests accuracies: refused parameters, known values, and whether the errors of releases stay
 * within the accuracy. */
#include "../check.h"

#include <math.h>

#define N 100000
/* The largest accepted number of releases whose error exceeds the accuracy. It is six standard
 * deviations above the mean. A correct accuracy fails a check with probability below 1e-8, and
 * there are 40 checks. */
#define MOST(alpha) (N * (alpha) + 6 * sqrt(N * (alpha) * (1 - (alpha))))

static indp_options *chosen(uint32_t bits, double grid, uint64_t seed)
{
    indp_options *options = NULL;
    CHECK_OK(indp_options_new(&options));
    CHECK_OK(indp_options_set_float_precision(options, bits));
    CHECK_OK(indp_options_set_grid(options, grid));
    CHECK_OK(indp_options_set_insecure_seed(options, seed));
    return options;
}

static void refused(void)
{
    static const double bad[] = { 0, 1, -0.5, 2, NAN, HUGE_VAL };
    unsigned char count[INDP_COUNT_STATE_SIZE], sum[INDP_SUM_STATE_SIZE];
    indp_options *options = chosen(0, 0, 1), *floats = chosen(118, 0, 1);
    indp_snapping *m = NULL;
    indp_distance distance = { sizeof distance, 0, 0, 0, 0 };
    double out = UNTOUCHED;
    size_t i;
    CHECK_OK(indp_snapping_new(1, 1, 100, options, &m));
    CHECK_OK(indp_count_init(count, sizeof count, 3));
    CHECK_OK(indp_sum_init(sum, sizeof sum, 0, 10, 0, 3));
    for (i = 0; i < sizeof bad / sizeof *bad; i++) {
        CHECK_STATUS(indp_snapping_accuracy(m, bad[i], &out), INDP_E_ALPHA);
        CHECK_STATUS(indp_snapping_accuracy_at(m, 0, bad[i], &out), INDP_E_ALPHA);
        CHECK_STATUS(indp_snapping_distance(m, 0, bad[i], &distance), INDP_E_ALPHA);
        CHECK_STATUS(indp_snapping_epsilon_for_accuracy(1, 100, bad[i], 1, NULL, &out),
                     INDP_E_ALPHA);
        CHECK_STATUS(indp_count_accuracy(count, 1, bad[i], NULL, &out), INDP_E_ALPHA);
        CHECK_STATUS(indp_sum_accuracy(sum, 1, bad[i], NULL, &out), INDP_E_ALPHA);
        if (bad[i] != 1 && bad[i] != 2)
            CHECK_STATUS(indp_snapping_epsilon_for_accuracy(1, 100, 0.5, bad[i], NULL, &out),
                         INDP_E_ACCURACY);
    }
    CHECK_STATUS(indp_snapping_epsilon_for_accuracy(0, 100, 0.5, 1, NULL, &out),
                 INDP_E_SENSITIVITY);
    CHECK_STATUS(indp_snapping_epsilon_for_accuracy(1, 0, 0.5, 1, NULL, &out), INDP_E_BOUND);
    CHECK_STATUS(indp_snapping_epsilon_for_accuracy(1, HUGE_VAL, 0.5, 1, floats, &out),
                 INDP_E_FLOAT_BOUND);
    CHECK_OK(indp_options_set_grid(options, 1));
    CHECK_STATUS(indp_snapping_epsilon_for_accuracy(1, 100, 0.5, 0.25, options, &out),
                 INDP_E_ACCURACY);
    CHECK_STATUS(indp_count_accuracy(sum, 1, 0.5, NULL, &out), INDP_E_STATE);
    CHECK_STATUS(indp_sum_accuracy(count, 1, 0.5, NULL, &out), INDP_E_STATE);
    CHECK_STATUS(indp_count_accuracy(count, 0, 0.5, NULL, &out), INDP_E_EPSILON);
    CHECK_STATUS(indp_count_accuracy(count, 8, 0.5, floats, &out), INDP_E_GRID);
    CHECK(is_untouched(out));
    CHECK(strstr(indp_status_message(INDP_E_ALPHA), "alpha") != NULL);
    CHECK(strstr(indp_status_message(INDP_E_ACCURACY), "attain") != NULL);
    indp_snapping_free(m);
    indp_options_free(options);
    indp_options_free(floats);
}

/* Checks the errors of releases at several exact values: multiples of the grid, other values, and
 * 20, which is the bound in most calls. */
static void kept(uint32_t bits, double grid, double bound)
{
    static double values[N];
    static const double at[] = { 0, 0.4999, -3.7, 9.0, 20 };
    double alpha = 0.05, r = -1;
    indp_options *options = chosen(bits, grid, 1 + bits);
    indp_snapping *m = NULL;
    size_t i, j;
    CHECK_OK(indp_snapping_new(0.7, 1.5, bound, options, &m));
    CHECK_OK(indp_snapping_accuracy(m, alpha, &r));
    CHECK(r <= indp_snapping_lambda(m) * log(1 / alpha) + indp_snapping_grid(m) / 2 + 1e-9);
    for (j = 0; j < sizeof at / sizeof *at; j++) {
        double here = -1, error = 0, squares = 0;
        indp_moments moments = { sizeof moments, 0, 0, 0, 0, 0 };
        long far = 0, further = 0;
        CHECK_OK(indp_snapping_accuracy_at(m, at[j], alpha, &here));
        CHECK_OK(indp_snapping_moments(m, at[j], &moments));
        for (i = 0; i < N; i++)
            values[i] = at[j];
        CHECK_OK(indp_snapping_release_many(m, values, N, values));
        for (i = 0; i < N; i++) {
            double d = values[i] - at[j];
            far += fabs(d) > r;
            further += fabs(d) > here;
            error += d / N;
            squares += d * d / N;
        }
        CHECK(here <= r && far <= MOST(alpha) && further <= MOST(alpha));
        CHECK(fabs(error - moments.bias) <= 6 * sqrt(moments.variance / N));
        /* The fourth moment of Laplace noise is 6 times its squared variance. For clamped and
         * rounded noise the factor is at most 25. So the mean of N squares has a standard deviation
         * of at most 5 times the variance, divided by sqrt(N). The check accepts 6 of these
         * standard deviations. */
        CHECK(fabs(squares - moments.bias * moments.bias - moments.variance) <=
              6 * 5 * moments.variance / sqrt(N));
        CHECK(moments.laplace_variance >= 0.999 * 2 * (1.5 / 0.7) * (1.5 / 0.7));
    }
    indp_snapping_free(m);
    indp_options_free(options);
}

static void inverse(void)
{
    double epsilon = 0, r = 0, before = 0;
    indp_snapping *m = NULL;
    /* The largest lambda with lambda ln 20 + Lambda / 2 <= 10 is wanted, where Lambda is the
     * default grid for this lambda. lambda = 2 and Lambda = 2 give 6.99. So a larger lambda is
     * possible, for which Lambda is 4. */
    CHECK_OK(indp_snapping_epsilon_for_accuracy(1, HUGE_VAL, 0.05, 10, NULL, &epsilon));
    CHECK_OK(indp_snapping_new(epsilon, 1, HUGE_VAL, NULL, &m));
    CHECK_OK(indp_snapping_accuracy(m, 0.05, &r));
    CHECK(r <= 10 && r > 9.99999 && indp_snapping_grid(m) == 4);
    indp_snapping_free(m);
    CHECK_OK(indp_snapping_new(nextafter(epsilon, 0), 1, HUGE_VAL, NULL, &m));
    CHECK_OK(indp_snapping_accuracy(m, 0.05, &before));
    CHECK(before > 10);
    indp_snapping_free(m);
    /* For the accuracy 7.5, a jump of the grid Lambda determines epsilon. At lambda = 2 the grid is
     * 2. For any larger lambda it is 4, and then 7.5 cannot be attained. */
    CHECK_OK(indp_snapping_epsilon_for_accuracy(1, HUGE_VAL, 0.05, 7.5, NULL, &epsilon));
    CHECK(epsilon == 0.5);
}

static void known(void)
{
    unsigned char count[INDP_COUNT_STATE_SIZE], sum[INDP_SUM_STATE_SIZE];
    indp_options *floats = chosen(118, 0, 1);
    indp_snapping *m = NULL;
    indp_distance distance = { sizeof distance, 0, 0, 0, 0 };
    double out = -1;
    CHECK_OK(indp_count_init(count, sizeof count, 1));
    CHECK_OK(indp_count_accuracy(count, 1, 0.05, NULL, &out));
    CHECK(out == 3); /* e^-3.5 <= 0.05 < e^-2.5 */
    CHECK_OK(indp_count_add_many(count, 12345));
    CHECK_OK(indp_count_accuracy(count, 1, 0.05, NULL, &out));
    CHECK(out == 3); /* does not depend on the number of rows */
    CHECK_OK(indp_count_accuracy(count, 0.25, 0.05, floats, &out));
    CHECK(out > 4 * log(20) && out < 4 * log(20) + 4); /* the grid is Lambda = 8 */
    CHECK_OK(indp_sum_init(sum, sizeof sum, -2, 10, 0, 5));
    CHECK_OK(indp_sum_accuracy(sum, 0.5, 0.05, NULL, &out));
    CHECK(out > 100 * log(20) && out < 100 * log(20) * 1.001); /* the grid is Lambda / 1024 */

    CHECK_OK(indp_snapping_new(0.5, 1, 10, NULL, &m));
    CHECK_OK(indp_snapping_distance(m, 13, 0.05, &distance));
    CHECK(distance.unclamped == 1 && distance.inner == 4 && distance.outer_mean == 6);
    CHECK(fabs(distance.outer - (4 + 2 * log(20))) < 1e-12);
    indp_snapping_free(m);
    indp_options_free(floats);
}

int main(void)
{
    refused();
    kept(0, 0, HUGE_VAL);
    kept(0, 0.125, 20);
    kept(53, 0, 20);
    kept(118, 0, 20);
    inverse();
    known();
    return check_done();
}
