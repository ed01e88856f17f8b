/* Tests that the caller's floating-point environment changes no bit of the results and is restored
 * exactly. The environments differ in the rounding mode, flush-to-zero, denormals-are-zero, the x87
 * precision, and unmasked and pending exceptions. */
#include "../tape.h"

#include <fenv.h>

#if defined(__x86_64__)
#define ARCHITECTURE_KNOWN 1
/* MXCSR and the x87 control word. */
struct environment {
    uint32_t mxcsr;
    uint16_t x87;
};

static struct environment get_environment(void)
{
    struct environment now;
    __asm__ volatile("stmxcsr %0\n\tfnstcw %1" : "=m"(now.mxcsr), "=m"(now.x87));
    return now;
}

static void set_environment(struct environment e)
{
    __asm__ volatile("fnclex\n\tldmxcsr %0\n\tfldcw %1" : : "m"(e.mxcsr), "m"(e.x87));
}

static int same_environment(struct environment a, struct environment b)
{
    return a.mxcsr == b.mxcsr && a.x87 == b.x87;
}

/* Makes environment number i. Returns 0 if there are at most i environments. */
static int environment_number(int i, struct environment *e)
{
    static const uint16_t precision[3] = { 0x000, 0x200, 0x300 }; /* 24, 53, 64 bits */
    uint32_t rounding = (uint32_t)i & 3, ftz = i >> 2 & 1, daz = i >> 3 & 1;
    uint32_t sticky = i >> 4 & 1, unmasked = i >> 5 & 1;
    int p = i >> 6;
    if (p > 2)
        return 0;
    e->mxcsr =
        rounding << 13 | ftz << 15 | daz << 6 | (sticky ? 0x3f : 0) | (unmasked ? 0 : 0x1f80);
    e->x87 = (uint16_t)(rounding << 10 | precision[p] | (unmasked ? 0 : 0x3f) | 0x40);
    return 1;
}

#elif defined(__aarch64__)
#define ARCHITECTURE_KNOWN 1
struct environment {
    uint64_t fpcr, fpsr;
};

static struct environment get_environment(void)
{
    struct environment now;
    __asm__ volatile("mrs %0, fpcr\n\tmrs %1, fpsr" : "=r"(now.fpcr), "=r"(now.fpsr));
    return now;
}

static void set_environment(struct environment e)
{
    __asm__ volatile("msr fpcr, %0\n\tmsr fpsr, %1" : : "r"(e.fpcr), "r"(e.fpsr));
}

static int same_environment(struct environment a, struct environment b)
{
    return a.fpcr == b.fpcr && a.fpsr == b.fpsr;
}

static int environment_number(int i, struct environment *e)
{
    if (i >= 16)
        return 0;
    e->fpcr = (uint64_t)(i & 3) << 22 | (uint64_t)(i >> 2 & 1) << 24; /* rounding, flush-to-zero */
    e->fpsr = i >> 3 & 1 ? 0x9f : 0;
    return 1;
}
#endif

#ifdef ARCHITECTURE_KNOWN

enum { BLOCKS = 600 }; /* more than one block of release_many */

/* All results of the library. They are compared as bytes and never used in arithmetic. */
struct results {
    double many[7], floating[7], blocks[2][BLOCKS], near[BLOCKS], one, fine, subnormal, sum,
        sensitivity, lambda, grid;
    int64_t whole, count;
    unsigned char state[INDP_SUM_STATE_SIZE];
    size_t selected[40];
    indp_status status[100];
    int calls;
};

/* Values and bounds of the calls. */
static const double VALUES[7] = { 0, -0.0, 0.1, -1e300, 4e-320, 12345.678, -7.5 };
static const double TINY = 5e-324, BIG = 1.7e308, HUGE_BOUND = 1e308;
static double fine_grid, tiny_grid; /* set in the default environment */
static double utilities[70];        /* integers, fractions, subnormals of both signs */

#define KEEP(call) (r->status[r->calls++] = (call))

/* Releases many values at once. For such releases the library computes in doubles. Some of the
 * releases use operating-system entropy, for which the library also computes logarithms in doubles.
 * Their noise is random, but so small that the released multiple of the grid is always the same. So
 * their results can be compared as well. */
static void blocks(struct results *r)
{
    static double values[BLOCKS];
    indp_options *options = NULL;
    indp_snapping *m = NULL;
    int i;
    for (i = 0; i < BLOCKS; i++)
        memcpy(&values[i], &VALUES[i % 7], sizeof values[i]);
    KEEP(indp_options_new(&options));
    KEEP(indp_options_set_insecure_seed(options, 14));
    KEEP(indp_snapping_new(0.3, 0.7, 1e3, options, &m));
    KEEP(indp_snapping_release_many(m, values, BLOCKS, r->blocks[0]));
    KEEP(indp_snapping_release(m, 0.1, &r->one));
    indp_snapping_free(m);
    KEEP(indp_options_set_float_precision(options, 53));
    KEEP(indp_snapping_new(0.3, 0.7, 1e3, options, &m));
    KEEP(indp_snapping_release_many(m, values, BLOCKS, r->blocks[1]));
    indp_snapping_free(m);
    indp_options_free(options);
    KEEP(indp_options_new(&options));
    KEEP(indp_options_set_grid(options, 0.25)); /* all values are multiples of this grid */
    KEEP(indp_snapping_new(1e6, 1, 1e3, options, &m));
    KEEP(indp_snapping_release_many(m, values, BLOCKS / 2, r->near));
    r->status[r->calls] = INDP_OK;
    for (i = BLOCKS / 2; i < BLOCKS; i++)
        r->status[r->calls] |= indp_snapping_release(m, values[i], &r->near[i]);
    r->calls++;
    indp_snapping_free(m);
    indp_options_free(options);
}

