/* Tests the exponential mechanism through the C interface: statuses, NULL arguments, special
 * utilities, precisions and threads. */
#include "../tape.h"

#include <math.h>
#include <pthread.h>

static const indp_eta UNIT = { 1, 1, 1 };

static indp_exponential *made(int64_t min, int64_t max, uint64_t most, const indp_options *options)
{
    indp_exponential *m = NULL;
    CHECK_OK(indp_exponential_new(&UNIT, min, max, most, options, &m));
    return m;
}

static void sensitivities(void)
{
    indp_eta eta;
    double epsilon = 0;
    /* indp_eta_from_epsilon must round a sensitivity of 1.5 up to 2. It must keep 2^32 + 1, which
     * is an integer. */
    double sensitivity = 1.5;
    CHECK_OK(indp_eta_from_epsilon(1, sensitivity, 0, &eta));
    CHECK_OK(indp_eta_epsilon(&eta, 2, 0, &epsilon));
    CHECK(epsilon <= 1 && epsilon > 0.999);
    sensitivity = 4294967297.0;
    CHECK_OK(indp_eta_from_epsilon(1, sensitivity, 0, &eta));
    CHECK_OK(indp_eta_epsilon(&eta, 4294967297.0, 0, &epsilon));
    CHECK(epsilon <= 1 && epsilon > 0.999);
    /* In real numbers this difference is 10 * 0.1 = 1. In doubles it is slightly more than 1, so
     * it is rounded up to 2. */
    sensitivity = 0.1 * 1536 - 0.1 * 1526;
    CHECK(sensitivity > 1);
    CHECK_OK(indp_eta_from_epsilon(1, sensitivity, 0, &eta));
    CHECK_OK(indp_eta_epsilon(&eta, 2, 0, &epsilon));
    CHECK(epsilon <= 1 && epsilon > 0.999);
}

/* Tests the one case in which a failure may reveal something about values, as indp.h warns. The
 * number of words that a call reads depends on the values. So if a source fails after some words, a
 * call may fail for one array and succeed for another. 16 draws read 16 words. If a utility must be
 * rounded, the call reads one more word before them. */
static void a_source_that_ends(void)
{
    static const double whole[] = { 1, 2, 3 }, fraction[] = { 1, 2.000001, 3 };
    struct tape tape = { NULL, 0, 0, 0, 0, 0, 1 };
    indp_options *options = options_with_grid(0);
    indp_exponential *m;
    size_t index = 77;
    CHECK_OK(indp_options_set_entropy_callback(options, tape_fill, &tape));
    m = made(0, 10, 3, options);
    tape.fail_at = 17;
    CHECK_OK(indp_exponential_select(m, whole, 3, &index));
    CHECK(index == 0 && tape.calls == 16);
    index = 77;
    tape.calls = 0;
    CHECK_STATUS(indp_exponential_select(m, fraction, 3, &index), INDP_E_ENTROPY);
    CHECK(index == 77 && tape.calls == 17);
    indp_exponential_free(m);
    indp_options_free(options);
}

static void etas(void)
{
    indp_eta eta = { 9, 9, 9 }, bad;
    double epsilon = UNTOUCHED;
    CHECK_STATUS(indp_eta_from_epsilon(1, 1, 0, NULL), INDP_E_NULL);
    CHECK_STATUS(indp_eta_from_epsilon(0, 1, 0, &eta), INDP_E_EPSILON);
    CHECK_STATUS(indp_eta_from_epsilon(NAN, 1, 0, &eta), INDP_E_EPSILON);
    CHECK_STATUS(indp_eta_from_epsilon(HUGE_VAL, 1, 0, &eta), INDP_E_EPSILON);
    CHECK_STATUS(indp_eta_from_epsilon(1e-300, 1, 0, &eta), INDP_E_SELECTION_EPSILON);
    CHECK_STATUS(indp_eta_from_epsilon(1, 0, 0, &eta), INDP_E_UTILITY_SENSITIVITY);
    CHECK_STATUS(indp_eta_from_epsilon(1, -1, 0, &eta), INDP_E_UTILITY_SENSITIVITY);
    CHECK_STATUS(indp_eta_from_epsilon(1, NAN, 0, &eta), INDP_E_UTILITY_SENSITIVITY);
    CHECK_STATUS(indp_eta_from_epsilon(1, 1e19, 0, &eta), INDP_E_UTILITY_SENSITIVITY);
    CHECK(eta.x == 9 && eta.y == 9 && eta.z == 9);
    CHECK_OK(indp_eta_from_epsilon(1, 1, 1, &eta));
    CHECK_STATUS(indp_eta_epsilon(&eta, 1, 1, NULL), INDP_E_NULL);
    CHECK_STATUS(indp_eta_epsilon(NULL, 1, 1, &epsilon), INDP_E_NULL);
    CHECK(is_untouched(epsilon));
    CHECK_OK(indp_eta_epsilon(&eta, 1, 1, &epsilon));
    CHECK(epsilon <= 1 && epsilon > 1 - 1e-5);
    bad = eta, bad.x = 0;
    CHECK_STATUS(indp_eta_epsilon(&bad, 1, 1, &epsilon), INDP_E_ETA_X);
    bad = eta, bad.y = 64;
    CHECK_STATUS(indp_eta_epsilon(&bad, 1, 1, &epsilon), INDP_E_ETA_Y);
    bad = eta, bad.z = 0;
    CHECK_STATUS(indp_eta_epsilon(&bad, 1, 1, &epsilon), INDP_E_ETA_Z);
    CHECK_STATUS(indp_eta_epsilon(&eta, 0, 1, &epsilon), INDP_E_UTILITY_SENSITIVITY);
}

