/* Compares what readers of neighbouring tables saw. statements.py describes the specifications of
 * these comparisons. */
#include "outcome.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void die(const char *what, const char *detail)
{
    fprintf(stderr, "driver: %s: %s\n", what, detail);
    exit(2);
}

char *copy(const char *text)
{
    char *new = strdup(text);
    if (new == NULL)
        die("memory", "");
    return new;
}

static const char *field(const PGresult *result, int code)
{
    const char *text = PQresultErrorField(result, code);
    return text == NULL ? "" : text;
}

void forget(Outcome *o)
{
    for (int i = 0; i < o->n; i++)
        PQclear(o->results[i]);
    free(o->error);
    free(o->message);
    memset(o, 0, sizeof *o);
}

void take_error(Outcome *o, const PGresult *result)
{
    char text[8192];
    if (o->error != NULL)
        return;
    snprintf(text, sizeof text, "%s: %s | %s | %s | %s | %s", field(result, PG_DIAG_SQLSTATE),
             field(result, PG_DIAG_MESSAGE_PRIMARY), field(result, PG_DIAG_MESSAGE_DETAIL),
             field(result, PG_DIAG_MESSAGE_HINT), field(result, PG_DIAG_STATEMENT_POSITION),
             field(result, PG_DIAG_CONTEXT));
    o->error = copy(text);
    /* In a context line, whether a function's name has its schema depends on the search_path at its
     * first call. So the schema is removed. */
    for (char *at = o->error; (at = strstr(at, "function rd.")) != NULL; at += 9)
        memmove(at + 9, at + 12, strlen(at + 12) + 1);
    snprintf(text, sizeof text, "%s: %.150s", field(result, PG_DIAG_SQLSTATE),
             field(result, PG_DIAG_MESSAGE_PRIMARY));
    o->message = copy(text);
}

void print_outcome(FILE *file, const Outcome *o)
{
    fprintf(file, "-- %s\n", o->error == NULL ? "" : o->error);
    if (o->notices[0] != 0)
        fprintf(file, "-- notices: %s\n", o->notices);
    for (int i = 0; i < o->n; i++)
        for (int row = 0; row < PQntuples(o->results[i]) && row < 40; row++) {
            fprintf(file, "--  ");
            for (int column = 0; column < PQnfields(o->results[i]); column++)
                fprintf(file, " | %.60s",
                        PQgetisnull(o->results[i], row, column)
                            ? "NULL"
                            : PQgetvalue(o->results[i], row, column));
            fprintf(file, "\n");
        }
}

/* Copies entry `number` of a list, or the last entry if the list is shorter. */
static void entry(const char *list, int number, char separator, char *to, size_t size)
{
    size_t n;
    const char *end;
    while (number-- > 0 && (end = strchr(list, separator)) != NULL)
        list = end + 1;
    end = strchr(list, separator);
    n = end == NULL ? strlen(list) : (size_t)(end - list);
    if (n >= size)
        n = size - 1;
    memcpy(to, list, n);
    to[n] = 0;
}

/* Compares a column of two results. Returns what is wrong, or NULL. */
static const char *compare_column(const PGresult *a, const PGresult *b, int column,
                                  const char *kind, bool permuted, bool any)
{
    double limit = permuted         ? 0
                   : kind[0] == 'c' ? strtod(kind + 1, NULL)
                                    : 0,
           difference = 0, largest = 0;
    if (kind[0] == 'x')
        return NULL;
    for (int row = 0; row < PQntuples(a); row++) {
        const char *x = PQgetvalue(a, row, column), *y = PQgetvalue(b, row, column);
        if (PQgetisnull(a, row, column) != PQgetisnull(b, row, column))
            return "one is NULL";
        if (kind[0] == 'k' && strcmp(x, y) != 0)
            return "keys differ";
        if (kind[0] == 'c') {
            difference += fabs(strtod(x, NULL) - strtod(y, NULL));
            largest = fmax(largest, fabs(strtod(x, NULL)));
        }
    }
    if (kind[0] == 'c' && !any && !(difference <= limit + 1e-9 * (limit + largest)))
        return "answers differ by more than was charged for";
    return NULL;
}

static const char *compare_result(const PGresult *a, const PGresult *b, const char *spec,
                                  bool permuted, bool any)
{
    bool whole = spec[0] == '*' || spec[0] == '?';
    if (spec[0] == 'x' && spec[1] == 0)
        return NULL;
    if (PQnfields(a) != PQnfields(b))
        return "columns differ";
    if (whole && (spec[0] == '?' || !permuted || any))
        return NULL;
    if (PQntuples(a) != PQntuples(b))
        return "numbers of rows differ";
    for (int column = 0; column < PQnfields(a); column++) {
        char kind[64];
        const char *wrong;
        entry(spec, column, ',', kind, sizeof kind);
        if ((wrong = compare_column(a, b, column, whole ? "k" : kind, permuted, any)) != NULL)
            return wrong;
    }
    return NULL;
}

const char *compare(const Outcome *a, const Outcome *b, const char *spec, bool permuted, bool any)
{
    if ((a->error == NULL) != (b->error == NULL))
        return "only one fails";
    if (a->error != NULL && strcmp(a->error, b->error) != 0)
        return "errors differ";
    if (strcmp(a->notices, b->notices) != 0)
        return "notices differ";
    if (a->n != b->n)
        return "numbers of results differ";
    for (int i = 0; i < a->n; i++) {
        char of[2048];
        const char *wrong;
        entry(spec, i, ';', of, sizeof of);
        if ((wrong = compare_result(a->results[i], b->results[i], of, permuted, any)) != NULL)
            return wrong;
    }
    return NULL;
}
