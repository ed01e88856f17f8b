/* Tests the functions that compute error bounds (indp_state_accuracy, for every kind of state),
 * their inverses (indp_state_epsilon_for_accuracy), and the functions that compute intervals:
 * refused parameters, known values, and outputs that a failed call leaves untouched. Rust tests
 * check how often the bounds and intervals hold. */
#include "../check.h"

#include <math.h>

enum { ROOM = 4096, KINDS = 6 };

static unsigned char states[KINDS][ROOM];

static void fill(void)
{
    CHECK_OK(indp_count_init(states[0], ROOM, 1));
    CHECK_OK(indp_sum_init(states[1], ROOM, 0, 10, 0, 1));
    CHECK_OK(indp_mean_init(states[2], ROOM, 0, 10, 0, 1));
    CHECK_OK(indp_variance_init(states[3], ROOM, 0, 10, 0, 1));
    CHECK_OK(indp_stddev_init(states[4], ROOM, 0, 10, 0, 1));
    CHECK_OK(indp_quantile_init(states[5], ROOM, 0.5, 0, 100, 0, 1));
}

static void refused(void)
{
    static const double bad[] = { 0, 1, -0.5, 2, NAN, HUGE_VAL };
    double out = UNTOUCHED, low = UNTOUCHED, high = UNTOUCHED, sums[3] = { 500, 500, 0 };
    indp_options *selection = NULL;
    size_t i, k;
    CHECK_OK(indp_options_new(&selection));
    CHECK_OK(indp_options_set_selection(selection, INDP_SELECTION_EXPONENTIAL));
    for (k = 0; k < KINDS; k++) {
        for (i = 0; i < sizeof bad / sizeof *bad; i++) {
            CHECK_STATUS(indp_state_accuracy(states[k], 100, 1, bad[i], NULL, &out), INDP_E_ALPHA);
            CHECK_STATUS(indp_state_epsilon_for_accuracy(states[k], 100, bad[i], 1, NULL, &out),
                         INDP_E_ALPHA);
            if (bad[i] != 1 && bad[i] != 2) {
                CHECK_STATUS(indp_state_accuracy(states[k], 100, bad[i], 0.5, NULL, &out),
                             INDP_E_EPSILON);
                CHECK_STATUS(indp_state_epsilon_for_accuracy(states[k], 100, 0.5, bad[i], NULL,
                                                             &out),
                             INDP_E_ACCURACY);
            }
        }
        CHECK_STATUS(indp_state_accuracy(states[k], 100, 1, 0.5, NULL, NULL), INDP_E_NULL);
        CHECK_STATUS(indp_state_epsilon_for_accuracy(states[k], 100, 0.5, 1, NULL, NULL),
                     INDP_E_NULL);
        CHECK_STATUS(indp_state_interval(states[k], 5, 1, 0.5, NULL, &low, NULL), INDP_E_NULL);
        CHECK_STATUS(indp_state_interval(states[k], 5, 1, 0.5, NULL, NULL, &high), INDP_E_NULL);
        if (k >= 2)
            CHECK_STATUS(indp_state_interval(states[k], 5, 1, 0.5, NULL, &low, &high),
                         INDP_E_STATE);
        if (k < 2 || k > 4)
            CHECK_STATUS(indp_parts_interval(states[k], 5, sums, 2, 10, 0.5, &low, &high),
                         INDP_E_STATE);
    }
    for (k = 2; k < 5; k++)
        CHECK_STATUS(indp_state_accuracy(states[k], 0, 1, 0.5, NULL, &out), INDP_E_ROWS);
    CHECK_STATUS(indp_state_accuracy(NULL, 1, 1, 0.5, NULL, &out), INDP_E_NULL);
    CHECK_STATUS(indp_state_epsilon_for_accuracy(NULL, 1, 0.5, 1, NULL, &out), INDP_E_NULL);
    CHECK_STATUS(indp_state_accuracy(states[2], 100, 1, 0.5, selection, &out),
                 INDP_E_UNUSED_SELECTION);
    CHECK_STATUS(indp_state_interval(states[0], NAN, 1, 0.5, NULL, &low, &high), INDP_E_ANSWER);
    CHECK_STATUS(indp_state_interval(states[0], 5, 0, 0.5, NULL, &low, &high), INDP_E_EPSILON);
    CHECK_STATUS(indp_state_interval(states[0], 5, 1, 0, NULL, &low, &high), INDP_E_ALPHA);
    CHECK_STATUS(indp_state_interval(NULL, 5, 1, 0.5, NULL, &low, &high), INDP_E_NULL);
    CHECK_STATUS(indp_parts_interval(NULL, 5, sums, 2, 10, 0.5, &low, &high), INDP_E_NULL);
    CHECK_STATUS(indp_parts_interval(states[2], 5, NULL, 2, 10, 0.5, &low, &high), INDP_E_NULL);
    CHECK_STATUS(indp_parts_interval(states[2], 5, sums, 2, 10, 0.5, NULL, &high), INDP_E_NULL);
    CHECK_STATUS(indp_parts_interval(states[2], 5, sums, 2, 10, 0.5, &low, NULL), INDP_E_NULL);
    CHECK_STATUS(indp_parts_interval(states[2], 5, sums, 2, 10, 1, &low, &high), INDP_E_ALPHA);
    CHECK_STATUS(indp_parts_interval(states[2], 5, sums, 3, 10, 0.5, &low, &high), INDP_E_ANSWER);
    CHECK_STATUS(indp_parts_interval(states[3], 5, sums, 2, 10, 0.5, &low, &high), INDP_E_ANSWER);
    CHECK_STATUS(indp_parts_interval(states[3], 5, sums, SIZE_MAX, 10, 0.5, &low, &high),
                 INDP_E_LENGTH);
    CHECK_STATUS(indp_parts_interval(states[2], NAN, sums, 2, 10, 0.5, &low, &high), INDP_E_ANSWER);
    CHECK_STATUS(indp_parts_interval(states[2], 5, sums, 2, 0, 0.5, &low, &high), INDP_E_ANSWER);
    CHECK_STATUS(indp_mode_accuracy(0, 1, 1, 0.5, NULL, &out), INDP_E_CATEGORIES);
    CHECK_STATUS(indp_mode_accuracy(((uint64_t)1 << 20) + 1, 1, 1, 0.5, NULL, &out),
                 INDP_E_CATEGORIES);
    CHECK_STATUS(indp_mode_accuracy(2, 0, 1, 0.5, NULL, &out), INDP_E_ROWS_PER_PERSON);
    CHECK_STATUS(indp_mode_accuracy(2, 1, 0, 0.5, NULL, &out), INDP_E_EPSILON);
    CHECK_STATUS(indp_mode_accuracy(2, 1, 1, 1, NULL, &out), INDP_E_ALPHA);
    CHECK_STATUS(indp_mode_accuracy(2, 1, 1, 0.5, NULL, NULL), INDP_E_NULL);
    CHECK_STATUS(indp_mode_epsilon_for_accuracy(2, 1, 0.5, 0, NULL, &out), INDP_E_ACCURACY);
    CHECK_STATUS(indp_mode_epsilon_for_accuracy(2, 1, 0.5, 1, NULL, NULL), INDP_E_NULL);
    CHECK(is_untouched(out) && is_untouched(low) && is_untouched(high));
    indp_options_free(selection);
}

