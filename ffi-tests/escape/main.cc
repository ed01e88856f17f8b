// Tests callbacks that leave by an exception or by longjmp, which the header forbids. The outcome
// must be the same for all kinds of callback. An exception must end the process before any code can
// catch it. After a longjmp, calls of the same thread must be refused, and calls of other threads
// must work.
#include <indp.h>

#include <csetjmp>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

enum Way { THROW, JUMP };

static Way way;
static jmp_buf outside;

static void leave()
{
    if (way == THROW)
        throw 42;
    longjmp(outside, 1);
}

extern "C" {
static void words(void *, uint8_t *, size_t, int32_t *done)
{
    leave();
    *done = INDP_CALLBACK_OK;
}

static void utility(void *, size_t, double *, int32_t *done)
{
    leave();
    *done = INDP_CALLBACK_OK;
}
}

static indp_options *options;
static indp_snapping *mechanism;
static indp_exponential *selection, *by_words;

static void make()
{
    indp_eta eta = { 1, 1, 1 };
    if (indp_options_new(&options) != INDP_OK ||
        indp_options_set_entropy_callback(options, words, NULL) != INDP_OK ||
        indp_snapping_new(1, 1, 100, options, &mechanism) != INDP_OK ||
        indp_exponential_new(&eta, 0, 10, 10, NULL, &selection) != INDP_OK ||
        indp_exponential_new(&eta, 0, 10, 10, options, &by_words) != INDP_OK)
        _exit(99);
}

static indp_status call(int which)
{
    static double values[3] = { 1, 2, 3 };
    unsigned char state[INDP_SUM_STATE_SIZE];
    double out = 0;
    int64_t whole = 0;
    size_t index = 0;
    switch (which) {
    case 0: return indp_snapping_release(mechanism, 7, &out);
    case 1: return indp_snapping_release_many(mechanism, values, 3, values);
    case 2: return indp_snapping_release_int64(mechanism, 7, &whole);
    case 3: return indp_exponential_select(by_words, values, 3, &index);
    case 4: return indp_exponential_select_by(selection, utility, NULL, 3, &index);
    default:
        if (indp_sum_init(state, sizeof state, 0, 1, 0, 1) != INDP_OK)
            _exit(99);
        return indp_state_release(state, 1, options, &out);
    }
}

enum { CALLS = 6 };

// Releases with operating-system entropy, without a callback.
static indp_status plain()
{
    indp_snapping *own = NULL;
    double out;
    indp_status status = indp_snapping_new(1, 1, 100, NULL, &own);
    if (status == INDP_OK)
        status = indp_snapping_release(own, 1, &out);
    indp_snapping_free(own);
    return status;
}

static void child(int which)
{
    make();
    if (way == THROW) {
        try {
            call(which);
        } catch (...) {
            _exit(1);
        }
        _exit(2);
    }
    if (setjmp(outside) == 0) {
        call(which);
        _exit(3);
    }
    if (plain() != INDP_E_BUSY)
        _exit(4);
    indp_status elsewhere = INDP_E_PANIC;
    std::thread([&] { elsewhere = plain(); }).join();
    _exit(elsewhere == INDP_OK ? 0 : 5);
}

int main()
{
    int wrong = 0;
    for (int w = THROW; w <= JUMP; w++) {
        for (int which = 0; which < CALLS; which++) {
            int status = 0;
            way = static_cast<Way>(w);
            pid_t pid = fork();
            if (pid == 0)
                child(which);
            waitpid(pid, &status, 0);
            bool good = w == THROW ? WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT
                                   : WIFEXITED(status) && WEXITSTATUS(status) == 0;
            if (!good)
                printf("%s, call %d: status %x\n", w == THROW ? "exception" : "longjmp", which,
                       status),
                    wrong++;
        }
    }
    return wrong != 0;
}
