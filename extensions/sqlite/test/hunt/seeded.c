/* An object for LD_PRELOAD that makes two processes draw the same randomness and see the same
 * clock. After hunt_seed, the library's system call getrandom and SQLite's reads of /dev/urandom
 * get the numbers of one stream, which begins anew with each call of hunt_seed. The clock of the
 * day stands still. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

enum { NOW = 1800000000 };

static uint64_t state;
static int is_seeded;

void hunt_seed(uint64_t seed)
{
    state = seed;
    is_seeded = 1;
}

/* Splitmix64. */
static void fill(unsigned char *out, size_t n)
{
    size_t i;
    for (i = 0; i < n; i++) {
        uint64_t z = state += UINT64_C(0x9E3779B97F4A7C15);
        z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
        z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
        out[i] = (unsigned char)(z >> 56);
    }
}

long syscall(long number, ...)
{
    static long (*next)(long, ...);
    long a[6];
    int i;
    va_list list;
    va_start(list, number);
    for (i = 0; i < 6; i++)
        a[i] = va_arg(list, long);
    va_end(list);
    if (number == SYS_getrandom && is_seeded) {
        fill((unsigned char *)a[0], (size_t)a[1]);
        return a[1];
    }
    if (next == NULL)
        *(void **)&next = dlsym(RTLD_NEXT, "syscall");
    return next(number, a[0], a[1], a[2], a[3], a[4], a[5]);
}

/* A file with bytes of the stream. */
static int stream(void)
{
    unsigned char bytes[4096];
    int file = memfd_create("seeded", MFD_CLOEXEC);
    fill(bytes, sizeof bytes);
    if (file < 0 || write(file, bytes, sizeof bytes) != (ssize_t)sizeof bytes ||
        lseek(file, 0, SEEK_SET) != 0)
        return -1;
    return file;
}

static int open_with(const char *name, const char *path, int flags, int mode)
{
    int (*next)(const char *, int, ...);
    if (is_seeded && strcmp(path, "/dev/urandom") == 0)
        return stream();
    *(void **)&next = dlsym(RTLD_NEXT, name);
    return next(path, flags, mode);
}

#define OPEN(NAME)                                  \
    int NAME(const char *path, int flags, ...)      \
    {                                               \
        int mode;                                   \
        va_list list;                               \
        va_start(list, flags);                      \
        mode = va_arg(list, int);                   \
        va_end(list);                               \
        return open_with(#NAME, path, flags, mode); \
    }
#undef open64
OPEN(open)
OPEN(open64)

int gettimeofday(struct timeval *restrict now, void *restrict zone)
{
    (void)zone;
    now->tv_sec = NOW;
    now->tv_usec = 0;
    return 0;
}

time_t time(time_t *out)
{
    if (out != NULL)
        *out = NOW;
    return NOW;
}

int clock_gettime(clockid_t clock, struct timespec *now)
{
    if (clock != CLOCK_REALTIME)
        return (int)syscall(SYS_clock_gettime, (long)clock, now);
    now->tv_sec = NOW;
    now->tv_nsec = 0;
    return 0;
}
