/* Times large selections, and measures their memory. At the fixed precision of Ilvento's paper the
 * exact weights of some of them would need megabits each. The program prints milliseconds and two
 * peaks of memory in kilobytes: the memory requested from malloc, and the memory touched (the
 * resident set). Both peaks are relative to the level before the selections. */
#include "harness.h"

#include <dlfcn.h>
#include <inttypes.h>
#include <malloc.h>

static size_t held, most_held;

/* malloc and free are wrapped to record the peak of requested memory. The library calls these
 * wrappers as well, since symbols of the program take precedence over symbols of libc. */
void *malloc(size_t size)
{
    static void *(*next)(size_t);
    void *p;
    if (next == NULL)
        *(void **)&next = dlsym(RTLD_NEXT, "malloc");
    p = next(size);
    held += p == NULL ? 0 : malloc_usable_size(p);
    most_held = held > most_held ? held : most_held;
    return p;
}

void free(void *p)
{
    static void (*next)(void *);
    if (next == NULL)
        *(void **)&next = dlsym(RTLD_NEXT, "free");
    held -= p == NULL ? 0 : malloc_usable_size(p);
    next(p);
}

/* Returns a field of /proc/self/status in KB, or 0 if there is no such field. */
static long status(const char *field)
{
    char line[256];
    long kilobytes = 0;
    FILE *file = fopen("/proc/self/status", "r");
    if (file == NULL)
        return 0;
    while (fgets(line, sizeof line, file) != NULL)
        if (strncmp(line, field, strlen(field)) == 0)
            kilobytes = atol(line + strlen(field));
    fclose(file);
    return kilobytes;
}

/* Resets the peak of the resident set (VmHWM) to the present level. */
static void reset_peak(void)
{
    FILE *file = fopen("/proc/self/clear_refs", "w");
    if (file != NULL) {
        fputs("5", file);
        fclose(file);
    }
}

static void measure(indp_eta eta, size_t n, int64_t range)
{
    double *utilities = room(n * sizeof *utilities), times[ROUNDS];
    int rounds = bench_tiny ? 1 : 5, i;
    indp_exponential *mechanism;
    size_t index, before_held;
    long before;
    for (i = 0; i < (int)n; i++)
        utilities[i] = floor(bench_uniform() * (double)(range + 1));
    must(indp_exponential_new(&eta, 0, range, n, NULL, &mechanism));
    reset_peak();
    before = status("VmRSS:"), before_held = held, most_held = held;
    for (i = 0; i < rounds; i++) {
        double start = now();
        must(indp_exponential_select(mechanism, utilities, n, &index));
        times[i] = (now() - start) / 1e6;
    }
    printf("  eta (%" PRIu64
           ", %u, %u), utilities 0..%.0f, %9.0f outcomes: %8.3f ms, %6.0f KB asked for, %6ld KB "
           "touched; precision %.0f bits, by the formula of Ilvento's paper %.0f\n",
           eta.x, eta.y, eta.z, (double)range, (double)n, quantile(times, rounds, 0.5),
           (double)(most_held - before_held) / 1024, status("VmHWM:") - before,
           (double)indp_exponential_precision(mechanism),
           (double)indp_exponential_precision_note(mechanism));
    bench_sink = (double)index;
    indp_exponential_free(mechanism);
    free(utilities);
}

int main(int argc, char **argv)
{
    static const indp_eta unit = { 1, 1, 1 }, widest = { 0x7fffffffffffffff, 63, 1 };
    bench_start(argc, argv);
    printf("large selections\n");
    measure(unit, 1000, 100000);
    measure(widest, 1000, 100000);
    if (bench_tiny)
        return 0;
    measure(unit, 1000000, 10);
    measure(unit, 10000000, 10);
    measure(widest, 1000000, 100000);
    measure(unit, 10000000, 10000000);
    return 0;
}