static void constructors(void)
{
    indp_exponential *m = (indp_exponential *)&m;
    indp_eta bad = { 2, 1, 1 };
    CHECK_STATUS(indp_exponential_new(&UNIT, 0, 1, 1, NULL, NULL), INDP_E_NULL);
    CHECK_STATUS(indp_exponential_new(NULL, 0, 1, 1, NULL, &m), INDP_E_NULL);
    CHECK(m == NULL);
    CHECK_STATUS(indp_exponential_new(&bad, 0, 1, 1, NULL, &m), INDP_E_ETA_X);
    CHECK_STATUS(indp_exponential_new(&UNIT, 1, 1, 1, NULL, &m), INDP_E_UTILITY_RANGE);
    CHECK_STATUS(indp_exponential_new(&UNIT, 0, 1, 0, NULL, &m), INDP_E_MAX_OUTCOMES);
    CHECK_STATUS(indp_exponential_new(&UNIT, 0, 1, UINT64_MAX, NULL, &m), INDP_E_MAX_OUTCOMES);
    CHECK(m == NULL);
    indp_exponential_free(NULL);
    CHECK(indp_exponential_precision(NULL) == 0);
    m = made(0, 10, 10000, NULL);
    CHECK(indp_exponential_precision(m) == 24);
    indp_exponential_free(m);
}

static void write_utility(void *ctx, size_t outcome, double *out, int32_t *done)
{
    size_t *expected = ctx;
    if (outcome != *expected) {
        *done = 7;
        return;
    }
    ++*expected;
    *out = outcome == 3 ? 0 : 900; /* 2^-900: no other outcome ever wins */
    *done = INDP_CALLBACK_OK;
}

/* For one outcome, reports success without writing a utility. */
static void write_nothing(void *ctx, size_t outcome, double *out, int32_t *done)
{
    (void)ctx;
    if (outcome != 1)
        *out = 1;
    *done = INDP_CALLBACK_OK;
}

/* Writes a NaN, which is a valid utility. */
static void write_nan(void *ctx, size_t outcome, double *out, int32_t *done)
{
    (void)ctx;
    *out = outcome == 1 ? 0 : (double)NAN;
    *done = INDP_CALLBACK_OK;
}

static void fail(void *ctx, size_t outcome, double *out, int32_t *done)
{
    (void)ctx, (void)out;
    *done = outcome == 2 ? 0 : INDP_CALLBACK_OK;
}

