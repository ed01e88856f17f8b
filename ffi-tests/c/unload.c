/* Tests dlclose, which engines call to unload extensions. If a thread that used the library ends
 * after dlclose, the code of its destructor must still be mapped (nodelete). The library must then
 * work when it is loaded again. */
#include "../draws.h"

#include <dlfcn.h>
#include <pthread.h>

static pthread_barrier_t barrier;
static indp_status (*release)(const indp_snapping *, double, double *);
static void (*drop)(indp_snapping *);
static indp_status (*make)(double, double, double, const indp_options *, indp_snapping **);

static void *find(void *library, const char *name)
{
    void *symbol = dlsym(library, name);
    CHECK(symbol != NULL);
    return symbol;
}

static void *use(void *argument)
{
    indp_snapping *m = NULL;
    double out;
    CHECK_OK(make(1, 1, 100, NULL, &m));
    CHECK_OK(release(m, 3, &out));
    drop(m);
    pthread_barrier_wait(&barrier); /* now main calls dlclose */
    pthread_barrier_wait(&barrier);
    return argument; /* the destructors of this thread run next */
}

int main(int argc, char **argv)
{
    const char *path = argc > 1 ? argv[1] : "build/lib/libindp.so";
    int round;
    for (round = 0; round < 3; round++) {
        void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL), *symbol;
        pthread_t thread;
        if (!CHECK(library != NULL))
            return check_done();
        symbol = find(library, "indp_snapping_release");
        memcpy(&release, &symbol, sizeof release);
        symbol = find(library, "indp_snapping_free");
        memcpy(&drop, &symbol, sizeof drop);
        symbol = find(library, "indp_snapping_new");
        memcpy(&make, &symbol, sizeof make);
        CHECK(pthread_barrier_init(&barrier, NULL, 2) == 0);
        CHECK(pthread_create(&thread, NULL, use, NULL) == 0);
        pthread_barrier_wait(&barrier);
        CHECK(dlclose(library) == 0);
        CHECK(dlopen(path, RTLD_NOW | RTLD_NOLOAD) != NULL); /* still mapped */
        pthread_barrier_wait(&barrier);
        pthread_join(thread, NULL);
        pthread_barrier_destroy(&barrier);
    }
    return check_done();
}