static void releases(struct results *r)
{
    struct tape broken = { NULL, 0, 0, 0, 0, 1, 3 };
    indp_options *options = NULL;
    indp_snapping *m = NULL, *fine = NULL, *small = NULL, *failing = NULL;
    double ignored;
    KEEP(indp_options_new(&options));
    KEEP(indp_options_set_insecure_seed(options, 11));
    KEEP(indp_snapping_new(0.3, 0.7, HUGE_BOUND, options, &m));
    KEEP(indp_snapping_release_many(m, VALUES, 7, r->many));
    r->lambda = indp_snapping_lambda(m);
    r->grid = indp_snapping_grid(m);
    KEEP(indp_options_set_float_precision(options, 200));
    KEEP(indp_snapping_new(0.3, 0.7, 1e3, options, &failing));
    KEEP(indp_snapping_release_many(failing, VALUES, 7, r->floating));
    indp_snapping_free(failing);
    KEEP(indp_options_set_float_precision(options, 0));
    KEEP(indp_options_set_grid(options, fine_grid)); /* always takes the exact path */
    KEEP(indp_snapping_new(0.3, 0.7, BIG, options, &fine));
    KEEP(indp_snapping_release(fine, 0.1, &r->fine));
    KEEP(indp_options_set_grid(options, tiny_grid)); /* subnormal results */
    KEEP(indp_snapping_new(1000, tiny_grid, BIG, options, &small));
    KEEP(indp_snapping_release(small, TINY, &r->subnormal));
    KEEP(indp_options_set_grid(options, 1));
    KEEP(indp_options_set_entropy_callback(options, tape_fill, &broken));
    KEEP(indp_snapping_new(1, 1, BIG, options, &failing));
    KEEP(indp_snapping_release(failing, 1, &ignored));
    KEEP(indp_snapping_release_int64(failing, 1, &r->whole));
    indp_snapping_free(failing);
    KEEP(indp_snapping_new(-1, 1, 1, NULL, &failing));
    indp_snapping_free(m);
    indp_snapping_free(fine);
    indp_snapping_free(small);
    indp_options_free(options);
}

static void aggregates(struct results *r)
{
    unsigned char count[INDP_COUNT_STATE_SIZE], sum[INDP_SUM_STATE_SIZE];
    indp_options *options = NULL;
    KEEP(indp_options_new(&options));
    KEEP(indp_options_set_insecure_seed(options, 12));
    KEEP(indp_count_init(count, sizeof count, 3));
    KEEP(indp_count_add_many(count, 1000));
    KEEP(release_count(count, 0.7, options, &r->count));
    KEEP(indp_sum_init(sum, sizeof sum, VALUES[3], BIG, 0, 3));
    KEEP(indp_state_add(sum, 0.1));
    KEEP(indp_sum_init(sum, sizeof sum, -7.3, 4e3, 0, 3));
    KEEP(indp_state_add(sum, 0.1));
    KEEP(indp_state_add_int64(sum, -3));
    KEEP(indp_state_add_many(sum, VALUES, 7));
    KEEP(indp_sum_sensitivity(sum, &r->sensitivity));
    KEEP(indp_state_serialise(sum, r->state, sizeof r->state));
    KEEP(indp_state_merge(sum, r->state));
    KEEP(indp_state_release(sum, 0.3, options, &r->sum));
    KEEP(indp_self_test());
    indp_options_free(options);
}

/* Makes selections. For these the library rounds 64 utilities at a time, in doubles. */
static void selections(struct results *r)
{
    static const indp_eta eta = { 3, 2, 1 };
    indp_options *options = NULL;
    indp_exponential *m = NULL;
    int i;
    KEEP(indp_options_new(&options));
    KEEP(indp_options_set_insecure_seed(options, 13));
    KEEP(indp_exponential_new(&eta, -3, 4, 70, options, &m));
    for (i = 0; i < 40; i++)
        KEEP(indp_exponential_select(m, utilities, i % 2 ? 70 : 9, &r->selected[i]));
    indp_exponential_free(m);
    indp_options_free(options);
}

/* Makes all calls in environment `e`. Returns the environment that the calls leave behind. */
static struct environment run(struct environment e, struct results *r)
{
    struct environment usual = get_environment(), left;
    memset(r, 0, sizeof *r);
    set_environment(e);
    releases(r);
    blocks(r);
    aggregates(r);
    selections(r);
    left = get_environment();
    set_environment(usual);
    return left;
}

int main(void)
{
    static struct results expected, got;
    struct environment usual = get_environment(), e;
    int i;
    fine_grid = power_of_two(-1000);
    tiny_grid = power_of_two(-1060);
    for (i = 0; i < 70; i++)
        utilities[i] = i % 7 == 0   ? -4e-320
                       : i % 7 == 1 ? 4e-320
                       : i % 7 == 2 ? i % 5 - 2
                                    : i % 11 * 0.3 - 1.7;
    CHECK(same_environment(run(usual, &expected), usual));
    for (i = 0; i < expected.calls; i++)
        if (expected.status[i] != INDP_OK && expected.status[i] != INDP_E_ENTROPY)
            CHECK(expected.status[i] == INDP_E_EPSILON);
    for (i = 0; environment_number(i, &e); i++) {
        struct environment left = run(e, &got);
        if (!CHECK(same_environment(left, e)) || !CHECK(memcmp(&got, &expected, sizeof got) == 0))
            printf("environment %d\n", i);
    }
    CHECK(i >= 16);
    return check_done();
}

#else

int main(void)
{
    puts("skipped: this test supports only x86-64 and aarch64");
    return 77;
}

#endif
