/* Times the base-2 exponential mechanism and permute-and-flip, in nanoseconds per outcome, and
 * compares them with the usual plain loops in doubles, whose probabilities are inexact. */
#include "harness.h"

struct choice {
    const indp_exponential *mechanism, *flipping;
    const double *utilities;
    const int64_t *integers;
    const uint64_t *multiplicities; /* NULL if each group has one outcome */
    size_t n;
    double eta, smallest, *cumulative;
    size_t *heads;
};

/* The usual exponential mechanism. It computes weights by exp2, adds them up, and picks an
 * outcome by one random number. */
static void plain(void *ctx)
{
    const struct choice *c = ctx;
    double sum = 0, s;
    size_t i, low = 0, high = c->n - 1;
    for (i = 0; i < c->n; i++) {
        sum += exp2(-c->eta * (c->utilities[i] - c->smallest));
        c->cumulative[i] = sum;
    }
    s = drand48() * sum;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (c->cumulative[middle] > s)
            high = middle;
        else
            low = middle + 1;
    }
    bench_sink = (double)low;
}

/* The usual permute-and-flip. For each outcome it flips a coin, whose probability of heads it
 * computes by exp2. Then it picks one of the outcomes that show heads. */
static void plain_coins(void *ctx)
{
    const struct choice *c = ctx;
    size_t i, heads = 0;
    for (i = 0; i < c->n; i++)
        if (drand48() < exp2(-c->eta * (c->utilities[i] - c->smallest)))
            c->heads[heads++] = i;
    bench_sink = (double)c->heads[(size_t)(drand48() * (double)heads)];
}

static void doubles_of(const indp_exponential *mechanism, const struct choice *c)
{
    size_t index;
    must(indp_exponential_select(mechanism, c->utilities, c->n, &index));
    bench_sink = (double)index;
}

static void doubles(void *ctx)
{
    const struct choice *c = ctx;
    doubles_of(c->mechanism, c);
}

static void flipped_doubles(void *ctx)
{
    const struct choice *c = ctx;
    doubles_of(c->flipping, c);
}

static void counted_of(const indp_exponential *mechanism, const struct choice *c)
{
    size_t index;
    must(indp_exponential_select_counted(mechanism, c->integers, c->multiplicities, c->n, &index));
    bench_sink = (double)index;
}

static void counted(void *ctx)
{
    const struct choice *c = ctx;
    counted_of(c->mechanism, c);
}

static void flipped_counted(void *ctx)
{
    const struct choice *c = ctx;
    counted_of(c->flipping, c);
}

static indp_exponential *made(indp_eta eta, int64_t range, uint64_t most, int32_t selection)
{
    indp_options *options;
    indp_exponential *mechanism;
    must(indp_options_new(&options));
    must(indp_options_set_selection(options, selection));
    must(indp_exponential_new(&eta, 0, range, most, options, &mechanism));
    indp_options_free(options);
    return mechanism;
}

/* Times selections among n outcomes, with random utilities in [0, range]. `eta` has the fields x, y
 * and z, which stand for the base-2 privacy parameter z log2(2^y / x). */
