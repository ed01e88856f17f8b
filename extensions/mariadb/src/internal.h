/* Declarations that the files of the extension share. */
#ifndef INDP_MARIADB_INTERNAL_H
#define INDP_MARIADB_INTERNAL_H

#include <stddef.h>
#include <stdint.h>

#include "error.h"
#include "indp.h"
#include "kinds.h"
#include "messages.h"
#include "udf.h"

enum {
    BATCH = 512, /* numbers that go to the library in one call */
    MOST_STATE_BYTES = 0x7fffffff
};

/* The type of a function's result, as install.sql declares it. States and counts are long texts. */
enum result { GIVES_INTEGER, GIVES_REAL, GIVES_TEXT, GIVES_LONG_TEXT };

/* A function of SQL that has public parameters. */
struct function {
    const indpx_kind *kind; /* NULL for functions of stored states */
    int gives_state;        /* whether this is a dp_..._state, which takes no epsilon */
    enum result result;
    indpx_parameter parameters[INDPX_MOST_PARAMETERS]; /* if kind is NULL */
};

/* The parameters of a call. They are read in _init, and never from rows. */
struct parameters {
    indpx_parameters numbers;
    double alpha;
    char *list; /* the candidates, the edges or the list q: a copy of the JSON text, or NULL */
    size_t length;
    double *q; /* the list q, `n` numbers; NULL if there is none */
    size_t n;
};

/* A state in memory. */
struct state {
    unsigned char *bytes; /* NULL if there is no state */
    size_t size;          /* the size of the buffer */
};

/* The rows of one group, and then the answer. A server that asks again gets the same answer. */
struct group {
    const UDF_INIT *owner; /* the object to which the server adds the rows of this group */
    struct group *next;
    enum { UNSTARTED, LIVE, ANSWERED, FAILED } stage;
    struct state state;
    size_t pending; /* rows not yet in the state: the rows of a count, or those in the batch */
    double batch[BATCH];
    double real; /* the answer is in real, integer or text, depending on the function */
    long long integer;
    char *text;
    size_t length, room; /* of text */
};

/* Marks the functions that the shared library exports. */
#define EXPORT __attribute__((visibility("default")))

struct call;

/* How values are added to a state. `x` is not NULL. */
struct input {
    indp_status (*add)(struct call *call, struct group *group, const char *x, unsigned long length);
    indp_status (*flush)(struct group *group); /* adds the pending rows; may be NULL */
};

/* What UDF_INIT.ptr points to: one call in the text of a statement. Only one thread uses it. */
struct call {
    const struct function *function;
    /* 0 while a statement is prepared: a `?` has no value yet, and nothing is computed. */
    int known;
    unsigned x_type; /* the type of x in SQL, or UDF_DECIMAL for an integer passed as digits */
    const struct input *input;
    struct parameters parameters;
    size_t *order;      /* of dp_counts: the place of each candidate in the state; otherwise NULL */
    struct state empty; /* the state from which each group starts; no bytes for dp_merge */
    struct group *groups; /* the group that was used last comes first */
};

/* messages.c: these write a message for _init and return 1. */
char indpmy_fail(char *message, const char *what);
char indpmy_fail_number(char *message, unsigned given, unsigned least, unsigned most);
char indpmy_fail_parameter(char *message, indpx_parameter parameter);
char indpmy_fail_status(char *message, const char *range, double epsilon, indp_status status);

/* number.c: reads a number in decimal digits, with an exponent or without. Returns 0 for any other
 * text. Spaces around the number are allowed. */
int indpmy_read_number(const char *text, size_t length, double *out);
/* Reads an integer in decimal digits, which may be followed by a point and zeros. */
int indpmy_read_integer(const char *text, size_t length, int64_t *out);

/* parameters.c */
/* Whether an argument is a `?`. While the statement is prepared, a `?` has no value and perhaps
 * another type; _init is called again when the statement is executed. */
int indpmy_is_placeholder(const UDF_ARGS *args, unsigned i);
/* Reads the parameters from the arguments of _init. *known becomes 0 if a `?` has no value yet.
 * Returns 0, or writes a message and returns 1. */
char indpmy_read_parameters(const struct function *function, const UDF_ARGS *args,
                            struct parameters *out, int *known, char *message);
