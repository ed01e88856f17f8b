/* Tests that each bad parameter gives its own status and sets *out to NULL. All good parameters,
 * however extreme, must give releases that the header describes. */
#include "../check.h"

#include <float.h>
#include <math.h>

/* On grids other than the default, only one in SPARSE combinations of parameters is tested. */
#define SPARSE 5

static indp_status try_new(double epsilon, double sensitivity, double bound, double grid)
{
    indp_options *options = options_with_grid(grid);
    indp_snapping *out = (indp_snapping *)(void *)options; /* anything but NULL */
    indp_status status = indp_snapping_new(epsilon, sensitivity, bound, options, &out);
    CHECK((status == INDP_OK) == (out != NULL));
    indp_snapping_free(out);
    indp_options_free(options);
    return status;
}

static void bad_parameters(void)
{
    static const double bad[] = { 0.0, -0.0, -1.0, -DBL_MIN, -HUGE_VAL, (double)NAN };
    static const double no_power[] = { -1, 3, 0.75, DBL_MAX, HUGE_VAL, -HUGE_VAL, (double)NAN };
    size_t i;
    for (i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        CHECK_STATUS(try_new(bad[i], 1, 1, 0), INDP_E_EPSILON);
        CHECK_STATUS(try_new(1, bad[i], 1, 0), INDP_E_SENSITIVITY);
        CHECK_STATUS(try_new(1, 1, bad[i], 0), INDP_E_BOUND);
    }
    CHECK_STATUS(try_new(HUGE_VAL, 1, 1, 0), INDP_E_EPSILON);
    CHECK_STATUS(try_new(1, HUGE_VAL, 1, 0), INDP_E_SENSITIVITY);
    CHECK_OK(try_new(1, 1, HUGE_VAL, 0));
    CHECK_STATUS(try_new(power_of_two(-100), DBL_MAX, 1, 0), INDP_E_LAMBDA);
    CHECK_STATUS(try_new(0.5, DBL_MAX, HUGE_VAL, 0), INDP_E_LAMBDA);
    CHECK_OK(try_new(1, DBL_MAX, HUGE_VAL, 0)); /* lambda is the largest double exactly */
    CHECK_STATUS(try_new(1 - DBL_EPSILON / 2, DBL_MAX, HUGE_VAL, 0), INDP_E_LAMBDA);

    for (i = 0; i < sizeof no_power / sizeof no_power[0]; i++) {
        indp_options *options = NULL;
        indp_snapping *made = NULL;
        indp_status status;
        CHECK_OK(indp_options_new(&options));
        status = indp_options_set_grid(options, no_power[i]);
        if (status == INDP_OK) /* either call may refuse the grid */
            status = indp_snapping_new(1, 1, 1, options, &made);
        CHECK_STATUS(status, INDP_E_GRID);
        CHECK(made == NULL);
        indp_options_free(options);
    }
}

static void float_precision(void)
{
    indp_options *options = options_with_grid(0);
    indp_snapping *made = NULL;
    indp_status status = indp_options_set_float_precision(options, 7);
    if (status == INDP_OK)
        status = indp_snapping_new(1, 1, 1, options, &made);
    CHECK_STATUS(status, INDP_E_PRECISION);
    CHECK(made == NULL);
    CHECK_OK(indp_options_set_float_precision(options, 0)); /* real arithmetic again */
    CHECK_OK(indp_snapping_new(1, 1, 1, options, &made));
    indp_snapping_free(made);
    indp_options_free(options);
}

static void integer_releases(void)
{
    static const struct {
        double bound, grid;
        indp_status expected;
    } cases[] = { { HUGE_VAL, 1, INDP_OK },
                  { 7, 1, INDP_OK },
                  { 6, 2, INDP_OK },
                  { HUGE_VAL, 4, INDP_OK },
                  { 7, 2, INDP_E_BOUND },
                  { 7.5, 1, INDP_E_BOUND },
                  { 0.5, 1, INDP_E_BOUND },
                  { 7, 0.5, INDP_E_GRID },
                  { HUGE_VAL, DBL_MIN, INDP_E_GRID },
                  { DBL_MAX, 1, INDP_OK },
                  { HUGE_VAL, 4611686018427387904.0, INDP_OK } };
    size_t i;
    for (i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        indp_options *options = options_with_grid(cases[i].grid);
        indp_snapping *m = mechanism(1, 1, cases[i].bound, options);
        int64_t out = 77;
        CHECK_STATUS(indp_snapping_release_int64(m, 3, &out), cases[i].expected);
        CHECK(cases[i].expected == INDP_OK || out == 77);
        CHECK_STATUS(indp_snapping_release_int64(m, INT64_MIN, &out), cases[i].expected);
        CHECK_STATUS(indp_snapping_release_int64(m, INT64_MAX, &out), cases[i].expected);
        indp_snapping_free(m);
        indp_options_free(options);
    }
}

