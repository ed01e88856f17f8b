/* Times the first use of the library in a fresh process. The process loads the library, seeds a
 * generator from the operating system, and makes one release. A process that does nothing is also
 * timed, for comparison. Times are milliseconds from the start to the end of a process. */
#include "harness.h"

#include <spawn.h>
#include <sys/wait.h>

extern char **environ;

/* Runs a program and returns the milliseconds from its start to its end. */
static double process(char **argv)
{
    double start = now();
    pid_t child;
    int status;
    if (posix_spawn(&child, argv[0], NULL, NULL, argv, environ) != 0 ||
        waitpid(child, &status, 0) != child || status != 0) {
        fprintf(stderr, "cannot run %s\n", argv[0]);
        exit(1);
    }
    return (now() - start) / 1e6;
}

int main(int argc, char **argv)
{
    char *first[] = { argv[0], "--release", NULL }, *nothing[] = { "/bin/true", NULL };
    double with[ROUNDS], without[ROUNDS], difference[ROUNDS];
    int rounds, i;
    bench_start(argc, argv);
    if (argc > 1 && strcmp(argv[1], "--release") == 0) {
        indp_snapping *mechanism;
        double out;
        must(indp_snapping_new(1, 1, 1000, NULL, &mechanism));
        must(indp_snapping_release(mechanism, 0, &out));
        indp_snapping_free(mechanism);
        return 0;
    }
    rounds = bench_tiny ? 2 : ROUNDS;
    for (i = 0; i < rounds; i++) {
        with[i] = process(first);
        without[i] = process(nothing);
        difference[i] = with[i] - without[i];
    }
    printf("a fresh process: milliseconds from start to end\n");
    printf("  /bin/true                                       %6.3f (%.3f to %.3f)\n",
           quantile(without, rounds, 0.5), quantile(without, rounds, 0.25),
           quantile(without, rounds, 0.75));
    printf("  load, seed, one release                         %6.3f (%.3f to %.3f)\n",
           quantile(with, rounds, 0.5), quantile(with, rounds, 0.25), quantile(with, rounds, 0.75));
    printf("  the difference                                  %6.3f\n",
           quantile(difference, rounds, 0.5));
    return 0;
}
