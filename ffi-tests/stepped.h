/* A signal handler between any two instructions of a call: the processor's trap flag raises SIGTRAP after each. */
#ifndef STEPPED_H
#define STEPPED_H

#include <signal.h>
#include <string.h>
#include <ucontext.h>

#if defined(__x86_64__)
#define CAN_STEP 1

/* Which instructions of the work the action follows: phase, phase + stride, ..; the rest runs freely after `most` of
 * them: each takes tens of microseconds where the processor is a virtual one. */
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

/* Runs `work`; returns how many instructions it took. */
static inline unsigned long step(void (*work)(void), void (*action)(ucontext_t *at), unsigned long stride,
                                 unsigned long phase, unsigned long most)
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
    return stepping.instructions;
}

#endif
#endif
