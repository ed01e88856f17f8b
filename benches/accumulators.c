/* Times adding rows to the library's exact states, in nanoseconds per row. For comparison it also
 * times adding the rows to a running sum of doubles. (Rounding makes the sensitivity of such a sum
 * larger than the bounds suggest.) A second table times serialising, reading and merging states,
 * compared with memcpy. */
#include "harness.h"

enum { ROWS = 100000, CANDIDATES = 1000 };

struct column {
    void *sum, *mean, *count, *quantile;
    double values[ROWS];
};

/* Two small states, and space for the bytes of one state. */
struct pair {
    unsigned char state[INDP_SUM_STATE_SIZE], other[INDP_SUM_STATE_SIZE],
        bytes[INDP_SUM_STATE_SIZE];
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

static void mean_add_many(void *ctx)
{
    const struct column *c = ctx;
    must(indp_state_add_many(c->mean, c->values, ROWS));
}

static void quantile_add_many(void *ctx)
{
    const struct column *c = ctx;
    must(indp_state_add_many(c->quantile, c->values, ROWS));
}

static void count_add(void *ctx)
{
    const struct column *c = ctx;
    int i;
    for (i = 0; i < ROWS; i++)
        must(indp_count_add(c->count));
}

static void copy(void *ctx)
{
    struct pair *p = ctx;
    memcpy(p->bytes, p->state, sizeof p->bytes);
    bench_sink = p->bytes[70];
}

static void merge(void *ctx)
{
    struct pair *p = ctx;
    must(indp_state_merge(p->state, p->other));
}

static void serialise(void *ctx)
{
    struct pair *p = ctx;
    must(indp_state_serialise(p->state, p->bytes, sizeof p->bytes));
}

static void deserialise(void *ctx)
{
    struct pair *p = ctx;
    must(indp_state_deserialise(p->other, sizeof p->other, p->bytes, sizeof p->bytes));
}

int main(int argc, char **argv)
{
    static struct column c;
    static struct pair p;
    static unsigned char sum[INDP_SUM_STATE_SIZE], mean[INDP_MEAN_STATE_SIZE],
        count[INDP_COUNT_STATE_SIZE];
    struct row rows[6] = { { "plain C: clamp and add doubles", plain, &c },
                           { "indp_state_add, a sum", sum_add, &c },
                           { "indp_state_add_many, a sum", sum_add_many, &c },
                           { "indp_state_add_many, a mean", mean_add_many, &c },
                           { "indp_state_add_many, a median", quantile_add_many, &c },
                           { "indp_count_add", count_add, &c } };
    struct row states[4] = { { "memcpy", copy, &p },
                             { "indp_state_serialise, a sum", serialise, &p },
                             { "indp_state_deserialise, a sum", deserialise, &p },
                             { "indp_state_merge, sums", merge, &p } };
    size_t room_for = INDP_QUANTILE_STATE_SIZE + 4 * (size_t)ROWS + 8 * 2 * (size_t)CANDIDATES;
    int i;
    bench_start(argc, argv);
    for (i = 0; i < ROWS; i++)
        c.values[i] = bench_uniform() * 60 - 5;
    must(indp_sum_init(sum, sizeof sum, 0, 50, 0, 1));
    must(indp_mean_init(mean, sizeof mean, 0, 50, 0, 1));
    must(indp_count_init(count, sizeof count, 1));
    c.sum = sum, c.mean = mean, c.count = count, c.quantile = room(room_for);
    must(indp_quantile_init(c.quantile, room_for, 0.5, 0, 50, CANDIDATES, 1));
    table("accumulators, 100,000 rows: ns per row", rows, 6, ROWS);
    must(indp_sum_init(p.state, sizeof p.state, 0, 50, 0, 1));
    must(indp_sum_init(p.other, sizeof p.other, 0, 50, 0, 1));
    must(indp_state_add_many(p.other, c.values, 1000));
    table("small states: ns per call", states, 4, 1);
    free(c.quantile);
    return 0;
}
