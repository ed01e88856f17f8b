/* Times several implementations of one task. Each implementation is a row of a table, which shows
 * its median time and the ratio of its time to the time of the first row.
 *
 * Each round times every row once. If the machine becomes slower, all rows become slower. So a
 * ratio is computed within each round, and the table shows the median of these ratios. */
#ifndef BENCH_HARNESS_H
#define BENCH_HARNESS_H

#include <indp.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct row {
    const char *name;
    void (*run)(void *ctx); /* does one unit of work */
    void *ctx;
};

enum { MOST_ROWS = 8, ROUNDS = 21 };

static volatile double bench_sink; /* results are stored here, so that the compiler drops no work */
/* Set by --tiny: run each row only a few times, to check that it works. */
static int bench_tiny;

static inline void bench_start(int argc, char **argv)
{
    bench_tiny = argc > 1 && strcmp(argv[1], "--tiny") == 0;
    setvbuf(stdout, NULL, _IOLBF, 0);
}

static inline void must(indp_status status)
{
    if (status != INDP_OK) {
        fprintf(stderr, "%s\n", indp_status_message(status));
        exit(1);
    }
}

static inline void *room(size_t bytes)
{
    void *p = malloc(bytes);
    if (p == NULL) {
        fprintf(stderr, "out of memory\n");
        exit(1);
    }
    return p;
}

static inline double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static inline double timed(const struct row *row, long repeats)
{
    double start = now();
    long i;
    for (i = 0; i < repeats; i++)
        row->run(row->ctx);
    return (now() - start) / (double)repeats;
}

static inline int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static inline double quantile(const double *list, int n, double q)
{
    double sorted[ROUNDS];
    memcpy(sorted, list, (size_t)n * sizeof *list);
    qsort(sorted, (size_t)n, sizeof *sorted, by_value);
    return sorted[(int)(q * (n - 1) + 0.5)];
}

/* Runs all rows and prints, for each row, nanoseconds per operation (the median and the
 * quartiles) and the ratio to the first row. `operations` is the number of operations in one run
 * of a row. */
static inline void table(const char *title, const struct row *rows, int n, double operations)
{
    static double spent[MOST_ROWS][ROUNDS];
    int rounds = bench_tiny ? 2 : ROUNDS, round, i;
    long repeats[MOST_ROWS];
    double ratio[ROUNDS];
    for (i = 0; i < n; i++) {
        double once = timed(&rows[i], 1); /* this call is also the warm-up */
        repeats[i] = bench_tiny ? 1 : (long)(10e6 / (once + 1)) + 1;
        if (!bench_tiny) {
            once = timed(&rows[i], repeats[i]);
            repeats[i] = (long)(10e6 / once) + 1;
        }
    }
    for (round = 0; round < rounds; round++)
        for (i = 0; i < n; i++)
            spent[i][round] = timed(&rows[i], repeats[i]) / operations;
    printf("%s\n", title);
    for (i = 0; i < n; i++) {
        for (round = 0; round < rounds; round++)
            ratio[round] = spent[i][round] / spent[0][round];
        printf("  %-44s %9.2f ns (%.2f to %.2f)   %6.2f\n", rows[i].name,
               quantile(spent[i], rounds, 0.5), quantile(spent[i], rounds, 0.25),
               quantile(spent[i], rounds, 0.75), quantile(ratio, rounds, 0.5));
    }
}

/* Returns a uniform number from xorshift. It serves only as data for the tables, never as noise. */
static inline double bench_uniform(void)
{
    static unsigned long long x = 88172645463325252ULL;
    x ^= x << 13, x ^= x >> 7, x ^= x << 17;
    return (double)(x >> 11) * 0x1p-53;
}

#endif
