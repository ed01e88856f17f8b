/* Tests float arithmetic through the C interface: refused parameters with their statuses, the
 * getters, and releases of counts and sums. */
#include "../check.h"

#include <float.h>
#include <math.h>

static indp_options *precise(uint32_t bits)
{
    indp_options *options = NULL;
    CHECK_OK(indp_options_new(&options));
    CHECK_OK(indp_options_set_float_precision(options, bits));
    return options;
}

static void refused(double epsilon, double sensitivity, double bound, uint32_t bits,
                    indp_status expected)
{
    indp_options *options = precise(bits);
    indp_snapping *m = (indp_snapping *)options;
    CHECK_STATUS(indp_snapping_new(epsilon, sensitivity, bound, options, &m), expected);
    CHECK(m == NULL);
    indp_options_free(options);
}

static void refusals(void)
{
    static const uint32_t bad[] = { 1, 52, 4097, UINT32_MAX - 1 };
    indp_options *options = precise(118);
    indp_snapping *m = NULL;
    size_t i;
    for (i = 0; i < sizeof bad / sizeof *bad; i++)
        CHECK_STATUS(indp_options_set_float_precision(options, bad[i]), INDP_E_PRECISION);
    CHECK_OK(indp_options_set_grid(options, 0.5));
    CHECK_STATUS(indp_snapping_new(1, 1, 100, options, &m), INDP_E_FLOAT_GRID);
    CHECK_OK(indp_options_set_grid(options, 0));
    CHECK_OK(indp_snapping_new(1, 1, 100, options, &m));
    CHECK(indp_snapping_precision(m) == 118); /* the refused settings changed nothing */
    indp_snapping_free(m);
    indp_options_free(options);

    refused(1, 1, HUGE_VAL, 53, INDP_E_FLOAT_BOUND);
    refused(1, 1, 0.5, 118, INDP_E_FLOAT_BOUND);
    refused(1, 1, 0x1p60, 53, INDP_E_FLOAT_BOUND);
    refused(0x1p-60, 1, 0x1p61, 53, INDP_E_FLOAT_EPSILON);
    refused(0x1p-52, 1, 0x1p53, 53, INDP_E_FLOAT_EPSILON);
    refused(0.5, DBL_MAX, DBL_MAX, 118, INDP_E_LAMBDA);
    refused(-1, 1, 100, 53, INDP_E_EPSILON);
    refused(1, 0, 100, 53, INDP_E_SENSITIVITY);
    refused(1, 1, NAN, 53, INDP_E_BOUND);
    CHECK(strstr(indp_status_message(INDP_E_FLOAT_BOUND), "bound") != NULL);
    CHECK(strstr(indp_status_message(INDP_E_FLOAT_BOUND), "real arithmetic") != NULL);
    CHECK(strstr(indp_status_message(INDP_E_FLOAT_EPSILON), "epsilon") != NULL);
    CHECK(strstr(indp_status_message(INDP_E_FLOAT_GRID), "grid") != NULL);
}

/* At epsilon 1, float arithmetic uses a slightly smaller epsilon. Thus lambda is slightly larger
 * than 1, and the grid Lambda is 2. */
static void getters(void)
{
    indp_options *options = precise(INDP_PRECISION_AUTO);
    indp_snapping *m = NULL;
    CHECK_OK(indp_snapping_new(1, 1, 32, options, &m));
    CHECK(indp_snapping_precision(m) == 118);
    CHECK(indp_snapping_unit_roundoff(m) == 0x1p-118);
    CHECK(indp_snapping_lambda(m) == nextafter(1, 2));
    CHECK(indp_snapping_grid(m) == 2);
    CHECK(indp_snapping_laplace_epsilon(m) == nextafter(1, 0));
    CHECK(indp_snapping_loss(m) == 1);
    indp_snapping_free(m);
    CHECK_OK(indp_snapping_new(1, DBL_MIN, DBL_MAX, options, &m));
    CHECK(indp_snapping_precision(m) == 64 + 2046); /* 64 + log2(bound / sensitivity), rounded up */
    indp_snapping_free(m);
    CHECK_OK(indp_options_set_float_precision(options, 0));
    CHECK_OK(indp_snapping_new(1, 1, 32, options, &m));
    CHECK(indp_snapping_precision(m) == 0 && indp_snapping_unit_roundoff(m) == 0);
    CHECK(indp_snapping_lambda(m) == 1 && indp_snapping_grid(m) == 1);
    CHECK(indp_snapping_laplace_epsilon(m) == 1 && indp_snapping_loss(m) == 1);
    indp_snapping_free(m);
    indp_options_free(options);
    CHECK(isnan(indp_snapping_loss(NULL)) && isnan(indp_snapping_laplace_epsilon(NULL)));
}

/* In float arithmetic, a count is a multiple of Lambda, and a sum is nearly exact if the noise is
 * small. */
static void states(void)
{
    unsigned char count[INDP_COUNT_STATE_SIZE], sum[INDP_SUM_STATE_SIZE];
    indp_options *options = precise(118);
    int64_t rows = 77;
    double total = 77;
    CHECK_OK(indp_count_init(count, sizeof count, 5));
    CHECK_OK(indp_count_add_many(count, 1000000));
    CHECK_STATUS(release_count(count, 1e-30, options, &rows), INDP_E_FLOAT_BOUND);
    CHECK_OK(indp_options_set_float_precision(options, 53));
    CHECK_STATUS(release_count(count, 0x1p-60, options, &rows), INDP_E_FLOAT_EPSILON);
    CHECK_OK(indp_options_set_float_precision(options, 118));
    CHECK_STATUS(release_count(count, 100, options, &rows), INDP_E_GRID); /* Lambda below 1 */
    CHECK(rows == 77);
    CHECK_OK(release_count(count, 0.25, options, &rows));
    CHECK(rows % 32 == 0);
    CHECK(rows > 1000000 - 20 * 1000 && rows < 1000000 + 20 * 1000); /* within 1000 lambda */
    CHECK_OK(indp_sum_init(sum, sizeof sum, 0, 4, 0, 1));
    CHECK_OK(indp_state_add(sum, 3));
    CHECK_OK(indp_options_set_grid(options, 1));
    CHECK_STATUS(indp_state_release(sum, 1, options, &total), INDP_E_FLOAT_GRID);
    CHECK_OK(indp_options_set_grid(options, 0));
    CHECK_OK(indp_state_release(sum, 1e6, options, &total));
    CHECK(fabs(total - 3) < 0.01);
    indp_options_free(options);
}

int main(void)
{
    refusals();
    getters();
    states();
    return check_done();
}
