/* Records what a reader saw of one statement, and compares such records. */
#ifndef FUZZ_OUTCOME_H
#define FUZZ_OUTCOME_H

#include <stdbool.h>
#include <stdio.h>

#include <libpq-fe.h>

enum { MOST_RESULTS = 64 };

typedef struct Outcome {
    PGresult *results[MOST_RESULTS];
    int n;
    char *error;   /* all fields of the error, or NULL if the statement succeeded */
    char *message; /* the SQLSTATE and the primary message of the error */
    char notices[1024];
} Outcome;

extern void die(const char *what, const char *detail);
extern char *copy(const char *text);

extern void forget(Outcome *outcome);
extern void take_error(Outcome *outcome, const PGresult *result);
extern void print_outcome(FILE *file, const Outcome *outcome);

/* Returns what is wrong, or NULL. If `permuted`, the neighbours differ only in the order of their
 * rows, and answers must be equal. If `any`, answers may differ by any amount. */
extern const char *compare(const Outcome *a, const Outcome *b, const char *spec, bool permuted,
                           bool any);

#endif
