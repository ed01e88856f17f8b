/* Tests that eight threads which share a handle with operating-system entropy never draw the same
 * words. The threads end, and eight others start, which may reuse the memory of the old threads. */
#include "../draws.h"

#include <pthread.h>

enum { THREADS = 8, ROUNDS = 2 };

struct worker {
    const indp_snapping *handle;
    struct draws draws;
    int ok;
};

static void *work(void *argument)
{
    struct worker *worker = argument;
    worker->ok = draw_some(worker->handle, &worker->draws);
    return NULL;
}

int main(void)
{
    static struct worker workers[ROUNDS * THREADS];
    static struct draws draws[ROUNDS * THREADS + 1];
    pthread_t threads[ROUNDS * THREADS];
    indp_snapping *m = entropic();
    int round, i;
    for (round = 0; round < ROUNDS; round++) {
        for (i = round * THREADS; i < (round + 1) * THREADS; i++) {
            workers[i].handle = m;
            CHECK(pthread_create(&threads[i], NULL, work, &workers[i]) == 0);
        }
        for (i = round * THREADS; i < (round + 1) * THREADS; i++) {
            pthread_join(threads[i], NULL);
            CHECK(workers[i].ok);
            draws[i] = workers[i].draws;
        }
    }
    CHECK(draw_some(m, &draws[ROUNDS * THREADS]));
    all_distinct(draws, ROUNDS * THREADS + 1);
    indp_snapping_free(m);
    return check_done();
}
