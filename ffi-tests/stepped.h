/* Runs a signal handler between any two instructions of a call. While the processor's trap flag is
 * set, the processor traps after each instruction, and the kernel sends SIGTRAP. */
#ifndef STEPPED_H
#define STEPPED_H

#include <signal.h>
#include <string.h>
#include <ucontext.h>

#if defined(__x86_64__)
#define CAN_STEP 1

/* The handler calls `action` after the instructions whose numbers are phase, phase + stride,
 * phase + 2 stride and so on. The instructions after the first `most` run without stepping, because
 * each step takes tens of microseconds on a virtual processor. */
static struct {
    void (*action)(ucontext_t *at);
    unsigned long stride, phase, instructions, most;
    volatile int on;
} stepping;

enum { TRAP_FLAG = 0x100 };

static void on_step(int number, siginfo_t *info, void *context)
{
    ucontext_t *at = context;
    (void)number, (void)info;
    if (!stepping.on || stepping.instructions == stepping.most)
        at->uc_mcontext.gregs[REG_EFL] &= ~(greg_t)TRAP_FLAG;
    else if (stepping.instructions++ % stepping.stride == stepping.phase)
        stepping.action(at);
}

/* Ends stepping in the code that the handler returns to. */
static inline void no_more_steps(ucontext_t *at)
{
    stepping.on = 0;
    at->uc_mcontext.gregs[REG_EFL] &= ~(greg_t)TRAP_FLAG;
}

/* Runs `work` and returns the number of instructions that were stepped. */
static inline unsigned long step(void (*work)(void), void (*action)(ucontext_t *at),
                                 unsigned long stride, unsigned long phase, unsigned long most)
{
    struct sigaction handler;
    memset(&handler, 0, sizeof handler);
    handler.sa_sigaction = on_step;
    handler.sa_flags = SA_SIGINFO;
    sigaction(SIGTRAP, &handler, NULL);
    stepping.action = action;
    stepping.stride = stride;
    stepping.phase = phase;
    stepping.instructions = 0;
    stepping.most = most;
    stepping.on = 1;
    __asm__ volatile("pushfq\n\torl $0x100, (%%rsp)\n\tpopfq" : : : "memory", "cc");
    work();
    stepping.on = 0;
    /* `action` may have run after `work` returned. The caller reads what `action` wrote only from
     * here on, so that no change is missed. */
    __asm__ volatile("" : : : "memory");
    return stepping.instructions;
}

#endif
#endif
