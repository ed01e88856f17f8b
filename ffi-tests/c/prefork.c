/* Tests a server that loads and uses the library and then forks its workers. All workers must draw
 * different words. This must hold both if words were drawn before the fork and if none were, and
 * both for handles made before the fork and for handles made after it. */
#include "../draws.h"

#include <sys/wait.h>

enum { WORKERS = 8 };

static void serve(indp_snapping *before_fork)
{
    struct draws draws[WORKERS + 1];
    int ends[2], i;
    CHECK(pipe(ends) == 0);
    for (i = 0; i < WORKERS; i++) {
        pid_t child = fork();
        CHECK(child >= 0);
        if (child == 0) {
            struct draws mine;
            indp_snapping *m = before_fork != NULL ? before_fork : entropic();
            _exit(draw_some(m, &mine) && send_draws(ends[1], &mine) ? 0 : 1);
        }
    }
    for (i = 0; i < WORKERS; i++) {
        int status = -1;
        CHECK(wait(&status) > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0);
        receive_draws(ends[0], &draws[i]);
    }
    if (before_fork != NULL)
        CHECK(draw_some(before_fork, &draws[WORKERS]));
    all_distinct(draws, before_fork != NULL ? WORKERS + 1 : WORKERS);
    close(ends[0]);
    close(ends[1]);
}

int main(void)
{
    indp_snapping *m = entropic();
    double ignored;
    CHECK_OK(indp_self_test());
    serve(m); /* no word was drawn yet */
    CHECK_OK(indp_snapping_release(m, 0, &ignored));
    serve(m); /* the parent has already used part of its buffer */
    serve(NULL);
    indp_snapping_free(m);
    return check_done();
}
