/* Tests releases of special values, releases in place, and releases with negligible noise. */
#include "../check.h"

#include <math.h>

/* With epsilon 1000 and a grid of 1, a release is the rounded and clamped value, except with
 * probability e^-200 or less. The values in these tests are at least 0.2 away from a tie. */
static indp_snapping *noiseless(double bound)
{
    indp_options *options = options_with_grid(1);
    indp_snapping *m;
    CHECK_OK(indp_options_set_insecure_seed(options, 9));
    m = mechanism(1000, 1, bound, options);
    indp_options_free(options);
    return m;
}

static double release(const indp_snapping *m, double value)
{
    double out = UNTOUCHED;
    CHECK_OK(indp_snapping_release(m, value, &out));
    return out;
}

static void special_values(void)
{
    indp_snapping *m = noiseless(99.75);
    CHECK(same_bits(release(m, 41.7), 42));
    CHECK(same_bits(release(m, -41.7), -42));
    CHECK(same_bits(release(m, (double)NAN), 0.0));
    CHECK(same_bits(release(m, -0.0), 0.0));
    CHECK(same_bits(release(m, -0.25), 0.0));
    CHECK(same_bits(release(m, HUGE_VAL), 99.75)); /* the multiple 100 is clamped to the bound */
    CHECK(same_bits(release(m, -HUGE_VAL), -99.75));
    CHECK(same_bits(release(m, 1e300), 99.75));
    indp_snapping_free(m);
    m = noiseless(0.25); /* a bound below the grid: everything rounds to 0 */
    CHECK(same_bits(release(m, 1e300), 0.0));
    CHECK(same_bits(release(m, -1e300), 0.0));
    indp_snapping_free(m);
}

static void integers(void)
{
    static const int64_t values[] = { 0,
                                      1,
                                      -1,
                                      1000000007,
                                      INT64_C(1) << 53,
                                      INT64_MAX,
                                      INT64_MIN,
                                      (INT64_C(1) << 53) + 1,
                                      -(INT64_C(1) << 53) - 1 };
    indp_snapping *m = noiseless(HUGE_VAL);
    size_t i;
    for (i = 0; i < sizeof values / sizeof *values; i++) {
        int64_t out = 77;
        CHECK_OK(indp_snapping_release_int64(m, values[i], &out));
        CHECK(out == values[i]);
    }
    indp_snapping_free(m);
}

static void in_place(void)
{
    double values[100], out[100];
    indp_snapping *a = seeded(3, 0.25), *b = seeded(3, 0.25);
    int i;
    for (i = 0; i < 100; i++)
        values[i] = i * 0.3 - 7;
    CHECK_OK(indp_snapping_release_many(a, values, 100, out));
    CHECK_OK(indp_snapping_release_many(b, values, 100, values));
    CHECK(memcmp(values, out, sizeof out) == 0);
    indp_snapping_free(a);
    indp_snapping_free(b);
}

static void impossible_lengths(void)
{
    indp_snapping *m = seeded(3, 0.25);
    double value = 1, out = UNTOUCHED;
    CHECK_STATUS(indp_snapping_release_many(m, &value, SIZE_MAX, &out), INDP_E_LENGTH);
    CHECK_STATUS(indp_snapping_release_many(m, &value, SIZE_MAX / sizeof value + 1, &out),
                 INDP_E_LENGTH);
    CHECK(is_untouched(out));
    indp_snapping_free(m);
}

/* With lambda = 1 on a grid of 1, a release of 0 is 0 with probability 1 - e^-0.5 = 0.39. None of
 * these zeros may be negative. */
static void no_negative_zero(void)
{
    indp_snapping *m = seeded(4, 1);
    int i, zeros = 0, below = 0, above = 0;
    for (i = 0; i < 20000; i++) {
        double out = release(m, i % 2 ? -0.0 : 0.0);
        CHECK(!(out == 0 && signbit(out)));
        zeros += out == 0;
        below += out < 0;
        above += out > 0;
    }
    CHECK(zeros > 5000 && below > 4000 && above > 4000);
    indp_snapping_free(m);
}

int main(void)
{
    special_values();
    integers();
    in_place();
    impossible_lengths();
    no_negative_zero();
    return check_done();
}
