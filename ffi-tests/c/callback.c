/* Tests the caller's entropy callback, which supplies the words of the tape. If it fails, the call
 * must return INDP_E_ENTROPY, whatever failure the callback reports, and must release nothing. */
#include "../tape.h"

#include <math.h>
#include <pthread.h>

/* The length of a tape of words that look random, and the number of values released. */
enum { WORDS = 4096, VALUES = 8 };
static uint64_t words[WORDS];

static void fill_words(void)
{
    uint64_t state = 1;
    int i;
    for (i = 0; i < WORDS; i++) {
        state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        words[i] = state ^ state >> 31;
    }
}

static struct tape random_tape(size_t fail_at, int32_t code)
{
    struct tape tape = { NULL, 0, WORDS, 0, 0, 0, 0 };
    tape.words = words;
    tape.fail_at = fail_at;
    tape.code = code;
    return tape;
}

static int untouched_or_nan(const double *out, const double *before, int n)
{
    int i, nan = 0, same = 0;
    for (i = 0; i < n; i++) {
        same += same_bits(out[i], before[i]);
        nan += isnan(out[i]) && !same_bits(out[i], before[i]);
    }
    return same == n || nan == n;
}

/* Makes the k-th call of the callback fail, for each k up to the number of calls that a whole array
 * needs. */
static void failure_at_each_call(double grid)
{
    static const int32_t codes[] = { 0, 1, -1, INDP_CALLBACK_OK - 1, INDP_E_NO_MEMORY };
    double values[VALUES], out[VALUES], one;
    size_t k = 0;
    indp_status status;
    int i, failures = 0;
    do {
        struct tape tape;
        indp_snapping *m = taped(1, 1, HUGE_VAL, grid, &tape);
        k++;
        tape = random_tape(k, codes[k % 5]);
        for (i = 0; i < VALUES; i++) {
            values[i] = i;
            out[i] = UNTOUCHED;
        }
        status = indp_snapping_release_many(m, values, VALUES, out);
        if (status != INDP_OK) {
            double before[VALUES];
            CHECK_STATUS(status, INDP_E_ENTROPY);
            CHECK(tape.calls == k);
            for (i = 0; i < VALUES; i++)
                before[i] = UNTOUCHED;
            CHECK(untouched_or_nan(out, before, VALUES));
            failures++;

            tape = random_tape(k, codes[k % 5]); /* the next release is in place */
            memcpy(before, values, sizeof values);
            CHECK_STATUS(indp_snapping_release_many(m, values, VALUES, values), INDP_E_ENTROPY);
            CHECK(untouched_or_nan(values, before, VALUES));

            tape = random_tape(1, codes[k % 5]);
            one = UNTOUCHED;
            CHECK_STATUS(indp_snapping_release(m, 0, &one), INDP_E_ENTROPY);
            CHECK(is_untouched(one));
            tape = random_tape(0, 0); /* the handle works again */
            CHECK_OK(indp_snapping_release(m, 0, &one));
        }
        indp_snapping_free(m);
    } while (status != INDP_OK && k < WORDS);
    CHECK(failures >= VALUES);
}

/* The callback fails at the second word of a release. The first word determines only that the
 * uniform random number U is in [1, 2) * 2^-63, so the release needs a second word. */
static void failure_in_the_middle(void)
{
    static const uint64_t first[] = { 1 };
    struct tape tape = { NULL, 0, 1, 0, 0, 0, 0 };
    indp_snapping *m;
    double out = UNTOUCHED;
    int64_t whole = 77;
    tape.words = first;
    m = taped(1, 1, HUGE_VAL, 1, &tape);
    CHECK_STATUS(indp_snapping_release(m, 0, &out), INDP_E_ENTROPY);
    CHECK(is_untouched(out) && tape.calls == 2);
    tape.used = 0;
    CHECK_STATUS(indp_snapping_release_int64(m, 0, &whole), INDP_E_ENTROPY);
    CHECK(whole == 77 && tape.calls == 4);
    indp_snapping_free(m);
}