/* Reads one argument that is not NULL. Returns 0 if its type or value is wrong. */
int indpmy_read_real(const UDF_ARGS *args, unsigned i, double *out);
int indpmy_read_whole(const UDF_ARGS *args, unsigned i, int64_t *out);

/* state.c */
indp_status indpmy_start(struct state *state, const indpx_kind *kind,
                         const struct parameters *parameters);
indp_status indpmy_copy(struct state *state, const struct state *from);
indp_status indpmy_grow(struct state *state, uint64_t more);
indp_status indpmy_read(struct state *state, const char *bytes, size_t length);
void indpmy_drop(struct state *state);
/* Makes room for `size` bytes in the buffer. If the buffer is replaced, its contents are lost. */
indp_status indpmy_reserve(struct state *state, size_t size);

/* declaration.c: whether the server's declaration of a function has the right result type. */
#define INDPMY_UNDECLARED "it was created with a wrong result type: use install.sql"
int indpmy_is_declared(enum result result, const UDF_INIT *init);
/* Describes the result to the server: NULL is possible, a real has all its digits, a text has at
 * most max_length bytes. */
void indpmy_declare(enum result result, unsigned long max_length, UDF_INIT *init);

/* call.c: _init and _deinit. */
char indpmy_begin(const struct function *function, UDF_INIT *init, UDF_ARGS *args, char *message);
void indpmy_end(UDF_INIT *init);
/* Defines NAME_init and NAME_deinit, and the struct function that describes NAME. */
#define INDPMY_BEGIN_AND_END(NAME, KIND, GIVES_STATE, RESULT, ...)                                 \
    static const struct function NAME##_function = { KIND, GIVES_STATE, RESULT, { __VA_ARGS__ } }; \
    EXPORT char NAME##_init(UDF_INIT *init, UDF_ARGS *args, char *message);                        \
    EXPORT void NAME##_deinit(UDF_INIT *init);                                                     \
    char NAME##_init(UDF_INIT *init, UDF_ARGS *args, char *message)                                \
    {                                                                                              \
        return indpmy_begin(&NAME##_function, init, args, message);                                \
    }                                                                                              \
    void NAME##_deinit(UDF_INIT *init)                                                             \
    {                                                                                              \
        indpmy_end(init);                                                                          \
    }

/* group.c */
struct group *indpmy_group(UDF_INIT *init);
void indpmy_clear(UDF_INIT *init);
void indpmy_add(UDF_INIT *init, const UDF_ARGS *args);
void indpmy_remove(UDF_INIT *init);
/* The group with its answer. NULL if there is none, and then nothing was released. */
const struct group *indpmy_answer(UDF_INIT *init);
void indpmy_free_groups(struct call *call);

/* answer.c */
/* Makes room for a text in the group; NULL if memory ran out. The server may keep a pointer to the
 * text until the group begins anew. */
char *indpmy_text_room(struct group *group, size_t length);
/* These set the answer of a group: to a text, to the bytes of its state, to a release of its state,
 * or to the parts of such a release. */
indp_status indpmy_answer_text(struct group *group, const char *text, size_t length);
indp_status indpmy_answer_bytes(struct group *group);
indp_status indpmy_answer_release(struct group *group, enum result result, double epsilon);
indp_status indpmy_answer_parts(struct group *group, double epsilon);
/* Whether the public parameters permit a release of this state. */
indp_status indpmy_can_release(const struct state *state, const struct function *function,
                               const struct parameters *parameters);

/* lists.c: these set the answer of a group to a JSON array. */
indp_status indpmy_answer_quantiles(struct group *group, const struct parameters *parameters);
/* `order` has the indices of the counts in the state; NULL stands for the order of the state. */
indp_status indpmy_answer_counts(struct group *group, double epsilon, const size_t *order);
/* Fails with INDP_E_EMPTY if there are no bounds: the answer is NULL, too. */
indp_status indpmy_answer_bounds(struct group *group, double epsilon);
/* Sets *order to the indices of the call's candidates in the state of a mode. The caller frees
 * *order, also after a failure. */
indp_status indpmy_order(const struct state *state, const struct parameters *parameters,
                         size_t **order);

/* inputs.c */
const struct input *indpmy_input(indpx_values values);
/* The type to which the server is to convert an x of type `type`; UDF_ROW if `type` is not
 * allowed. */
unsigned indpmy_wanted(indpx_values values, unsigned type);

/* merge.c */
extern const struct input indpmy_merge;

#endif
