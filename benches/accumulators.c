/* Exact states, nanoseconds per row, beside a running sum of doubles (whose sensitivity is larger than it looks). */
#include "harness.h"

enum { ROWS = 100000 };

struct column {
    void *sum, *count;
    double values[ROWS];
};

static void plain(void *ctx)
{
    const struct column *c = ctx;
    double sum = 0;
    int i;
    for (i = 0; i < ROWS; i++) {
        double x = c->values[i];
        sum += x < 0 ? 0 : x > 50 ? 50 : x;
    }
    bench_sink = sum;
}

static void sum_add(void *ctx)
{
    const struct column *c = ctx;
    int i;
    for (i = 0; i < ROWS; i++)
        must(indp_state_add(c->sum, c->values[i]));
}

static void sum_add_many(void *ctx)
{
    const struct column *c = ctx;
    must(indp_state_add_many(c->sum, c->values, ROWS));
}

static void count_add(void *ctx)
{
    const struct column *c = ctx;
    int i;
    for (i = 0; i < ROWS; i++)
        must(indp_count_add(c->count));
}

int main(int argc, char **argv)
{
    static struct column c;
    static unsigned char sum[INDP_SUM_STATE_SIZE], count[INDP_COUNT_STATE_SIZE];
    struct row rows[4] = { { "plain C: clamp and add doubles", plain, &c },
                           { "indp_state_add", sum_add, &c },
                           { "indp_state_add_many", sum_add_many, &c },
                           { "indp_count_add", count_add, &c } };
    int i;
    bench_start(argc, argv);
    for (i = 0; i < ROWS; i++)
        c.values[i] = bench_uniform() * 60 - 5;
    must(indp_sum_init(sum, sizeof sum, 0, 50, 0, 1));
    must(indp_count_init(count, sizeof count, 1));
    c.sum = sum, c.count = count;
    table("accumulators, 100,000 rows: ns per row", rows, 4, ROWS);
    return 0;
}
