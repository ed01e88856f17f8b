/* Declarations that the files of the extension share. Programs include indp_sqlite.h instead. */
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

#define MOST_EXACT ((sqlite3_int64)1 << 53) /* integers up to here are exact as doubles */

enum {
    MOST_ARGUMENTS = INDPX_MOST_PARAMETERS, /* counts x, but not the final INDPX_NONE */
    FIXED_STATE_SIZE = sizeof(indpx_fixed),
    BATCH = 512 /* numbers that go to the library in one call */
};

/* The parameters of a call, as read from its arguments. */
struct parameters {
    indpx_parameters numbers;
    double alpha;
    /* The candidates, the edges or the list q of dp_quantiles, in JSON. The text belongs to SQLite
     * and is valid during one step, unless the owner of this struct has copied it. */
    const char *list;
    int length; /* the length of the list, in bytes */
};

/* A state in memory. Its bytes are inside this object if they are few, else SQLite allocates them.
 * The object must not be moved. */
struct state {
    unsigned char *bytes; /* NULL if there is no state */
    size_t size;
    uint64_t pending; /* rows not yet in the bytes: the rows of a count, or those in the batch */
    double batch[BATCH];
    unsigned char fixed[FIXED_STATE_SIZE];
};

/* The functions that add values to a state. */
struct input {
    /* Adds a value that is not NULL, of this SQLITE_ type. */
    indp_status (*add)(struct state *state, sqlite3_value *x, int type);
    /* Adds the pending rows; NULL if states of the kind never have pending rows. */
    indp_status (*flush)(struct state *state);
    int waits; /* whether numbers are collected in the batch of the state */
};

struct connection; /* connection.h */

/* The user data of a function. */
struct function {
    struct connection *connection;
    indpx_settings *settings; /* the settings of the connection */
    const char *name;
    const indpx_kind *kind; /* NULL for functions without a kind */
    const struct input *input;
    const indpx_error *error; /* for the dp_..._error functions */
    int gives_state;          /* whether this is a dp_..._state, which takes no epsilon */
    int for_readers;          /* whether untrusted readers may call it */
    /* The settings and parameters with which a release was last found possible. */
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
void indpsql_release_quantiles(sqlite3_context *context, int argc, sqlite3_value **argv);
void indpsql_release_counts(sqlite3_context *context, int argc, sqlite3_value **argv);
void indpsql_release_bounds(sqlite3_context *context, int argc, sqlite3_value **argv);

/* lists.c: for kinds whose answer is a list. A stored state of a mode is released like a
 * histogram, with the counts in the order of the state. */
indp_status indpsql_can_release_list(const indpx_kind *kind, const struct state *state,
                                     const struct parameters *p, double epsilon);
/* Sets *text to the answer in JSON, which the caller frees: INDPSQL_NONE if there are no bounds. */
#define INDPSQL_NONE "null"
indp_status indpsql_release_list(const indpx_kind *kind, struct state *state,
                                 const struct parameters *p, double epsilon, char **text);
/* Sets the result of a function to such a text, which this frees, or to NULL for INDPSQL_NONE. */
void indpsql_give_list(sqlite3_context *context, char *text);
/* Releases with the epsilon in p, and sets the result of a function to the answer. */
indp_status indpsql_answer_list(sqlite3_context *context, const indpx_kind *kind,
                                struct state *state, const struct parameters *p);

/* error.c */
void indpsql_error(sqlite3_context *context, int argc, sqlite3_value **argv);

/* settings.c: functions that return a setting, and change it if they have an argument. The list
 * ends with an entry without a name. */
enum { INDPSQL_MOST_SETTINGS = 8 };
struct setting {
    const char *name;
    void (*function)(sqlite3_context *, int, sqlite3_value **);
};
extern const struct setting indpsql_settings[INDPSQL_MOST_SETTINGS];

/* state.c */
indp_status indpsql_start(struct state *state, const indpx_kind *kind,
                          const struct parameters *parameters);
indp_status indpsql_grow(struct state *state, uint64_t more);
indp_status indpsql_read(struct state *state, sqlite3_value *blob);
void indpsql_drop(struct state *state);
/* These set the result of a function: to a value that was released before, to the bytes of a state,
 * or to a new release of a state. */
void indpsql_answer_value(sqlite3_context *context, const indp_value *value);
indp_status indpsql_answer_bytes(sqlite3_context *context, const struct state *state);
indp_status indpsql_answer_release(sqlite3_context *context, struct state *state, double epsilon,
                                   const indpx_settings *settings);
indp_status indpsql_answer_parts(sqlite3_context *context, struct state *state, double epsilon,
                                 const indpx_settings *settings);

/* parameters.c */
#define INDPSQL_NAME_RULE "an identifier of at most 64 letters, digits and underscores"
int indpsql_is_number(sqlite3_value *value);
/* The text of a value, which lives as long as the value. NULL if the value is not text, or contains
 * the character NUL. */
const char *indpsql_read_text(sqlite3_value *value);
int indpsql_is_name(const char *text);
int indpsql_read_name(sqlite3_value *value, const char **out);
/* Reads the value of a parameter. Returns 0 if the value breaks the rule of the parameter. */
int indpsql_read_value(sqlite3_value *value, indpx_parameter parameter, struct parameters *out);
int indpsql_read_number(sqlite3_value *value, double *out);
int indpsql_read_rows(sqlite3_value *value, int64_t *out);
/* The following functions of parameters.c read the parameters of a call. Those that return int
 * report an error and return 0 if a parameter is wrong. */
void indpsql_no_parameters(struct parameters *out);
int indpsql_read_parameter(sqlite3_context *context, const char *function, sqlite3_value *value,
                           indpx_parameter parameter, struct parameters *out);
int indpsql_read_parameters(sqlite3_context *context, const struct function *function, int argc,
                            sqlite3_value **argv, struct parameters *out);
int indpsql_same_parameters(sqlite3_context *context, const struct function *function,
                            const struct parameters *first, const struct parameters *row);

/* direct.c */
#define INDIRECT                                                                                   \
    "call this function directly in a statement, by its name without quotes, not in a constraint " \
    "or default of a table"
int indpsql_is_direct(sqlite3_context *context, const char *function);
/* Whether an owner's function may run. It must be called directly, a ledger must be open, and the
 * connection must be able to write. Otherwise this reports an error. indpsql_may_change checks only
 * the last of these. */
#define INDPSQL_ONLY_READS                                                                       \
    "this connection only reads: call this function on a connection whose main database is not " \
    "read-only and that has query_only off"
int indpsql_may_change(sqlite3_context *context, const struct function *function);
#define INDPSQL_SERVES_READER "this connection serves a reader: use another connection"
#define INDPSQL_NO_LEDGER "no ledger is open: call dp_open first"
enum { INDPSQL_LEDGER_VERSION = 3038000 }; /* the least version for ledgers: JSON is built in */
int indpsql_is_owner(sqlite3_context *context, const struct function *function);

/* messages.c: these report errors as the result of a function. */
void indpsql_fail(sqlite3_context *context, const char *function, const char *what);
void indpsql_fail_parameter(sqlite3_context *context, const char *function,
                            indpx_parameter parameter);
void indpsql_fail_changed(sqlite3_context *context, const char *function,
                          indpx_parameter parameter);
void indpsql_fail_no_row(sqlite3_context *context, const char *function);
/* `range` is the field of this name in indpx_kind. epsilon is the epsilon of the call, or 0 if the
 * call has none. */
void indpsql_fail_status(sqlite3_context *context, const char *function, const char *range,
                         double epsilon, indp_status status);

#endif
