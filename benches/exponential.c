/* The base-2 exponential mechanism, nanoseconds per outcome, beside what people write instead: the plain loop in
 * inexact doubles. */
#include "harness.h"

struct choice {
    const indp_exponential *mechanism;
    const double *utilities;
    const int64_t *integers;
    size_t n;
    double eta, smallest, *cumulative;
};

/* exp2, running sum, one pick. */
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

static void doubles(void *ctx)
{
    const struct choice *c = ctx;
    size_t index;
    must(indp_exponential_select(c->mechanism, c->utilities, c->n, &index));
    bench_sink = (double)index;
}

static void counted(void *ctx)
{
    const struct choice *c = ctx;
    size_t index;
    must(indp_exponential_select_counted(c->mechanism, c->integers, NULL, c->n, &index));
    bench_sink = (double)index;
}

/* Utilities spread over [0, range]; eta = z log2(2^y / x). */
static void measure(size_t n, int64_t range, int fractional, indp_eta eta)
{
    double *utilities = room(n * sizeof *utilities);
    int64_t *integers = room(n * sizeof *integers);
    indp_exponential *mechanism;
    struct choice c;
    struct row rows[3];
    char title[128];
    size_t i;
    for (i = 0; i < n; i++) {
        double u = bench_uniform() * (double)range;
        utilities[i] = fractional ? u : floor(u);
        integers[i] = (int64_t)u;
    }
    must(indp_exponential_new(&eta, 0, range, n, NULL, &mechanism));
    c.mechanism = mechanism, c.utilities = utilities, c.integers = integers, c.n = n;
    c.eta = eta.z * -log2((double)eta.x / exp2(eta.y)), c.smallest = 0;
    c.cumulative = room(n * sizeof *c.cumulative);
    rows[0].name = "plain C loop: exp2, running sum, one pick", rows[0].run = plain, rows[0].ctx = &c;
    rows[1].name = "indp_exponential_select", rows[1].run = doubles, rows[1].ctx = &c;
    rows[2].name = "indp_exponential_select_counted", rows[2].run = counted, rows[2].ctx = &c;
    sprintf(title, "exponential, n = %.0f, %s utilities 0..%.0f, eta = %.3g: ns per outcome", (double)n,
            fractional ? "fractional" : "integer", (double)range, c.eta);
    table(title, rows, fractional ? 2 : 3, (double)n);
    if (n == 10)
        printf("  (one selection: %.0f times as much)\n", (double)n);
    free(utilities), free(integers), free(c.cumulative);
    indp_exponential_free(mechanism);
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
    /* Utilities that are counts: more values than the cheap weights can tell apart. */
    for (i = 1; i < (bench_tiny ? 2 : sizeof sizes / sizeof *sizes); i++) {
        measure(sizes[i], 100000, 0, unit);
        measure(sizes[i], 100000, 1, unit);
        measure(sizes[i], 100000, 0, fine);
    }
    return 0;
}
