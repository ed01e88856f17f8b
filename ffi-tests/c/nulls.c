/* Passes NULL for the pointer arguments of the functions for options, the snapping mechanism,
 * states and accuracies. Each call must return an error status, or the value that the header
 * documents for NULL. Outputs must stay unchanged. (nulls.py tests every function that returns a
 * status.) */
#include "../tape.h"

static void constructors(void)
{
    indp_options *options = NULL;
    indp_snapping *made = NULL;
    CHECK_STATUS(indp_options_new(NULL), INDP_E_NULL);
    CHECK_OK(indp_options_new(&options));
    CHECK_STATUS(indp_snapping_new(1, 1, 10, NULL, NULL), INDP_E_NULL);
    CHECK_STATUS(indp_snapping_new(1, 1, 10, options, NULL), INDP_E_NULL);
    CHECK_OK(indp_snapping_new(1, 1, 10, NULL, &made)); /* default options */
    CHECK(made != NULL);
    indp_snapping_free(made);
    indp_snapping_free(NULL);
    indp_options_free(options);
    indp_options_free(NULL);
}

static void setters(void)
{
    indp_options *options = options_with_grid(0);
    struct tape tape = { NULL, 0, 0, 0, 0, 0, 0 };
    CHECK_STATUS(indp_options_set_float_precision(NULL, 0), INDP_E_NULL);
    CHECK_STATUS(indp_options_set_grid(NULL, 0), INDP_E_NULL);
    CHECK_STATUS(indp_options_set_insecure_seed(NULL, 1), INDP_E_NULL);
    CHECK_STATUS(indp_options_set_entropy_callback(NULL, tape_fill, &tape), INDP_E_NULL);
    CHECK_STATUS(indp_options_set_entropy_callback(options, NULL, &tape), INDP_E_NULL);
    CHECK_OK(indp_options_set_entropy_callback(options, tape_fill, NULL)); /* ctx may be NULL */
    indp_options_free(options);
}

static void releases(void)
{
    indp_snapping *m = seeded(1, 1);
    double value = 0, out = UNTOUCHED;
    int64_t whole = 77;
    CHECK_STATUS(indp_snapping_release(NULL, 0, &out), INDP_E_NULL);
    CHECK_STATUS(indp_snapping_release(m, 0, NULL), INDP_E_NULL);
    CHECK_STATUS(indp_snapping_release_int64(NULL, 0, &whole), INDP_E_NULL);
    CHECK_STATUS(indp_snapping_release_int64(m, 0, NULL), INDP_E_NULL);
    CHECK_STATUS(indp_snapping_release_many(NULL, &value, 1, &out), INDP_E_NULL);
    CHECK_STATUS(indp_snapping_release_many(m, NULL, 1, &out), INDP_E_NULL);
    CHECK(is_untouched(out));
    CHECK_STATUS(indp_snapping_release_many(m, &value, 1, NULL), INDP_E_NULL);
    CHECK_STATUS(indp_snapping_release_many(NULL, NULL, 0, NULL), INDP_E_NULL);
    CHECK_OK(indp_snapping_release_many(m, NULL, 0, NULL)); /* (NULL, 0) is the empty array */
    CHECK_OK(indp_snapping_release_many(m, &value, 0, NULL));
    CHECK_OK(indp_snapping_release_many(m, NULL, 0, &out));
    CHECK(is_untouched(out));
    CHECK(whole == 77);
    indp_snapping_free(m);
    CHECK(indp_snapping_lambda(NULL) != indp_snapping_lambda(NULL)); /* NaN */
    CHECK(indp_snapping_grid(NULL) != indp_snapping_grid(NULL));
    CHECK(indp_snapping_loss(NULL) != indp_snapping_loss(NULL));
    CHECK(indp_snapping_laplace_epsilon(NULL) != indp_snapping_laplace_epsilon(NULL));
    CHECK(indp_snapping_unit_roundoff(NULL) != indp_snapping_unit_roundoff(NULL));
    CHECK(indp_snapping_precision(NULL) == 0);
}

