#define _POSIX_C_SOURCE 200809L
#include "forks.h"

#include <pthread.h>
#include <time.h>

enum { MOST_SECONDS = 60 /* a fork does not wait longer than this */ };

static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int users, forking;
static __thread int inside;     /* how many of the users are this thread */
static __thread int cancelling; /* the thread's state of cancellation before it was disabled */

/* A signal handler may fork while its own thread uses a ledger. That fork does not wait. */
static void before_fork(void)
{
    struct timespec end;
    int rc = 0;
    pthread_mutex_lock(&mutex);
    forking++;
    clock_gettime(CLOCK_REALTIME, &end);
    end.tv_sec += MOST_SECONDS;
    while (users > inside && rc == 0)
        rc = pthread_cond_timedwait(&changed, &mutex, &end);
}

static void after_fork(void)
{
    forking--;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&mutex);
}

/* The child has only the thread that forked. */
static void in_child(void)
{
    static const pthread_cond_t unused = PTHREAD_COND_INITIALIZER;
    users = inside;
    forking = 0;
    changed = unused;
    pthread_mutex_unlock(&mutex);
}

static void install(void)
{
    pthread_atfork(before_fork, after_fork, in_child);
}

void indpsql_forks_hold(void)
{
    int before;
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before);
    pthread_once(&once, install);
    pthread_mutex_lock(&mutex);
    while (forking > 0)
        pthread_cond_wait(&changed, &mutex);
    users++;
    if (inside++ == 0)
        cancelling = before;
    pthread_mutex_unlock(&mutex);
}

void indpsql_forks_release(void)
{
    pthread_mutex_lock(&mutex);
    users--;
    inside--;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&mutex);
    if (inside == 0)
        pthread_setcancelstate(cancelling, NULL);
}
