/* Preloaded into an engine, this object makes the randomness of the operating system repeatable. So
 * the same query can run on two data sets with the same randomness, and the engine and the library
 * are the unchanged products.
 *
 * The library draws its seeds by syscall(SYS_getrandom, p, 32, 0) (src/entropy/system.rs), and
 * PostgreSQL the keys that choose a person's rows by RAND_bytes. Both are served here from a key
 * that the test writes into the file that NEIGHBOURS_TAPE names, together with a number, the epoch.
 * Each thread has two streams of its own, which begin anew with each epoch. Every thread that
 * begins within an epoch gets the same bytes. The file also counts the seeds that were read. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

struct tape {
    uint64_t key, epoch, seeds;
};

static struct tape *tape;
enum { SEEDS, BYTES, STREAMS };
static __thread uint64_t epoch, drawn[STREAMS];

__attribute__((constructor)) static void find_tape(void)
{
    const char *path = getenv("NEIGHBOURS_TAPE");
    int file = path == NULL ? -1 : open(path, O_RDWR | O_CLOEXEC);
    void *map = MAP_FAILED;
    if (file >= 0) {
        map = mmap(NULL, sizeof *tape, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
        close(file);
    }
    if (map == MAP_FAILED)
        abort(); /* a test with true randomness would pass by chance, or fail */
    tape = map;
}

/* SplitMix64 of the key and of the number of words that this thread drew in this epoch. The streams
 * are apart because a server draws bytes of its own before it forks. */
static uint64_t word(int stream)
{
    uint64_t z;
    if (epoch != tape->epoch) {
        epoch = tape->epoch;
        memset(drawn, 0, sizeof drawn);
    }
    z = tape->key + (uint64_t)stream + ++drawn[stream] * UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

static void serve(int stream, unsigned char *to, size_t n)
{
    while (n > 0) {
        uint64_t next = word(stream);
        size_t some = n < sizeof next ? n : sizeof next;
        memcpy(to, &next, some);
        to += some;
        n -= some;
    }
}

long syscall(long number, ...)
{
    static long (*real)(long, ...);
    va_list list;
    long a[6];
    int i;
    va_start(list, number);
    for (i = 0; i < 6; i++)
        a[i] = va_arg(list, long);
    va_end(list);
    if (number == SYS_getrandom && a[1] == 32 && a[2] == 0) {
        serve(SEEDS, (unsigned char *)a[0], 32);
        __atomic_fetch_add(&tape->seeds, 1, __ATOMIC_RELAXED);
        return 32;
    }
    if (real == NULL)
        *(void **)&real = dlsym(RTLD_NEXT, "syscall");
    return real(number, a[0], a[1], a[2], a[3], a[4], a[5]);
}

int RAND_bytes(unsigned char *to, int n);
int RAND_bytes(unsigned char *to, int n)
{
    serve(BYTES, to, (size_t)n);
    return 1;
}
