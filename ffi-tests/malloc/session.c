/* Runs the whole life cycle of all objects: options, handles, releases by the fast and the exact
 * path, states, selections, and the self test. Checks that a call which fails for lack of memory
 * leaves its outputs as documented. Frees every object. */
#include "session.h"

#include "../tape.h"

static int wrong;

/* Returns whether the call succeeded. Any status other than success and lack of memory is counted
 * as wrong. */
static int ok(indp_status status)
{
    wrong += status != INDP_OK && status != INDP_E_NO_MEMORY;
    return status == INDP_OK;
}

static void release_all_ways(const indp_snapping *m, int whole)
{
    double values[3] = { 1, 2.5, -3 }, out[3], one = UNTOUCHED;
    int64_t integer = 77;
    int i, untouched = 0, nan = 0;
    if (!ok(indp_snapping_release(m, 0.5, &one)))
        wrong += !is_untouched(one);
    for (i = 0; i < 3; i++)
        out[i] = UNTOUCHED;
    if (!ok(indp_snapping_release_many(m, values, 3, out))) {
        for (i = 0; i < 3; i++) {
            untouched += is_untouched(out[i]);
            nan += out[i] != out[i];
        }
        wrong += untouched != 3 && nan != 3;
    }
    if (whole && !ok(indp_snapping_release_int64(m, 12, &integer)))
        wrong += integer != 77;
}

/* On a grid of 1, integer arithmetic decides nearly every release. On a grid of 2^-1000 it never
 * does, so every release takes the exact path. */
static void handles(indp_options *options, double bound)
{
    static const double grids[] = { 1, 0x1p-1000 };
    int i;
    for (i = 0; i < 2; i++) {
        indp_snapping *m = NULL;
        if (!ok(indp_options_set_grid(options, grids[i])))
            continue;
        if (ok(indp_snapping_new(1, 1, bound, options, &m)))
            release_all_ways(m, i == 0);
        else
            wrong += m != NULL;
        indp_snapping_free(m);
    }
}

/* Float arithmetic has its own constructor and exact path. */
static void floats(indp_options *options)
{
    indp_snapping *m = NULL;
    ok(indp_options_set_grid(options, 0));
    ok(indp_options_set_float_precision(options, 200));
    if (ok(indp_snapping_new(1, 1, 1000, options, &m)))
        release_all_ways(m, 1);
    else
        wrong += m != NULL;
    indp_snapping_free(m);
    ok(indp_options_set_float_precision(options, 0));
}

static void states(const indp_options *options)
{
    unsigned char count[INDP_COUNT_STATE_SIZE], sum[INDP_SUM_STATE_SIZE];
    unsigned char bytes[INDP_SUM_STATE_SIZE];
    double values[3] = { 1, 2.5, -3 }, out = UNTOUCHED;
    int64_t rows = 77;
    ok(indp_count_init(count, sizeof count, 1));
    ok(indp_count_add_many(count, 7));
    if (!ok(release_count(count, 1, NULL, &rows)))
        wrong += rows != 77;
    ok(indp_sum_init(sum, sizeof sum, -10, 10, 0, 1));
    ok(indp_state_add_many(sum, values, 3));
    ok(indp_state_serialise(sum, bytes, sizeof bytes));
    ok(indp_state_merge(sum, bytes));
    ok(indp_state_deserialise(sum, sizeof sum, bytes, sizeof bytes));
    ok(indp_sum_sensitivity(sum, &out));
    out = UNTOUCHED;
    if (!ok(indp_state_release(sum, 1, options, &out)))
        wrong += !is_untouched(out);
}

static void utility(void *ctx, size_t outcome, double *out, int32_t *done)
{
    (void)ctx;
    *out = (double)outcome + 0.5;
    *done = INDP_CALLBACK_OK;
}

/* Selections with few and with many different levels of utility, with integers, fractions and
 * groups. The library counts the levels in a dense table, counts them in a window above the
 * smallest level, or sorts them. */
static void selections_at(indp_eta eta, int64_t largest, const indp_options *options)
{
    static const double utilities[4] = { 0, 1, 2.25, 90000 };
    static const int64_t integers[3] = { 5, 5, 70000 };
    static const uint64_t many[3] = { 3, 0, 9 };
    indp_exponential *m = NULL;
    size_t index = 77;
    if (!ok(indp_exponential_new(&eta, 0, largest, 100, options, &m))) {
        wrong += m != NULL;
        return;
    }
    if (!ok(indp_exponential_select(m, utilities, 4, &index)))
        wrong += index != 77;
    index = 77;
    if (!ok(indp_exponential_select_counted(m, integers, many, 3, &index)))
        wrong += index != 77;
    index = 77;
    if (!ok(indp_exponential_select_by(m, utility, NULL, 50, &index)))
        wrong += index != 77;
    indp_exponential_free(m);
}

static void selections(indp_options *options)
{
    static const indp_eta unit = { 1, 1, 1 };
    indp_eta eta = { 3, 2, 1 };
    double epsilon = UNTOUCHED;
    ok(indp_eta_epsilon(&eta, 1, 0, &epsilon));
    ok(indp_eta_from_epsilon(0.1, 1, 0, &eta));
    selections_at(eta, 100000, options);
    selections_at(unit, 100000, options);
    if (options != NULL)
        ok(indp_options_set_empirical_precision(options, 1));
    selections_at(unit, 10, options);
}

int indp_test_session(void)
{
    indp_options *options = NULL;
    struct tape tape = { NULL, UINT64_C(0x5555555555555555), 0, 0, 0, 0, 0 };
    wrong = 0;
    ok(indp_self_test());
    if (ok(indp_options_new(&options))) {
        handles(options, 1e300); /* operating-system entropy */
        ok(indp_options_set_insecure_seed(options, 1));
        handles(options, 1e300);
        ok(indp_options_set_entropy_callback(options, tape_fill, &tape));
        handles(options, 1e300);
        floats(options);
        states(options);
        selections(options);
    } else {
        wrong += options != NULL;
    }
    states(NULL);
    selections(NULL);
    indp_options_free(options);
    return wrong;
}