static void measure(size_t n, int64_t range, int fractional, indp_eta eta)
{
    double *utilities = room(n * sizeof *utilities);
    int64_t *integers = room(n * sizeof *integers);
    indp_exponential *mechanism = made(eta, range, n, INDP_SELECTION_EXPONENTIAL);
    indp_exponential *flipping = made(eta, range, n, INDP_SELECTION_PERMUTE_AND_FLIP);
    struct choice c;
    struct row rows[6] = {
        { "plain C loop: exp2, running sum, one pick", plain, NULL },
        { "indp_exponential_select", doubles, NULL },
        { "plain C loop: exp2, a coin each, one pick", plain_coins, NULL },
        { "indp_exponential_select, permute-and-flip", flipped_doubles, NULL },
        { "indp_exponential_select_counted", counted, NULL },
        { "select_counted, permute-and-flip", flipped_counted, NULL },
    };
    char title[128];
    size_t i;
    c.smallest = (double)range;
    for (i = 0; i < n; i++) {
        double u = bench_uniform() * (double)range;
        utilities[i] = fractional ? u : floor(u);
        integers[i] = (int64_t)u;
        c.smallest = utilities[i] < c.smallest ? utilities[i] : c.smallest;
    }
    c.mechanism = mechanism, c.flipping = flipping;
    c.utilities = utilities, c.integers = integers, c.multiplicities = NULL, c.n = n;
    c.eta = eta.z * -log2((double)eta.x / exp2(eta.y));
    c.cumulative = room(n * sizeof *c.cumulative), c.heads = room(n * sizeof *c.heads);
    for (i = 0; i < 6; i++)
        rows[i].ctx = &c;
    sprintf(title, "exponential, n = %.0f, %s utilities 0..%.0f, eta = %.3g: ns per outcome",
            (double)n, fractional ? "fractional" : "integer", (double)range, c.eta);
    table(title, rows, fractional ? 4 : 6, (double)n);
    if (n == 10)
        printf("  (one selection: %.0f times as much)\n", (double)n);
    free(utilities), free(integers), free(c.cumulative), free(c.heads);
    indp_exponential_free(mechanism), indp_exponential_free(flipping);
}

/* Times selections among n groups of `many` outcomes each, with random utilities in 0..10. */
static void measure_groups(size_t n, uint64_t many)
{
    static const indp_eta eta = { 1, 1, 1 };
    int64_t *integers = room(n * sizeof *integers);
    uint64_t *multiplicities = room(n * sizeof *multiplicities);
    indp_exponential *mechanism = made(eta, 10, n * many, INDP_SELECTION_EXPONENTIAL);
    indp_exponential *flipping = made(eta, 10, n * many, INDP_SELECTION_PERMUTE_AND_FLIP);
    struct choice c;
    struct row rows[2] = {
        { "indp_exponential_select_counted", counted, NULL },
        { "select_counted, permute-and-flip", flipped_counted, NULL },
    };
    char title[128];
    size_t i;
    for (i = 0; i < n; i++) {
        integers[i] = (int64_t)(bench_uniform() * 11);
        multiplicities[i] = many;
    }
    memset(&c, 0, sizeof c);
    c.mechanism = mechanism, c.flipping = flipping;
    c.integers = integers, c.multiplicities = multiplicities, c.n = n;
    rows[0].ctx = rows[1].ctx = &c;
    sprintf(title, "exponential, %.0f groups of %.0f outcomes, eta = 1: ns per group", (double)n,
            (double)many);
    table(title, rows, 2, (double)n);
    free(integers), free(multiplicities);
    indp_exponential_free(mechanism), indp_exponential_free(flipping);
}

int main(int argc, char **argv)
{
    static const indp_eta unit = { 1, 1, 1 }, fine = { 65535, 16, 1 };
    static const size_t sizes[] = { 10, 1000, 10000, 100000, 1000000 };
    size_t i;
    bench_start(argc, argv);
    for (i = 0; i < (bench_tiny ? 2 : sizeof sizes / sizeof *sizes); i++) {
        measure(sizes[i], 10, 0, unit);
        measure(sizes[i], 10, 1, unit);
    }
    /* Like counts, these utilities take many different values. The fast path does not have a
     * weight for each of these values. */
    for (i = 1; i < (bench_tiny ? 2 : sizeof sizes / sizeof *sizes); i++) {
        measure(sizes[i], 100000, 0, unit);
        measure(sizes[i], 100000, 1, unit);
        measure(sizes[i], 100000, 0, fine);
    }
    /* The library computes quantiles as selections among groups, such as these. */
    measure_groups(100, 1);
    measure_groups(100, 100);
    measure_groups(100, 10000);
    return 0;
}
