/* What the files of the extension share. Not for programs: they include indp_sqlite.h. */
#ifndef INDP_SQLITE_INTERNAL_H
#define INDP_SQLITE_INTERNAL_H

#include <stddef.h>
#include <stdint.h>

#include <sqlite3ext.h>
#ifndef INDP_SQLITE_MAIN /* init.c defines the pointer that SQLITE_EXTENSION_INIT3 declares */
SQLITE_EXTENSION_INIT3
#endif

#include "error.h"
#include "indp.h"
#include "kinds.h"
#include "messages.h"
#include "settings.h"

#define MOST_EXACT ((sqlite3_int64)1 << 53) /* up to here every integer is a double */

enum {
    MOST_ARGUMENTS = INDPX_MOST_PARAMETERS, /* x instead of the end of the list */
    FIXED_STATE_SIZE = INDP_VARIANCE_STATE_SIZE,
    BATCH = 512 /* numbers that go to the library in one call */
};

/* The arguments of a call as read. */
struct parameters {
    indpx_parameters numbers;
    double alpha;
    const char *candidates; /* JSON, borrowed from SQLite: valid during one step */
    int length;             /* of candidates, in bytes */
};

/* A state in memory: inside this object while it is small, else in memory of SQLite's. It must not
 * be moved. */
struct state {
    unsigned char *bytes; /* NULL: none */
    size_t size;
    uint64_t pending; /* rows that the bytes do not have yet: of a count, or in the batch */
    double batch[BATCH];
    unsigned char fixed[FIXED_STATE_SIZE];
};

/* How values get into a state. */
struct input {
    /* Adds a value that is not NULL, of this SQLITE_ type. */
    indp_status (*add)(struct state *state, sqlite3_value *x, int type);
    /* Adds the pending rows; NULL where there are none. */
    indp_status (*flush)(struct state *state);
    int waits; /* whether numbers wait in the batch of the state until they are added */
};

/* What one connection chose, and the functions it has; freed with the last of them. */
struct connection;

/* What SQLite keeps for a function. */
struct function {
    struct connection *connection;
    indpx_settings *settings; /* the connection's */
    const char *name;
    const indpx_kind *kind;   /* NULL for functions that are of no kind */
    const struct input *input;
    const indpx_error *error; /* of a dp_..._error */
    int gives_state;          /* a dp_..._state: no epsilon among its arguments */
    /* What a release was last found possible with. */
    int asked;
    indpx_settings asked_settings;
    indpx_parameters asked_parameters;
};

/* inputs.c */
const struct input *indpsql_input(indpx_values values);

/* aggregate.c */
void indpsql_step(sqlite3_context *context, int argc, sqlite3_value **argv);
void indpsql_final(sqlite3_context *context);

/* stored.c */
void indpsql_merge_step(sqlite3_context *context, int argc, sqlite3_value **argv);
void indpsql_merge_final(sqlite3_context *context);
void indpsql_release(sqlite3_context *context, int argc, sqlite3_value **argv);
void indpsql_release_parts(sqlite3_context *context, int argc, sqlite3_value **argv);

/* error.c */
void indpsql_error(sqlite3_context *context, int argc, sqlite3_value **argv);

/* settings.c: functions that tell a choice, and change it with an argument; to one without a
 * name. */
enum { INDPSQL_MOST_SETTINGS = 8 };
struct setting {
    const char *name;
    void (*function)(sqlite3_context *, int, sqlite3_value **);
};
extern const struct setting indpsql_settings[INDPSQL_MOST_SETTINGS];

/* state.c: these return a status. */
indp_status indpsql_start(struct state *state, const indpx_kind *kind, const struct parameters *parameters);
indp_status indpsql_grow(struct state *state, uint64_t more);
indp_status indpsql_read(struct state *state, sqlite3_value *blob);
void indpsql_drop(struct state *state);
/* The answer of a function: the bytes, or what a release gives. */
indp_status indpsql_answer_bytes(sqlite3_context *context, const struct state *state);
indp_status indpsql_answer_release(sqlite3_context *context, struct state *state, double epsilon,
                                   const indpx_settings *settings);
indp_status indpsql_answer_parts(sqlite3_context *context, struct state *state, double epsilon,
                                 const indpx_settings *settings);

/* parameters.c */
int indpsql_is_number(sqlite3_value *value);
int indpsql_read_number(sqlite3_value *value, double *out);
int indpsql_read_rows(sqlite3_value *value, int64_t *out);
/* These report what is wrong and return 0 then. */
void indpsql_no_parameters(struct parameters *out);
int indpsql_read_parameter(sqlite3_context *context, const char *function, sqlite3_value *value,
                           indpx_parameter parameter, struct parameters *out);
int indpsql_read_parameters(sqlite3_context *context, const struct function *function, int argc,
                            sqlite3_value **argv, struct parameters *out);
int indpsql_same_parameters(sqlite3_context *context, const struct function *function,
                            const struct parameters *first, const struct parameters *row);

/* direct.c */
#define INDIRECT "it must be called by the statement itself, not by a constraint or default of a table"
int indpsql_is_direct(sqlite3_context *context, const char *function);

/* messages.c: every error but that memory ran out. */
void indpsql_fail(sqlite3_context *context, const char *function, const char *what);
void indpsql_fail_parameter(sqlite3_context *context, const char *function, indpx_parameter parameter);
void indpsql_fail_changed(sqlite3_context *context, const char *function, indpx_parameter parameter);
void indpsql_fail_no_row(sqlite3_context *context, const char *function);
/* range: as in indpx_kind. epsilon: as given, or 0 where there is none. */
void indpsql_fail_status(sqlite3_context *context, const char *function, const char *range, double epsilon,
                         indp_status status);

#endif