static void integers_fail_too(void)
{
    struct tape tape = random_tape(1, 5);
    indp_snapping *m = taped(1, 1, HUGE_VAL, 1, &tape);
    int64_t out = 77;
    CHECK_STATUS(indp_snapping_release_int64(m, 3, &out), INDP_E_ENTROPY);
    CHECK(out == 77);
    indp_snapping_free(m);
}

/* Imitates a binding whose callback raised an exception. It writes no word, and sets *done to
 * the code in ctx: INDP_CALLBACK_OK, or 0, which is a failure. */
static void fill_nothing(void *ctx, uint8_t *buf, size_t len, int32_t *done)
{
    (void)buf, (void)len;
    *done = *(int32_t *)ctx;
}

static void fill_unfilled(void *ctx, uint8_t *buf, size_t len, int32_t *done)
{
    const uint64_t word = INDP_UNFILLED_WORD;
    size_t i;
    for (i = 0; i < len; i++)
        buf[i] = (uint8_t)(word >> 8 * i);
    *done = *(int32_t *)ctx;
}

static void nothing_was_filled(void)
{
    int32_t codes[] = { 0, INDP_CALLBACK_OK };
    size_t i, which;
    for (which = 0; which < 2; which++)
        for (i = 0; i < 2; i++) {
            indp_options *options = options_with_grid(1);
            unsigned char state[INDP_SUM_STATE_SIZE], before[INDP_SUM_STATE_SIZE];
            indp_snapping *m;
            double out = UNTOUCHED;
            CHECK_OK(indp_options_set_entropy_callback(options,
                                                       which ? fill_unfilled : fill_nothing,
                                                       &codes[i]));
            m = mechanism(1, 1, 100, options);
            CHECK_STATUS(indp_snapping_release(m, 42, &out), INDP_E_ENTROPY);
            CHECK_OK(indp_sum_init(state, sizeof state, 0, 100, 0, 1));
            CHECK_OK(indp_state_add(state, 42));
            memcpy(before, state, sizeof state);
            CHECK_STATUS(indp_state_release(state, 1, options, &out), INDP_E_ENTROPY);
            CHECK(is_untouched(out) && memcmp(before, state, sizeof state) == 0);
            indp_options_free(options);
            indp_snapping_free(m);
        }
}

/* A source that supplies only zeros is broken: it would make U smaller than 2^-4096. A release must
 * refuse it for every value and bound. */
static void constant_tapes(void)
{
    static const double bounds[] = { 0.25, 10, 1e300, HUGE_VAL };
    static const double values[] = { 0, 0.5, -0.5, 10, 1e300 };
    size_t b, v;
    int sign;
    for (b = 0; b < sizeof bounds / sizeof *bounds; b++)
        for (v = 0; v < sizeof values / sizeof *values; v++)
            for (sign = 0; sign < 2; sign++) {
                struct tape tape = { NULL, 0, 0, 0, 0, 0, 0 };
                indp_snapping *m = taped(1, 1, bounds[b], 1, &tape);
                double out = UNTOUCHED;
                CHECK_STATUS(indp_snapping_release(m, values[v], &out), INDP_E_ENTROPY);
                CHECK(is_untouched(out));
                CHECK(tape.used >= 4096 / 8 && tape.used <= 4096 / 8 + 16);
                /* On a tape of ones, U is as close to 1 as possible, and there is hardly any noise.
                 * The release must end, even at ties. */
                tape.constant = UINT64_MAX;
                tape.used = 0;
                CHECK_OK(indp_snapping_release(m, values[v], &out));
                CHECK(fabs(out - fmin(values[v], bounds[b])) <= 0.5);
                indp_snapping_free(m);
            }
}

/* Tests the answers that docs/tape.md specifies for given words. The top bit of the first word is
 * the sign. The digits of U follow. The comments in the table give the noise before rounding, which
 * is the sign times ln U. */
