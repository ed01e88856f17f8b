/* Tests that callbacks do not affect the call in which they run. The answer must be the same,
 * whatever floating-point environment a callback leaves. If a callback calls the library, that
 * call must return INDP_E_BUSY, and the outer call must go on. */
#include "../tape.h"

#include <fenv.h>

static const int MODES[] = { FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO };

/* Whether arithmetic in doubles has its default mode. On x86-64, fegetround is not used, because it
 * reads the x87 control word, which the library leaves alone. */
static int as_usual(void)
{
#ifdef __x86_64__
    uint32_t mxcsr;
    __asm__ volatile("stmxcsr %0" : "=m"(mxcsr));
    return (mxcsr & 0xffc0) == 0x1f80;
#else
    return fegetround() == FE_TONEAREST;
#endif
}

/* Sets a rounding mode and, on x86-64, flush-to-zero and denormals-are-zero, and leaves them
 * set. */
static void spoil(int mode)
{
    fesetround(MODES[mode]);
#ifdef __x86_64__
    if (mode) {
        uint32_t mxcsr;
        __asm__ volatile("stmxcsr %0" : "=m"(mxcsr));
        mxcsr |= 0x8040;
        __asm__ volatile("ldmxcsr %0" : : "m"(mxcsr));
    }
#endif
}

struct host {
    int mode;
    uint64_t state;
    double utilities[40];
};

static void words(void *ctx, uint8_t *buf, size_t len, int32_t *done)
{
    struct host *host = ctx;
    size_t i;
    CHECK(as_usual());
    for (i = 0; i < len; i++) {
        host->state = host->state * UINT64_C(6364136223846793005) + 1442695040888963407u;
        buf[i] = (uint8_t)(host->state >> 56);
    }
    spoil(host->mode);
    *done = INDP_CALLBACK_OK;
}

static void utility(void *ctx, size_t outcome, double *out, int32_t *done)
{
    struct host *host = ctx;
    CHECK(as_usual());
    *out = host->utilities[outcome];
    spoil(host->mode);
    *done = INDP_CALLBACK_OK;
}

enum { TRIES = 300, VALUES = 50 };
struct answers {
    size_t chosen[TRIES];
    double released[TRIES][VALUES];
};

static void ask(int mode, struct answers *answers)
{
    static const indp_eta eta = { 3, 2, 1 };
    static double values[VALUES];
    struct host host = { 0, 7, { 0 } };
    indp_options *options = options_with_grid(0), *plain = options_with_grid(0);
    indp_exponential *both = NULL, *seeded_words = NULL;
    indp_snapping *m;
    int i;
    for (i = 0; i < VALUES; i++)
        values[i] = i * 0.37;
    for (i = 0; i < 40; i++)
        host.utilities[i] = i % 11 * 0.3 - 1.7;
    host.mode = mode;
    CHECK_OK(indp_options_set_entropy_callback(options, words, &host));
    CHECK_OK(indp_options_set_insecure_seed(plain, 5));
    CHECK_OK(indp_exponential_new(&eta, -3, 4, 70, options, &both));
    CHECK_OK(indp_exponential_new(&eta, -3, 4, 70, plain, &seeded_words));
    m = mechanism(0.3, 0.7, 1e3, options);
    for (i = 0; i < TRIES; i++) {
        CHECK_OK(indp_exponential_select_by(i % 2 ? both : seeded_words, utility, &host, 40,
                                            &answers->chosen[i]));
        CHECK_OK(indp_snapping_release_many(m, values, VALUES, answers->released[i]));
        CHECK(as_usual());
    }
    indp_exponential_free(both);
    indp_exponential_free(seeded_words);
    indp_snapping_free(m);
    indp_options_free(options);
    indp_options_free(plain);
}

static void environments(void)
{
    static struct answers expected, got;
    int mode;
    ask(0, &expected);
    for (mode = 1; mode < 4; mode++) {
        ask(mode, &got);
        if (!CHECK(memcmp(&expected, &got, sizeof got) == 0))
            printf("rounding mode %d\n", mode);
    }
}

/* ---- callbacks that call the library --------------------------------------------------------- */
static indp_snapping *other;
static indp_exponential *choice;
static int calls;

static void all_are_refused(void)
{
    double out = UNTOUCHED, many[2] = { 0, 0 };
    int64_t whole = 77;
    size_t index = 77;
    indp_eta eta = { 1, 1, 1 };
    indp_snapping *made = other;
    indp_options *options = (indp_options *)(void *)&eta;
    unsigned char state[INDP_SUM_STATE_SIZE];
    calls++;
    CHECK_STATUS(indp_snapping_release(other, 0, &out), INDP_E_BUSY);
    CHECK_STATUS(indp_snapping_release_int64(other, 0, &whole), INDP_E_BUSY);
    CHECK_STATUS(indp_snapping_release_many(other, many, 2, many), INDP_E_BUSY);
    CHECK_STATUS(indp_exponential_select(choice, many, 2, &index), INDP_E_BUSY);
    CHECK_STATUS(indp_snapping_new(1, 1, 1, NULL, &made), INDP_E_BUSY);
    CHECK(made == NULL);
    CHECK_STATUS(indp_options_new(&options), INDP_E_BUSY);
    CHECK(options == NULL);
    CHECK_STATUS(indp_eta_from_epsilon(1, 1, 0, &eta), INDP_E_BUSY);
    CHECK_STATUS(indp_sum_init(state, sizeof state, 0, 1, 0, 1), INDP_E_BUSY);
    CHECK_STATUS(indp_snapping_accuracy(other, 0.05, &out), INDP_E_BUSY);
    CHECK_STATUS(indp_self_test(), INDP_E_BUSY);
    CHECK(indp_snapping_lambda(other) != indp_snapping_lambda(other));
    CHECK(is_untouched(out) && whole == 77 && index == 77 && same_bits(many[0], 0));
}

static void words_by_call(void *ctx, uint8_t *buf, size_t len, int32_t *done)
{
    all_are_refused();
    words(ctx, buf, len, done);
}

static void utility_by_call(void *ctx, size_t outcome, double *out, int32_t *done)
{
    all_are_refused();
    utility(ctx, outcome, out, done);
}

static void reentry(void)
{
    static const indp_eta eta = { 1, 1, 1 };
    struct host host = { 0, 7, { 0 } };
    indp_options *options = options_with_grid(0);
    indp_snapping *m;
    double out;
    size_t index;
    CHECK_OK(indp_options_set_entropy_callback(options, words_by_call, &host));
    CHECK_OK(indp_exponential_new(&eta, -3, 4, 70, options, &choice));
    m = mechanism(1, 1, 10, options);
    other = mechanism(1, 1, 10, NULL);
    CHECK_OK(indp_snapping_release(m, 0, &out));
    CHECK_OK(indp_exponential_select_by(choice, utility_by_call, &host, 5, &index));
    CHECK(calls >= 7);
    CHECK_OK(indp_snapping_release(other, 0, &out)); /* the thread can call again */
    indp_snapping_free(m);
    indp_snapping_free(other);
    indp_exponential_free(choice);
    indp_options_free(options);
}

int main(void)
{
    environments();
    reentry();
    return check_done();
}