static void known(void)
{
    static const double largest[] = { HUGE_VAL, HUGE_VAL, 10, 25, 5, HUGE_VAL };
    double out = 0, again = 0, least = 0, low = 0, high = 0, sums[3] = { 500, 500, 0 };
    size_t k;
    for (k = 0; k < KINDS; k++) {
        CHECK_OK(indp_state_accuracy(states[k], 1, 1e-3, 0.05, NULL, &out));
        CHECK(out > 0 && out <= largest[k]);
        CHECK_OK(indp_state_accuracy(states[k], 1000, 1, 0.05, NULL, &again));
        CHECK(again > 0 && again < out);
        CHECK_OK(indp_state_epsilon_for_accuracy(states[k], 1000, 0.05, again, NULL, &least));
        CHECK(least <= 1);
        CHECK_OK(indp_state_accuracy(states[k], 1000, least, 0.05, NULL, &out));
        CHECK(out <= again);
    }
    CHECK_OK(indp_count_accuracy(states[0], 1, 0.05, NULL, &again));
    CHECK_OK(indp_state_accuracy(states[0], 0, 1, 0.05, NULL, &out));
    CHECK(out == again && out == 3);
    CHECK_OK(indp_sum_accuracy(states[1], 1, 0.05, NULL, &again));
    CHECK_OK(indp_state_accuracy(states[1], 0, 1, 0.05, NULL, &out));
    CHECK(out == again);
    CHECK_OK(indp_mode_accuracy(10, 1, 1, 0.05, NULL, &out));
    CHECK(out == 4);
    CHECK_OK(indp_mode_epsilon_for_accuracy(10, 1, 0.05, 4, NULL, &out));
    CHECK(out > 0.7 && out <= 1);
    CHECK_OK(indp_state_interval(states[0], 10, 1, 0.05, NULL, &low, &high));
    CHECK(low == 7 && high == 13);
    CHECK_OK(indp_state_interval(states[1], 100, 1, 0.05, NULL, &low, &high));
    CHECK(low > 70 && low < 70.1 && high > 129.9 && high < 130);
    CHECK_OK(indp_parts_interval(states[2], 5, sums, 2, 10, 0.05, &low, &high));
    CHECK(low > 4.78 && low < 4.82 && high > 5.18 && high < 5.22);
    sums[0] = sums[2] = 3300; /* the variance is 100 (0.33 * 0.33 - 0.34 * 0.34 / 4) */
    sums[1] = 3400;
    CHECK_OK(indp_parts_interval(states[3], 8, sums, 3, 100, 0.05, &low, &high));
    CHECK(low > 5 && low < 8 && high > 8 && high < 11);
    CHECK_OK(indp_parts_interval(states[4], sqrt(8), sums, 3, 100, 0.05, &out, &again));
    CHECK(fabs(out - sqrt(low)) < 1e-6 && fabs(again - sqrt(high)) < 1e-6);
    /* The upper end is written last. */
    CHECK_OK(indp_state_interval(states[0], 10, 1, 0.05, NULL, &out, &out));
    CHECK(out == 13);
}

int main(void)
{
    fill();
    refused();
    known();
    return check_done();
}
