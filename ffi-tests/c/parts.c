/* Tests indp_state_release_parts for means, variances and standard deviations. For the same random
 * words, the answer must equal that of a plain release. */
#include "../tape.h"

#include <float.h>
#include <math.h>

enum { ROOM = 4096, KINDS = 3 };

typedef indp_status init(void *, size_t, double, double, double, uint64_t);
static init *const inits[KINDS] = { indp_mean_init, indp_variance_init, indp_stddev_init };

static indp_parts empty_parts(void)
{
    indp_parts parts;
    memset(&parts, 0, sizeof parts);
    parts.struct_size = sizeof parts;
    return parts;
}

static int near(double a, double b)
{
    return fabs(a - b) <= 1e-9 * (fabs(a) + fabs(b) + 1);
}

/* Makes a state of 1,000 rows between 0 and 7, with the bounds -2 and 10. */
static void fill(int kind, unsigned char *state, uint64_t rows_per_person)
{
    int i;
    CHECK_OK(inits[kind](state, ROOM, -2, 10, 0, rows_per_person));
    for (i = 0; i < 1000; i++)
        CHECK_OK(indp_state_add(state, i % 8));
}

/* Computes the answer from the sums as the header describes. The library raises totals below 4
 * noise scales (8 for a variance), but such totals do not occur here. */
static double answer(int kind, const indp_parts *p)
{
    double total = p->sum[0] + p->sum[1] + p->sum[2], variance;
    if (kind == 0)
        return -2 + 12 * p->sum[1] / total;
    variance = 144 * (p->sum[0] * p->sum[2] - p->sum[1] * p->sum[1] / 4) / (total * total);
    return kind == 1 ? variance : sqrt(variance);
}

static void same_answer(void)
{
    static const double exact[KINDS] = { 3.5, 5.25, 2.29128784747792 };
    int kind;
    for (kind = 0; kind < KINDS; kind++) {
        unsigned char state[ROOM], copy[ROOM];
        uint64_t seed;
        for (seed = 0; seed < 50; seed++) {
            indp_options *o = options_with_grid(0);
            indp_parts parts = empty_parts();
            double alone = UNTOUCHED, unit = kind == 0 ? 12 : 144;
            fill(kind, state, 2);
            memcpy(copy, state, ROOM);
            CHECK_OK(indp_options_set_insecure_seed(o, seed));
            CHECK_OK(indp_state_release(copy, 0.5, o, &alone));
            CHECK_OK(indp_state_release_parts(state, 0.5, o, &parts));
            CHECK(same_bits(parts.value, alone));
            CHECK(parts.number == (kind == 0 ? 2u : 3u) &&
                  (kind != 0 || same_bits(parts.sum[2], 0)));
            CHECK(near(parts.value, answer(kind, &parts)) && fabs(parts.value - exact[kind]) < 2);
            CHECK(near(parts.count, (parts.sum[0] + parts.sum[1] + parts.sum[2]) / unit));
            CHECK(fabs(parts.count - 1000) < 200); /* fails with probability below 1e-20 */
            CHECK(parts.scale >= 4 * unit && parts.scale <= 4 * unit * (1 + 1e-12));
            CHECK_STATUS(indp_state_release_parts(state, 0.5, o, &parts), INDP_E_RELEASED);
            indp_options_free(o);
        }
    }
}

static void refused(unsigned char *state, double epsilon, const indp_options *o, indp_status status)
{
    indp_parts parts = empty_parts(), before = parts;
    unsigned char copy[ROOM];
    memcpy(copy, state, ROOM);
    CHECK_STATUS(indp_state_release_parts(state, epsilon, o, &parts), status);
    CHECK(memcmp(&parts, &before, sizeof parts) == 0 && memcmp(copy, state, ROOM) == 0);
}

static void refusals(void)
{
    indp_options *o = options_with_grid(0);
    indp_parts parts = empty_parts();
    indp_category list;
    unsigned char state[ROOM];
    int kind;
    memset(state, 0, sizeof state);
    memset(&list, 0, sizeof list);
    for (kind = 0; kind < KINDS; kind++) {
        fill(kind, state, 1);
        CHECK_STATUS(indp_state_release_parts(NULL, 1, NULL, &parts), INDP_E_NULL);
        CHECK_STATUS(indp_state_release_parts(state, 1, NULL, NULL), INDP_E_NULL);
        parts.struct_size--;
        CHECK_STATUS(indp_state_release_parts(state, 1, NULL, &parts), INDP_E_STRUCT_SIZE);
        parts.struct_size++;
        refused(state, 0, NULL, INDP_E_EPSILON);
        refused(state, (double)NAN, NULL, INDP_E_EPSILON);
        refused(state, DBL_MIN / 4, NULL, INDP_E_LAMBDA);
        CHECK_OK(indp_options_set_float_precision(o, 118));
        refused(state, 1, o, INDP_E_UNUSED_PRECISION);
        CHECK_OK(indp_options_set_float_precision(o, 0));
        CHECK_OK(indp_options_set_grid(o, 2));
        refused(state, 1, o, INDP_E_UNUSED_GRID);
        CHECK_OK(indp_options_set_grid(o, 0));
        CHECK_OK(indp_options_set_selection(o, INDP_SELECTION_EXPONENTIAL));
        refused(state, 1, o, INDP_E_UNUSED_SELECTION);
        CHECK_OK(indp_options_set_selection(o, INDP_SELECTION_DEFAULT));
        CHECK_OK(indp_state_release_parts(state, 1, o, &parts));
        refused(state, 1, o, INDP_E_RELEASED);
    }
    CHECK_OK(indp_count_init(state, ROOM, 1));
    refused(state, 1, NULL, INDP_E_STATE);
    CHECK_OK(indp_sum_init(state, ROOM, 0, 1, 0, 1));
    refused(state, 1, NULL, INDP_E_STATE);
    CHECK_OK(indp_quantile_init(state, ROOM, 0.5, 0, 1, 0, 1));
    refused(state, 1, NULL, INDP_E_STATE);
    CHECK_OK(indp_mode_init(state, ROOM, &list, 1, 1));
    refused(state, 1, NULL, INDP_E_STATE);
    memset(state, 0, sizeof state);
    refused(state, 1, NULL, INDP_E_STATE);
    indp_options_free(o);
}

int main(void)
{
    same_answer();
    refusals();
    return check_done();
}
