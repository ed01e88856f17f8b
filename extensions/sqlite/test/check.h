/* Defines CHECK, which counts the checks that pass and fail, for the C programs of these tests. */
#ifndef INDP_SQLITE_CHECK_H
#define INDP_SQLITE_CHECK_H

#include <stdio.h>

static int passed, failed;

#define CHECK(condition, name) check((condition) != 0, name, __FILE__, __LINE__)

static int check(int good, const char *name, const char *file, int line)
{
    if (good) {
        passed++;
    } else {
        failed++;
        printf("FAIL %s:%d: %s\n", file, line, name);
    }
    return good;
}

/* Prints the line that run.sh reads, and returns the exit status. */
static int report(const char *program)
{
    printf("%s: %d passed, %d failed\n", program, passed, failed);
    return failed != 0;
}

#endif
