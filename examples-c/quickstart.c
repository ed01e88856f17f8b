/* Calls the main functions of indp.h in the order in which a program uses them. Further functions
 * choose the source of entropy and the arithmetic: see indp_options. To build and run this program:
 *
 *     cc examples-c/quickstart.c $(pkg-config --cflags --libs indp) -o quickstart && ./quickstart
 */
#include <indp.h>
#include <stdio.h>
#include <stdlib.h>

static void must(indp_status status)
{
    if (status != INDP_OK) {
        fprintf(stderr, "%s\n", indp_status_message(status));
        exit(1);
    }
}

int main(void)
{
    printf("indp %s, header %s\n", indp_version_string(), INDP_VERSION_STRING);
    must(indp_self_test());

    /* The snapping mechanism adds noise to an answer. The caller supplies the answer and its
     * sensitivity. */
    indp_options *options = NULL;
    indp_snapping *mechanism = NULL;
    must(indp_options_new(&options));
    must(indp_options_set_grid(options, 1.0)); /* release whole numbers */
    must(indp_snapping_new(0.5, 3.0, 1e6, options, &mechanism));
    printf("noise of scale %g on a grid of %g\n", indp_snapping_lambda(mechanism),
           indp_snapping_grid(mechanism));
    double answers[3] = { 1200.0, 80.0, 4.0 }, one = 0.0;
    int64_t whole = 0;
    must(indp_snapping_release(mechanism, 1200.0, &one));
    must(indp_snapping_release_many(mechanism, answers, 3, answers));
    must(indp_snapping_release_int64(mechanism, 1200, &whole));
    printf("one %g, three %g %g %g, an integer %lld\n", one, answers[0], answers[1], answers[2],
           (long long)whole);
    indp_snapping_free(mechanism);

    /* States count and sum rows. Each person has at most 5 rows, and values are clamped to
     * [0, 100]. */
    unsigned char count[INDP_COUNT_STATE_SIZE], sum[INDP_SUM_STATE_SIZE],
        shard[INDP_SUM_STATE_SIZE];
    must(indp_count_init(count, sizeof count, 5));
    must(indp_sum_init(sum, sizeof sum, 0.0, 100.0, 0.0, 5));
    must(indp_sum_init(shard, sizeof shard, 0.0, 100.0, 0.0, 5));
    const double rows[4] = { 12.5, 99.0, 1e9, -3.0 };
    must(indp_count_add(count));
    must(indp_count_add_many(count, 1001));
    must(indp_state_add(sum, 40.0));
    must(indp_state_add_int64(sum, 2));
    for (int i = 0; i < 250; i++)
        must(indp_state_add_many(shard, rows, 4));

    /* The state of a shard is sent as bytes and merged by the receiver. These bytes are private
     * data. */
    unsigned char bytes[INDP_SUM_STATE_SIZE], arrived[INDP_SUM_STATE_SIZE];
    size_t size = 0;
    must(indp_state_size(shard, &size));
    must(indp_state_serialise(shard, bytes, size));
    must(indp_state_deserialise(arrived, sizeof arrived, bytes, size));
    must(indp_state_merge(sum, arrived));

    indp_value counted = { .struct_size = sizeof counted };
    /* The errors that these answers exceed with probability 0.05. */
    double around_count = 0.0, around_sum = 0.0, total = 0.0;
    must(indp_count_accuracy(count, 0.5, 0.05, NULL, &around_count));
    must(indp_sum_accuracy(sum, 0.5, 0.05, NULL, &around_sum));
    must(indp_state_release_value(count, 0.5, NULL, &counted));
    must(indp_state_release(sum, 0.5, NULL, &total));
    printf("count %lld (within %.0f), sum %.0f (within %.0f); both together cost epsilon = 1\n",
           (long long)counted.integer, around_count, total, around_sum);
    indp_options_free(options);
    return 0;
}
