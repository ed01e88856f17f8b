/* Usage: instructions [NAME REPEATS]. Runs the hot path that NAME names, as many times as REPEATS
 * says, while tools/bench-instructions.sh counts its instructions. Without arguments the program
 * lists the names of all paths and how many operations one run of each path does. */
#include "harness.h"

enum { N = 10000 };

static double values[N], out[N];
static unsigned char sum[INDP_SUM_STATE_SIZE], count[INDP_COUNT_STATE_SIZE];
static indp_exponential *mechanism;
static indp_snapping *snapping;

static void select_doubles(void *ctx)
{
    size_t index;
    (void)ctx;
    must(indp_exponential_select(mechanism, values, N, &index));
}

static void select_ten(void *ctx)
{
    size_t index;
    (void)ctx;
    must(indp_exponential_select(mechanism, values, 10, &index));
}

static void snap(void *ctx)
{
    (void)ctx;
    must(indp_snapping_release(snapping, 3.5, out));
}

static void snap_many(void *ctx)
{
    (void)ctx;
    must(indp_snapping_release_many(snapping, values, N, out));
}

static void add_sum(void *ctx)
{
    (void)ctx;
    must(indp_state_add(sum, 7.25));
}

static void add_sums(void *ctx)
{
    (void)ctx;
    must(indp_state_add_many(sum, values, N));
}

static void add_count(void *ctx)
{
    (void)ctx;
    must(indp_count_add(count));
}

static const struct path {
    const char *name;
    void (*run)(void *ctx);
    int operations, fractional;
} paths[] = {
    { "select_integers_10000", select_doubles, N, 0 },
    { "select_fractional_10000", select_doubles, N, 1 },
    { "select_integers_10", select_ten, 1, 0 },
    { "select_fractional_10", select_ten, 1, 1 },
    { "snapping_release", snap, 1, 1 },
    { "snapping_release_many_10000", snap_many, N, 1 },
    { "sum_add", add_sum, 1, 1 },
    { "sum_add_many_10000", add_sums, N, 1 },
    { "count_add", add_count, 1, 1 },
};

int main(int argc, char **argv)
{
    static const indp_eta unit = { 1, 1, 1 };
    size_t i, j;
    must(indp_exponential_new(&unit, 0, 10, N, NULL, &mechanism));
    must(indp_snapping_new(1, 1, 1e6, NULL, &snapping));
    must(indp_sum_init(sum, sizeof sum, 0, 50, 0, 1));
    must(indp_count_init(count, sizeof count, 1));
    for (i = 0; i < sizeof paths / sizeof *paths; i++) {
        if (argc < 3) {
            printf("%s %d\n", paths[i].name, paths[i].operations);
        } else if (strcmp(argv[1], paths[i].name) == 0) {
            struct row row = { paths[i].name, paths[i].run, NULL };
            for (j = 0; j < N; j++)
                values[j] =
                    paths[i].fractional ? bench_uniform() * 10 : floor(bench_uniform() * 10);
            timed(&row, atol(argv[2]));
        }
    }
    return 0;
}