static void documented_results(void)
{
    static const struct {
        uint64_t word;
        double value, out;                                    /* epsilon 1, sensitivity 1, grid 1 */
        size_t more;                                          /* words needed after this one */
    } cases[] = { { UINT64_C(0x4000000000000000), 0, -1, 0 }, /* + ln 1/2 = -0.69 */
                  { UINT64_C(0xc000000000000000), 0, 1, 0 },  /* - ln 1/2 */
                  { UINT64_C(0x6000000000000000), 0, 0, 0 }, /* ln 3/4 = -0.29: 0, without a sign */
                  { UINT64_C(0xe000000000000000), 0, 0, 0 },
                  { UINT64_C(0x2000000000000000), 0, -1, 0 }, /* ln 1/4 = -1.39 */
                  { UINT64_C(0x1000000000000000), 0, -2, 0 }, /* ln 1/8 = -2.08 */
                  { UINT64_C(0x9000000000000000), 7, 9, 0 },
                  { UINT64_C(0x0000000000000001), 0, -43, 1 },  /* ln 1.5*2^-63 = -43.26 */
                  { UINT64_C(0xe000000000000000), 0.25, 1, 0 }, /* 0.25 + 0.29 = 0.54 */
                  { UINT64_C(0x6000000000000000), -0.25, -1, 0 },
                  { UINT64_C(0xffffffffffffffff), 0.5, 1, 0 }, /* just above the tie */
                  { UINT64_C(0x7fffffffffffffff), 0.5, 0, 0 }, /* just below the tie */
                  { UINT64_C(0x7fffffffffffffff), -0.5, -1, 0 },
                  { UINT64_C(0xffffffffffffffff), -0.5, 0, 0 } };
    size_t i;
    for (i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct tape tape = { NULL, 0, 4, 0, 0, 0, 0 };
        uint64_t mine[4] = { 0, UINT64_C(0x8000000000000000), UINT64_C(0x8000000000000000), 0 };
        indp_snapping *m = taped(1, 1, HUGE_VAL, 1, &tape);
        double out = UNTOUCHED;
        mine[0] = cases[i].word;
        tape.words = mine;
        CHECK_OK(indp_snapping_release(m, cases[i].value, &out));
        if (!CHECK(same_bits(out, cases[i].out)))
            printf("case %d: %g, not %g\n", (int)i, out, cases[i].out);
        CHECK(tape.used == 8 * (1 + cases[i].more));
        indp_snapping_free(m);
    }
}

/* Counts its calls in ctx. Callbacks run on several calling threads at once and share ctx, so the
 * count is atomic. */
static void shared_fill(void *ctx, uint8_t *buf, size_t len, int32_t *done)
{
    static __thread uint64_t state = 88172645463325252u;
    size_t i;
    __atomic_fetch_add((size_t *)ctx, 1, __ATOMIC_RELAXED);
    for (i = 0; i < len; i++) {
        state ^= state << 13, state ^= state >> 7, state ^= state << 17;
        buf[i] = (uint8_t)(state >> 24);
    }
    *done = INDP_CALLBACK_OK;
}

static void *many_releases(void *handle)
{
    double out;
    uintptr_t failures = 0;
    int i;
    for (i = 0; i < 2000; i++)
        failures += indp_snapping_release(handle, i, &out) != INDP_OK;
    return (void *)failures;
}

static void concurrent_callbacks(void)
{
    indp_options *options = options_with_grid(0);
    indp_snapping *m;
    pthread_t threads[8];
    size_t calls = 0;
    int i;
    CHECK_OK(indp_options_set_entropy_callback(options, shared_fill, &calls));
    m = mechanism(1, 1, 1000, options);
    indp_options_free(options);
    for (i = 0; i < 8; i++)
        CHECK(pthread_create(&threads[i], NULL, many_releases, m) == 0);
    for (i = 0; i < 8; i++) {
        void *failures = NULL;
        pthread_join(threads[i], &failures);
        CHECK(failures == NULL);
    }
    CHECK(calls >= 8 * 2000);
    indp_snapping_free(m);
}

int main(void)
{
    fill_words();
    failure_at_each_call(1);
    failure_at_each_call(power_of_two(-1000));
    failure_in_the_middle();
    integers_fail_too();
    nothing_was_filled();
    constant_tapes();
    documented_results();
    concurrent_callbacks();
    return check_done();
}