static void states(void)
{
    unsigned char count[INDP_COUNT_STATE_SIZE], sum[INDP_SUM_STATE_SIZE];
    unsigned char bytes[INDP_SUM_STATE_SIZE];
    int64_t whole = 77;
    double out = UNTOUCHED;
    size_t size = 78;
    int32_t kind = 79;
    uint64_t rows = 80;
    indp_value value = empty_value();
    CHECK_STATUS(indp_count_init(NULL, sizeof count, 1), INDP_E_NULL);
    CHECK_STATUS(indp_sum_init(NULL, sizeof sum, 0, 1, 0, 1), INDP_E_NULL);
    CHECK_OK(indp_count_init(count, sizeof count, 1));
    CHECK_OK(indp_sum_init(sum, sizeof sum, 0, 1, 0, 1));

    CHECK_STATUS(indp_count_add(NULL), INDP_E_NULL);
    CHECK_STATUS(indp_count_add_many(NULL, 3), INDP_E_NULL);
    CHECK_STATUS(indp_state_release_value(NULL, 1, NULL, &value), INDP_E_NULL);
    CHECK_STATUS(indp_state_release_value(count, 1, NULL, NULL), INDP_E_NULL);
    CHECK_STATUS(indp_state_compatible(NULL, count), INDP_E_NULL);
    CHECK_STATUS(indp_state_compatible(count, NULL), INDP_E_NULL);
    CHECK_STATUS(indp_state_rows_per_person(NULL, &rows), INDP_E_NULL);
    CHECK_STATUS(indp_state_rows_per_person(count, NULL), INDP_E_NULL);
    CHECK_STATUS(indp_mode_candidates(NULL, &size), INDP_E_NULL);
    CHECK_STATUS(indp_mode_candidate(NULL, 0, &value), INDP_E_NULL);
    CHECK_STATUS(indp_state_add(NULL, 1), INDP_E_NULL);
    CHECK_STATUS(indp_state_add_int64(NULL, 1), INDP_E_NULL);
    CHECK_STATUS(indp_state_add_many(NULL, &out, 1), INDP_E_NULL);
    CHECK_STATUS(indp_state_add_many(sum, NULL, 1), INDP_E_NULL);
    CHECK_STATUS(indp_state_add_many(NULL, NULL, 0), INDP_E_NULL);
    CHECK_OK(indp_state_add_many(sum, NULL, 0));
    CHECK_STATUS(indp_state_release(NULL, 1, NULL, &out), INDP_E_NULL);
    CHECK_STATUS(indp_state_release(sum, 1, NULL, NULL), INDP_E_NULL);
    CHECK_STATUS(indp_sum_sensitivity(NULL, &out), INDP_E_NULL);
    CHECK_STATUS(indp_sum_sensitivity(sum, NULL), INDP_E_NULL);
    CHECK_STATUS(indp_state_merge(NULL, sum), INDP_E_NULL);
    CHECK_STATUS(indp_state_merge(sum, NULL), INDP_E_NULL);
    CHECK_STATUS(indp_state_size(NULL, &size), INDP_E_NULL);
    CHECK_STATUS(indp_state_size(sum, NULL), INDP_E_NULL);
    CHECK_STATUS(indp_state_serialise(NULL, bytes, sizeof bytes), INDP_E_NULL);
    CHECK_STATUS(indp_state_serialise(sum, NULL, sizeof bytes), INDP_E_NULL);
    CHECK_STATUS(indp_state_deserialise(NULL, sizeof sum, sum, sizeof sum), INDP_E_NULL);
    CHECK_STATUS(indp_state_deserialise(sum, sizeof sum, NULL, sizeof sum), INDP_E_NULL);
    CHECK_STATUS(indp_state_kind(NULL, &kind), INDP_E_NULL);
    CHECK_STATUS(indp_state_kind(sum, NULL), INDP_E_NULL);
    CHECK_STATUS(indp_state_can_release(NULL, 1, NULL), INDP_E_NULL);
    CHECK_STATUS(indp_state_room(NULL, 1, &size), INDP_E_NULL);
    CHECK_STATUS(indp_state_room(sum, 1, NULL), INDP_E_NULL);
    CHECK_STATUS(indp_state_rows(NULL, &rows), INDP_E_NULL);
    CHECK_STATUS(indp_state_rows(sum, NULL), INDP_E_NULL);
    CHECK_STATUS(indp_state_resized(NULL, sizeof sum), INDP_E_NULL);
    CHECK_STATUS(indp_state_deserialised_size(NULL, 0, &size), INDP_E_NULL);
    CHECK_OK(indp_state_serialise(sum, bytes, sizeof bytes));
    CHECK_STATUS(indp_state_deserialised_size(bytes, sizeof bytes, NULL), INDP_E_NULL);
    CHECK(is_untouched(out) && whole == 77 && size == 78 && kind == 79 && rows == 80 &&
          value.tag == 0);

    /* None of these calls may have released or damaged the states, so releases must still
     * succeed. */
    CHECK_OK(release_count(count, 1, NULL, &whole));
    CHECK_OK(indp_state_release(sum, 1, NULL, &out));
}