static void selections(void)
{
    indp_exponential *m = made(0, 1000, 6, NULL);
    double utilities[7] = { 1000, NAN, HUGE_VAL, 2000, -HUGE_VAL, 999.5, 0 };
    int64_t integers[3] = { INT64_MAX, INT64_MIN, 1000 };
    uint64_t many[3] = { 4, 0, 2 }, none[3] = { 0, 0, 0 }, one[3] = { 0, 0, 1 },
             over[3] = { 4, 0, 3 };
    size_t index = 77, calls = 0;
    CHECK_STATUS(indp_exponential_select(NULL, utilities, 6, &index), INDP_E_NULL);
    CHECK_STATUS(indp_exponential_select(m, NULL, 6, &index), INDP_E_NULL);
    CHECK_STATUS(indp_exponential_select(m, utilities, 6, NULL), INDP_E_NULL);
    CHECK_STATUS(indp_exponential_select(m, NULL, 0, &index), INDP_E_EMPTY);
    CHECK_STATUS(indp_exponential_select(m, utilities, 7, &index), INDP_E_OUTCOMES);
    CHECK_STATUS(indp_exponential_select(m, utilities, SIZE_MAX, &index), INDP_E_LENGTH);
    CHECK_STATUS(indp_exponential_select_counted(NULL, integers, many, 3, &index), INDP_E_NULL);
    CHECK_STATUS(indp_exponential_select_counted(m, NULL, many, 3, &index), INDP_E_NULL);
    CHECK_STATUS(indp_exponential_select_counted(m, integers, many, 3, NULL), INDP_E_NULL);
    CHECK_STATUS(indp_exponential_select_counted(m, integers, none, 3, &index), INDP_E_EMPTY);
    CHECK_STATUS(indp_exponential_select_counted(m, integers, over, 3, &index), INDP_E_OUTCOMES);
    CHECK_STATUS(indp_exponential_select_counted(m, NULL, NULL, 0, &index), INDP_E_EMPTY);
    CHECK_STATUS(indp_exponential_select_by(NULL, write_utility, &calls, 6, &index), INDP_E_NULL);
    CHECK_STATUS(indp_exponential_select_by(m, NULL, &calls, 6, &index), INDP_E_NULL);
    CHECK_STATUS(indp_exponential_select_by(m, write_utility, &calls, 6, NULL), INDP_E_NULL);
    CHECK_STATUS(indp_exponential_select_by(m, write_utility, &calls, 0, &index), INDP_E_EMPTY);
    CHECK_STATUS(indp_exponential_select_by(m, write_utility, &calls, SIZE_MAX, &index),
                 INDP_E_OUTCOMES);
    CHECK_STATUS(indp_exponential_select_by(m, fail, NULL, 6, &index), INDP_E_UTILITY);
    CHECK_STATUS(indp_exponential_select_by(m, write_nothing, NULL, 6, &index), INDP_E_UTILITY);
    CHECK(index == 77 && calls == 0);

    /* -infinity counts as the smallest utility. NaN, infinity and values above the range count as
     * the largest. */
    CHECK_OK(indp_exponential_select(m, utilities, 6, &index));
    CHECK(index == 4);
    /* 0 against five utilities of 1000. */
    CHECK_OK(indp_exponential_select_by(m, write_nan, NULL, 6, &index));
    CHECK(index == 1);
    /* Each outcome once, in order. */
    CHECK_OK(indp_exponential_select_by(m, write_utility, &calls, 6, &index));
    CHECK(index == 3 && calls == 6);
    CHECK_OK(indp_exponential_select_counted(m, integers, NULL, 3, &index));
    CHECK(index == 1);
    CHECK_OK(indp_exponential_select_counted(m, integers, one, 3, &index));
    CHECK(index == 2);
    CHECK_OK(indp_exponential_select_counted(m, integers, many, 3, &index));
    CHECK(index != 1); /* multiplicity 0 is never chosen */
    indp_exponential_free(m);
}

static void options(void)
{
    indp_options *o = options_with_grid(0);
    struct tape tape = { NULL, UINT64_MAX, 0, 0, 0, 0, 0 };
    double three[3] = { 0, 0, 0 };
    indp_exponential *m;
    size_t index = 77;
    CHECK_STATUS(indp_options_set_min_retries(NULL, 1), INDP_E_NULL);
    CHECK_STATUS(indp_options_set_min_retries(o, 0), INDP_E_MIN_RETRIES);
    CHECK_STATUS(indp_options_set_insecure_timing(NULL, 1), INDP_E_NULL);
    CHECK_OK(indp_options_set_insecure_timing(o, 1));
    CHECK_OK(indp_options_set_min_retries(o, 5));
    CHECK_OK(indp_options_set_entropy_callback(o, tape_fill, &tape));
    m = made(0, 1, 3, o);
    /* With three equal outcomes, a draw rejects a quarter of all words, among them the word that
     * consists of ones. So every draw from a tape of ones must be rejected, and the source counts
     * as broken. */
    CHECK_STATUS(indp_exponential_select(m, three, 3, &index), INDP_E_ENTROPY);
    CHECK(index == 77 && tape.calls == 4096);
    tape.constant = 0, tape.calls = 0;
    CHECK_OK(indp_exponential_select(m, three, 3, &index));
    CHECK(index == 0 && tape.calls == 5);
    tape.calls = 0, tape.fail_at = 3, tape.code = 1, index = 77;
    CHECK_STATUS(indp_exponential_select(m, three, 3, &index), INDP_E_ENTROPY);
    CHECK(index == 77);
    indp_exponential_free(m);
    indp_options_free(o);
}