/* Whether a release is as the header describes: neither -0.0 nor NaN, at most the bound in
 * magnitude, and a multiple of the grid unless it is plus or minus the bound. */
static int keeps_promises(double out, double bound, double grid)
{
    if (isnan(out) || fabs(out) > bound)
        return 0;
    if (out == 0)
        return !signbit(out);
    return fabs(out) == bound || isinf(out) || fmod(out, grid) == 0;
}

static void one_set(double epsilon, double sensitivity, double bound, double grid)
{
    const double values[] = { 0.0,      -0.0,     DBL_MIN,   -5e-324,     0.1,   -1e10, DBL_MAX,
                              -DBL_MAX, HUGE_VAL, -HUGE_VAL, (double)NAN, bound, -bound };
    enum { N = sizeof values / sizeof values[0] };
    double out[N];
    long double lambda = (long double)sensitivity / epsilon;
    indp_options *options = options_with_grid(grid);
    indp_snapping *m = NULL;
    indp_status status;
    int i;
    CHECK_OK(indp_options_set_insecure_seed(options, 5));
    status = indp_snapping_new(epsilon, sensitivity, bound, options, &m);
    indp_options_free(options);
    if (!CHECK_STATUS(status, lambda > DBL_MAX ? INDP_E_LAMBDA : INDP_OK) || status != INDP_OK)
        return;
    CHECK(indp_snapping_lambda(m) >= lambda);
    CHECK(indp_snapping_lambda(m) <= lambda * (1 + DBL_EPSILON) + 5e-324L);
    if (grid == 0) {
        grid = indp_snapping_grid(m);
        /* The grid is the smallest power of two that is at least lambda; 2^1024 is given as
         * infinity. */
        CHECK(grid >= indp_snapping_lambda(m));
        CHECK(grid / 2 < lambda || (isinf(grid) && lambda > 0x1p1023) || grid == 5e-324);
    }
    CHECK(indp_snapping_grid(m) == grid);
    CHECK_OK(indp_snapping_release_many(m, values, N, out));
    for (i = 0; i < N; i++) {
        CHECK(keeps_promises(out[i], bound, grid));
        CHECK_OK(indp_snapping_release(m, values[i], &out[i]));
        CHECK(keeps_promises(out[i], bound, grid));
    }
    indp_snapping_free(m);
}

static void extremes(void)
{
    const double epsilons[] = { power_of_two(-100), 1e-9, 0.3, 1, 0.6931471805599453, 1000 };
    const double sensitivities[] = { DBL_MIN, 1e-200, 1.0 / 3, 1, 3, 1e200, DBL_MAX };
    const double bounds[] = { DBL_MIN, 1e-100, 0.3, 1, 1000.7, 1e100, DBL_MAX, HUGE_VAL };
    const double grids[] = { 0, DBL_MIN, 5e-324, 0.125, 1, 0x1p60, 0x1p1023 };
    size_t e, s, b, g;
    for (e = 0; e < sizeof epsilons / sizeof *epsilons; e++)
        for (s = 0; s < sizeof sensitivities / sizeof *sensitivities; s++)
            for (b = 0; b < sizeof bounds / sizeof *bounds; b++)
                for (g = 0; g < sizeof grids / sizeof *grids; g++) {
                    /* Every combination of epsilon, sensitivity and bound is tested on the default
                     * grid. On each other grid only a sample of them is tested. */
                    if (g == 0 || (e + s + b + g) % SPARSE == 0)
                        one_set(epsilons[e], sensitivities[s], bounds[b], grids[g]);
                }
}

int main(void)
{
    bad_parameters();
    float_precision();
    integer_releases();
    extremes();
    return check_done();
}
