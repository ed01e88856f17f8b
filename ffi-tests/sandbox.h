/* Makes system calls fail, as a sandbox may do. A filter cannot be removed, so only child processes
 * may install one. */
#ifndef SANDBOX_H
#define SANDBOX_H

#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

/* `error` is the result of the denied call: an error number, or SECCOMP_RET_TRAP. */
#define DENY(number, error)                                   \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (number), 0, 1),      \
        BPF_STMT(BPF_RET | BPF_K, (error) == SECCOMP_RET_TRAP \
                                      ? SECCOMP_RET_TRAP      \
                                      : (SECCOMP_RET_ERRNO | ((error) & SECCOMP_RET_DATA)))

#ifdef SYS_open
#define DENY_OPEN(error) DENY(SYS_openat, error), DENY(SYS_open, error)
#else
#define DENY_OPEN(error) DENY(SYS_openat, error)
#endif

/* Installs a filter that denies the listed calls, and returns from the enclosing function: 1, or 0
 * where filters are not allowed. */
#define DENY_CALLS(...)                                                                         \
    do {                                                                                        \
        struct sock_filter filter[] = {                                                         \
            BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)), __VA_ARGS__, \
            BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)                                        \
        };                                                                                      \
        struct sock_fprog program;                                                              \
        program.len = sizeof filter / sizeof *filter;                                           \
        program.filter = filter;                                                                \
        return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&                                   \
               prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;                       \
    } while (0)

enum { SKIPPED = 77 };

#endif
