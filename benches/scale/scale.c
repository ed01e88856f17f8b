/* scale.c ROWS: prints lines of build/scale.tsv (see scale.sh) for C programs, which hold the rows
 * in an array. The sum without privacy is the usual loop that clamps and adds doubles. */
#include <indp.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { GROUPS = 1000, RUNS = 3 };

struct rows {
    const double *x;
    size_t n;
};

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void must(indp_status status)
{
    if (status == INDP_OK)
        return;
    fprintf(stderr, "scale: %s\n", indp_status_message(status));
    exit(1);
}

static double sum(struct rows rows)
{
    double total = 0;
    size_t i;
    for (i = 0; i < rows.n; i++)
        total += rows.x[i] < 0 ? 0 : rows.x[i] > 1000 ? 1000 : rows.x[i];
    return total;
}

static double sum_groups(struct rows rows)
{
    static double totals[GROUPS];
    size_t i;
    for (i = 0; i < rows.n; i++)
        totals[(i + 1) % GROUPS] += rows.x[i] < 0 ? 0 : rows.x[i] > 1000 ? 1000 : rows.x[i];
    return totals[0];
}

static double dp_sum(struct rows rows)
{
    unsigned char state[INDP_SUM_STATE_SIZE];
    double answer = 0;
    must(indp_sum_init(state, sizeof state, 0, 1000, 0, 1));
    must(indp_state_add_many(state, rows.x, rows.n));
    must(indp_state_release(state, 0.5, NULL, &answer));
    return answer;
}

static double dp_sum_groups(struct rows rows)
{
    static unsigned char states[GROUPS][INDP_SUM_STATE_SIZE];
    double answer = 0;
    size_t i;
    for (i = 0; i < GROUPS; i++)
        must(indp_sum_init(states[i], sizeof states[i], 0, 1000, 0, 1));
    for (i = 0; i < rows.n; i++)
        must(indp_state_add(states[(i + 1) % GROUPS], rows.x[i]));
    for (i = 0; i < GROUPS; i++)
        must(indp_state_release(states[i], 0.5, NULL, &answer));
    return answer;
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        double (*run)(struct rows);
    } ways[] = { { "sum", sum },
                 { "dp_sum", dp_sum },
                 { "sum, groups", sum_groups },
                 { "dp_sum, groups", dp_sum_groups } };
    volatile double sink = 0;
    struct rows rows;
    double *x;
    size_t i, way;
    rows.n = argc > 1 ? strtoul(argv[1], NULL, 10) : 100000;
    x = malloc(rows.n * sizeof *x);
    if (x == NULL)
        return 1;
    for (i = 0; i < rows.n; i++)
        x[i] = (double)((i + 1) * 7919 % 1000003) / 1024;
    rows.x = x;
    for (way = 0; way < sizeof ways / sizeof *ways; way++) {
        double least = 0;
        int run;
        for (run = 0; run < RUNS; run++) {
            double start = now();
            sink += ways[way].run(rows);
            if (run == 0 || now() - start < least)
                least = now() - start;
        }
        printf("C\t%s\t%lu\t%.9f\n", ways[way].name, (unsigned long)rows.n, least);
    }
    free(x);
    return sink < 0;
}
