/* Times releases by the snapping mechanism, in nanoseconds per release, and compares them with the
 * Laplace sampler that is usually copied from textbooks. */
#include "harness.h"

enum { ONES = 1000, MANY = 1000000 };

struct release {
    const indp_snapping *mechanism;
    const double *values;
    double *out;
    size_t n;
};

/* The textbook sampler f - lambda * sign * log(u), with lambda = 1. The low bits of its answer
 * reveal f. */
static double laplace(double value)
{
    double sign = drand48() < 0.5 ? -1 : 1;
    return value - sign * log(1 - drand48());
}

static void textbook(void *ctx)
{
    const struct release *r = ctx;
    size_t i;
    for (i = 0; i < r->n; i++)
        r->out[i] = laplace(r->values[i]);
    bench_sink = r->out[r->n - 1];
}

static void one_by_one(void *ctx)
{
    const struct release *r = ctx;
    size_t i;
    for (i = 0; i < r->n; i++)
        must(indp_snapping_release(r->mechanism, r->values[i], &r->out[i]));
    bench_sink = r->out[r->n - 1];
}

static void many(void *ctx)
{
    const struct release *r = ctx;
    must(indp_snapping_release_many(r->mechanism, r->values, r->n, r->out));
    bench_sink = r->out[r->n - 1];
}

static indp_snapping *made(uint32_t float_precision)
{
    indp_options *options;
    indp_snapping *mechanism;
    must(indp_options_new(&options));
    must(indp_options_set_float_precision(options, float_precision));
    must(indp_snapping_new(1, 1, 1e6, options, &mechanism));
    indp_options_free(options);
    return mechanism;
}

static void measure(const char *title, size_t n)
{
    static const uint32_t precision[] = { 0, 53, 118 };
    static const char *const single[] = { "indp_snapping_release, real arithmetic",
                                          "indp_snapping_release, p = 53",
                                          "indp_snapping_release, p = 118" };
    static const char *const batch[] = { "indp_snapping_release_many, real arithmetic",
                                         "indp_snapping_release_many, p = 53",
                                         "indp_snapping_release_many, p = 118" };
    indp_snapping *mechanisms[3];
    struct release context[3];
    struct row rows[7];
    double *values = room(n * sizeof *values), *out = room(n * sizeof *out);
    size_t i;
    for (i = 0; i < n; i++)
        values[i] = bench_uniform() * 1000;
    for (i = 0; i < 3; i++) {
        mechanisms[i] = made(precision[i]);
        context[i].mechanism = mechanisms[i], context[i].values = values, context[i].out = out,
        context[i].n = n;
        rows[1 + i].name = single[i], rows[1 + i].run = one_by_one, rows[1 + i].ctx = &context[i];
        rows[4 + i].name = batch[i], rows[4 + i].run = many, rows[4 + i].ctx = &context[i];
    }
    rows[0].name = "textbook C: two drand48, log", rows[0].run = textbook,
    rows[0].ctx = &context[0];
    table(title, rows, 7, (double)n);
    for (i = 0; i < 3; i++)
        indp_snapping_free(mechanisms[i]);
    free(values), free(out);
}

int main(int argc, char **argv)
{
    bench_start(argc, argv);
    measure("snapping, 1,000 values: ns per release", ONES);
    if (!bench_tiny)
        measure("snapping, 1,000,000 values: ns per release", MANY);
    return 0;
}