/* Compares three precisions: the default one, the one by the formula of Ilvento's paper, and the
 * empirical one. Selections at the default and at the empirical precision must give the same
 * outcomes for the same random bits. */
static void precisions(void)
{
    static const indp_eta three_quarters = { 6, 3, 2 }, finest = { 0x7fffffffffffffff, 63, 1 };
    static const double utilities[5] = { -3, 2.5, 0, -2.25, 7 };
    indp_options *o = options_with_grid(0);
    indp_exponential *note = NULL, *plain = NULL, *m = (indp_exponential *)&m;
    uint64_t bits = 77;
    size_t a, b;
    int i;
    CHECK(indp_exponential_precision_note(NULL) == 0);
    CHECK_STATUS(indp_exponential_precision_empirical(NULL, &bits), INDP_E_NULL);
    CHECK_STATUS(indp_options_set_empirical_precision(NULL, 1), INDP_E_NULL);
    CHECK_OK(indp_options_set_insecure_seed(o, 5));
    CHECK_OK(indp_exponential_new(&three_quarters, -3, 7, 10000, o, &plain));
    CHECK_STATUS(indp_exponential_precision_empirical(plain, NULL), INDP_E_NULL);
    CHECK(bits == 77);
    CHECK(indp_exponential_precision(plain) == 2 * 2 * 10 + 14);
    CHECK(indp_exponential_precision_note(plain) == (3 + 7) * 2 * (3 + 3) + 10000);
    CHECK_OK(indp_exponential_precision_empirical(plain, &bits));
    CHECK(bits == 106);

    CHECK_OK(indp_options_set_empirical_precision(o, 1));
    CHECK_OK(indp_exponential_new(&three_quarters, -3, 7, 10000, o, &note));
    for (i = 0; i < 200; i++) {
        CHECK_OK(indp_exponential_select(note, utilities, 5, &a));
        CHECK_OK(indp_exponential_select(plain, utilities, 5, &b));
        CHECK(a == b);
    }
    /* A precision of millions of bits is refused before anything is allocated. Without the option,
     * the same parameters work. */
    CHECK_STATUS(indp_exponential_new(&finest, 0, 100000, 1000, o, &m), INDP_E_PRECISION_REACH);
    CHECK(m == NULL);
    CHECK_OK(indp_options_set_empirical_precision(o, 0));
    CHECK_OK(indp_exponential_new(&finest, 0, 100000, 1000, o, &m));
    CHECK(indp_exponential_precision(m) == 63 * 100000 + 10);
    CHECK_STATUS(indp_exponential_precision_empirical(m, &bits), INDP_E_PRECISION_REACH);
    CHECK(bits == 106);
    CHECK_OK(indp_exponential_select(m, utilities, 5, &a));
    indp_exponential_free(m);
    indp_exponential_free(plain);
    indp_exponential_free(note);
    indp_options_free(o);
}

/* Several threads select with one handle. Each thread observes the shares of three outcomes with
 * the weights 4, 2 and 1. By chance a share of 60,000 selections is off by 0.02 with probability
 * below 2 exp(-2 * 60000 * 0.02^2) = 2 e^-48, by Hoeffding's inequality. */
static void *selecting(void *mechanism)
{
    static const double utilities[3] = { 0, 1, 2 };
    int counts[3] = { 0, 0, 0 }, i;
    size_t index = 0;
    for (i = 0; i < 60000; i++) {
        if (indp_exponential_select(mechanism, utilities, 3, &index) != INDP_OK || index > 2)
            return mechanism;
        counts[index]++;
    }
    for (i = 0; i < 3; i++)
        if (fabs(counts[i] / 60000.0 - (4 >> i) / 7.0) > 0.02)
            return mechanism;
    return NULL;
}

static void threads(void)
{
    indp_exponential *m = made(0, 2, 3, NULL);
    pthread_t thread[8];
    int i;
    for (i = 0; i < 8; i++)
        CHECK(pthread_create(&thread[i], NULL, selecting, m) == 0);
    for (i = 0; i < 8; i++) {
        void *wrong = m;
        pthread_join(thread[i], &wrong);
        CHECK(wrong == NULL);
    }
    indp_exponential_free(m);
}

int main(void)
{
    etas();
    sensitivities();
    a_source_that_ends();
    constructors();
    selections();
    options();
    precisions();
    threads();
    return check_done();
}
