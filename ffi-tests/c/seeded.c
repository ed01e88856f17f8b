/* Tests seeded handles, which number their calls. The n-th calls of two handles with the same
 * seed must read the same random stream, whatever calls came before. Threads that share a handle
 * must get the stream of each call exactly once. */
#include "../check.h"

#include <pthread.h>

enum { CALLS = 80000, THREADS = 8 };
/* The grid is fine enough that no two of these draws agree. It is also coarse enough that fast
 * integer arithmetic decides the draws: if threads spend little time in each call, they contend for
 * the counter more often. */
#define FINE power_of_two(-45)

static void same_seed_same_call(void)
{
    indp_snapping *a = seeded(7, FINE), *b = seeded(7, FINE), *c = seeded(8, FINE);
    int i;
    for (i = 0; i < 100; i++) {
        double x, y, z;
        CHECK_OK(indp_snapping_release(a, 1.5, &x));
        CHECK_OK(indp_snapping_release(b, 1.5, &y));
        CHECK_OK(indp_snapping_release(c, 1.5, &z));
        CHECK(same_bits(x, y) && !same_bits(x, z));
    }
    indp_snapping_free(a);
    indp_snapping_free(b);
    indp_snapping_free(c);
}

/* release_many counts as one call and reads its stream value by value, so its first values do not
 * depend on the number of values that follow. */
static void arrays(void)
{
    double zeros[50] = { 0 }, all[50], some[20], one, after_all, after_some;
    indp_snapping *a = seeded(7, FINE), *b = seeded(7, FINE), *c = seeded(7, FINE);
    int i, j;
    CHECK_OK(indp_snapping_release_many(a, zeros, 50, all));
    CHECK_OK(indp_snapping_release_many(b, zeros, 20, some));
    CHECK_OK(indp_snapping_release(c, 0, &one));
    CHECK(memcmp(all, some, sizeof some) == 0);
    CHECK(same_bits(all[0], one));
    for (i = 0; i < 50; i++)
        for (j = 0; j < i; j++)
            CHECK(!same_bits(all[i], all[j]));
    CHECK_OK(indp_snapping_release(a, 0, &after_all)); /* the second call of each handle */
    CHECK_OK(indp_snapping_release(b, 0, &after_some));
    CHECK(same_bits(after_all, after_some) && !same_bits(after_all, all[1]));
    indp_snapping_free(a);
    indp_snapping_free(b);
    indp_snapping_free(c);
}

static pthread_barrier_t start;

struct share {
    const indp_snapping *handle;
    double *out;
};

static void *draw(void *argument)
{
    struct share *share = argument;
    int i;
    pthread_barrier_wait(&start);
    for (i = 0; i < CALLS / THREADS; i++)
        if (indp_snapping_release(share->handle, 0, &share->out[i]) != INDP_OK)
            share->out[i] = UNTOUCHED;
    return NULL;
}

static int ascending(const void *a, const void *b)
{
    uint64_t x = bits_of(*(const double *)a), y = bits_of(*(const double *)b);
    return (x > y) - (x < y);
}

static void threads_share_the_calls(void)
{
    static double alone[CALLS], together[CALLS];
    indp_snapping *a = seeded(7, FINE), *b = seeded(7, FINE);
    pthread_t thread[THREADS];
    struct share share[THREADS];
    int i;
    for (i = 0; i < CALLS; i++)
        CHECK_OK(indp_snapping_release(a, 0, &alone[i]));
    CHECK(pthread_barrier_init(&start, NULL, THREADS) == 0);
    for (i = 0; i < THREADS; i++) {
        share[i].handle = b;
        share[i].out = together + i * (CALLS / THREADS);
        CHECK(pthread_create(&thread[i], NULL, draw, &share[i]) == 0);
    }
    for (i = 0; i < THREADS; i++)
        pthread_join(thread[i], NULL);
    pthread_barrier_destroy(&start);
    qsort(alone, CALLS, sizeof *alone, ascending);
    qsort(together, CALLS, sizeof *together, ascending);
    CHECK(memcmp(alone, together, sizeof alone) == 0);
    for (i = 1; i < CALLS; i++)
        CHECK(!same_bits(alone[i - 1], alone[i]));
    indp_snapping_free(a);
    indp_snapping_free(b);
}

int main(void)
{
    same_seed_same_call();
    arrays();
    threads_share_the_calls();
    return check_done();
}
