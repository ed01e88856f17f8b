/* Times several ways to do one kind of work, in turns, and prints medians as ratios to the first.
 *
 * Rounds are interleaved: each round runs every row once, so that a machine that slows down slows
 * all rows down. A ratio is the median of the ratios of single rounds. */
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
    void (*run)(void *ctx); /* one unit of work */
    void *ctx;
};

enum { MOST_ROWS = 8, ROUNDS = 21 };

static volatile double bench_sink; /* results go here, so that no work is dropped */
static int bench_tiny;             /* --tiny: each row a few times, only to see that it works */

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

/* Prints nanoseconds per operation (median, quartiles) and the ratio to the first row. */
static inline void table(const char *title, const struct row *rows, int n, double operations)
{
    static double spent[MOST_ROWS][ROUNDS];
    int rounds = bench_tiny ? 2 : ROUNDS, round, i;
    long repeats[MOST_ROWS];
    double ratio[ROUNDS];
    for (i = 0; i < n; i++) {
        double once = timed(&rows[i], 1); /* also the warm-up */
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
        printf("  %-44s %9.2f ns (%.2f to %.2f)   %6.2f\n", rows[i].name, quantile(spent[i], rounds, 0.5),
               quantile(spent[i], rounds, 0.25), quantile(spent[i], rounds, 0.75), quantile(ratio, rounds, 0.5));
    }
}

/* xorshift generates the data of the tables. It is not used for noise. */
static inline double bench_uniform(void)
{
    static unsigned long long x = 88172645463325252ULL;
    x ^= x << 13, x ^= x >> 7, x ^= x << 17;
    return (double)(x >> 11) * 0x1p-53;
}

#endif