static void accuracy(void)
{
    unsigned char count[INDP_COUNT_STATE_SIZE], sum[INDP_SUM_STATE_SIZE];
    indp_snapping *m = seeded(1, 1);
    indp_moments moments = { sizeof moments, UNTOUCHED, 0, 0, 0, 0 };
    indp_distance distance = { sizeof distance, UNTOUCHED, 0, 0, 0 };
    double out = UNTOUCHED;
    CHECK_OK(indp_count_init(count, sizeof count, 1));
    CHECK_OK(indp_sum_init(sum, sizeof sum, 0, 1, 0, 1));
    CHECK_STATUS(indp_snapping_accuracy(NULL, 0.5, &out), INDP_E_NULL);
    CHECK_STATUS(indp_snapping_accuracy(m, 0.5, NULL), INDP_E_NULL);
    CHECK_STATUS(indp_snapping_accuracy_at(NULL, 0, 0.5, &out), INDP_E_NULL);
    CHECK_STATUS(indp_snapping_accuracy_at(m, 0, 0.5, NULL), INDP_E_NULL);
    CHECK_STATUS(indp_snapping_epsilon_for_accuracy(1, 1, 0.5, 1, NULL, NULL), INDP_E_NULL);
    CHECK_STATUS(indp_snapping_moments(NULL, 0, &moments), INDP_E_NULL);
    CHECK_STATUS(indp_snapping_moments(m, 0, NULL), INDP_E_NULL);
    CHECK_STATUS(indp_snapping_distance(NULL, 0, 0.5, &distance), INDP_E_NULL);
    CHECK_STATUS(indp_snapping_distance(m, 0, 0.5, NULL), INDP_E_NULL);
    CHECK_STATUS(indp_count_accuracy(NULL, 1, 0.5, NULL, &out), INDP_E_NULL);
    CHECK_STATUS(indp_count_accuracy(count, 1, 0.5, NULL, NULL), INDP_E_NULL);
    CHECK_STATUS(indp_sum_accuracy(NULL, 1, 0.5, NULL, &out), INDP_E_NULL);
    CHECK_STATUS(indp_sum_accuracy(sum, 1, 0.5, NULL, NULL), INDP_E_NULL);
    CHECK(is_untouched(out) && is_untouched(moments.bias) && is_untouched(distance.unclamped));
    indp_snapping_free(m);
}

int main(void)
{
    accuracy();
    constructors();
    setters();
    releases();
    states();
    return check_done();
}
