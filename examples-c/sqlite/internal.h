/* What the files of the extension share. Not for programs: they include indp_sqlite.h. */
#ifndef INDP_SQLITE_INTERNAL_H
#define INDP_SQLITE_INTERNAL_H

#include <stddef.h>
#include <stdint.h>

#include <sqlite3ext.h>
#ifndef INDP_SQLITE_MAIN /* init.c defines the pointer that SQLITE_EXTENSION_INIT3 declares */
SQLITE_EXTENSION_INIT3
#endif

#include "indp.h"

#define MOST_EXACT ((sqlite3_int64)1 << 53) /* up to here every integer is a double */

/* Public parameters of the SQL functions. */
enum parameter { Q, LO, HI, CANDIDATES, EPSILON, ROWS, COUNT, PARAMETERS };

enum {
    MOST_PUBLIC = 3,                   /* before epsilon: q, lo, hi */
    MOST_ARGUMENTS = 1 + MOST_PUBLIC + 3, /* x and, after those, epsilon, rows_per_person, number of candidates */
    FINE = (1 << 14) + 1,                 /* the number of candidates unless one is given */
    FIXED_STATE_SIZE = INDP_VARIANCE_STATE_SIZE,
    BATCH = 512 /* numbers that go to the library in one call */
};

/* Parameters as read. Only those of the function are set; the others are zero. */
struct parameters {
    double number[PARAMETERS]; /* of Q, LO, HI and EPSILON */
    sqlite3_int64 rows;
    sqlite3_int64 count; /* the number of a quantile's candidates */
    const char *candidates; /* JSON, borrowed from SQLite: valid during one step */
    int length;             /* of candidates, in bytes */
};

/* A state in memory: inside this object while it is small, else in memory of SQLite's. It must not be moved. */
struct state {
    unsigned char *bytes; /* NULL: none */
    size_t size;
    uint64_t pending; /* rows that the bytes do not have yet: of a count, or in the batch */
    double batch[BATCH];
    unsigned char fixed[FIXED_STATE_SIZE];
};

/* What one connection chose, and the functions it has; freed with the last of them. */
struct settings;

/* One row of the table in kinds.c: a kind of aggregate. */
struct kind {
    const char *name;                     /* dp_sum; its pair is dp_sum_state */
    enum parameter public[MOST_PUBLIC + 1]; /* between x and epsilon, in order; ends with EPSILON */
    const char *range;                    /* what is too large when the noise does not fit a double */
    indp_status (*init)(struct state *state, const struct parameters *parameters);
    /* Adds a value that is not NULL, of this SQLITE_ type. */
    indp_status (*add)(struct state *state, sqlite3_value *x, int type);
    /* Adds the pending rows; NULL where there are none. */
    indp_status (*flush)(struct state *state);
    int numbers; /* whether numbers wait in the batch of the state until they are added */
    int counts;  /* whether the number of candidates may follow rows_per_person */
};

/* What SQLite keeps for a function. */
struct function {
    struct settings *settings;
    const struct kind *kind; /* NULL for functions that are of no kind */
    const char *name;
    int gives_state; /* a dp_..._state: no epsilon among its arguments */
    /* What a release was last found possible with. */
    int asked;
    uint32_t precision;
    struct parameters parameters;
};

/* kinds.c */
extern const struct kind indpsql_kinds[];
extern const size_t indpsql_kinds_count;

/* aggregate.c */
void indpsql_step(sqlite3_context *context, int argc, sqlite3_value **argv);
void indpsql_final(sqlite3_context *context);

/* stored.c */
void indpsql_merge_step(sqlite3_context *context, int argc, sqlite3_value **argv);
void indpsql_merge_final(sqlite3_context *context);
void indpsql_release(sqlite3_context *context, int argc, sqlite3_value **argv);

/* state.c: these return a status. */
indp_status indpsql_reserve(struct state *state, size_t size);
indp_status indpsql_grow(struct state *state, uint64_t more);
indp_status indpsql_read(struct state *state, sqlite3_value *blob);
void indpsql_drop(struct state *state);
/* The answer of a function: an error, the bytes, or what a release gives. */
indp_status indpsql_answer_bytes(sqlite3_context *context, const struct state *state);
indp_status indpsql_answer_release(sqlite3_context *context, struct state *state, double epsilon,
                                   const struct settings *settings);

/* parameters.c */
int indpsql_is_number(sqlite3_value *value);
int indpsql_read_number(sqlite3_value *value, double *out);
int indpsql_read_rows(sqlite3_value *value, sqlite3_int64 *out);
/* These report what is wrong and return 0 then. */
int indpsql_read_parameters(sqlite3_context *context, const struct function *function, int argc,
                            sqlite3_value **argv, struct parameters *out);
int indpsql_same_parameters(sqlite3_context *context, const struct function *function,
                            const struct parameters *first, const struct parameters *row);

/* direct.c */
#define INDIRECT "only a statement that names it may call it, no constraint or default of a table"
int indpsql_is_direct(sqlite3_context *context, const char *function);

/* candidates.c */
indp_status indpsql_parse_candidates(const char *json, size_t length, indp_category **out, size_t *n);

/* messages.c: the only errors that the extension reports besides indp_status_message. */
void indpsql_fail(sqlite3_context *context, const char *function, const char *what);
void indpsql_fail_parameter(sqlite3_context *context, const char *function, enum parameter parameter);
void indpsql_fail_changed(sqlite3_context *context, const char *function, enum parameter parameter);
void indpsql_fail_no_row(sqlite3_context *context, const char *function);
/* range: see struct kind. epsilon: as given, or 0 where there is none. */
void indpsql_fail_status(sqlite3_context *context, const char *function, const char *range, double epsilon,
                         indp_status status);

/* init.c: the arithmetic of the connection */
uint32_t indpsql_precision(const struct settings *settings);
indp_status indpsql_options(const struct settings *settings, indp_options **out);

#endif
