/* What the files of this extension share.
 *
 * kinds.c       what each aggregate computes: the table to extend
 * inputs.c      the transition functions that SQL sees: one for each aggregate and type of value
 * aggregate.c   a transition state gathers: start, rows, combine
 * room.c        its memory: the buffer, and growing
 * mode.c        the candidates of a mode, and the one that is chosen
 * release.c     and ends: answers, states, dp_release
 * parameters.c  parameters: from a row, from the plan, compared
 * bytes.c       dp_state and dp_transition as text, binary and bytea
 * messages.c    every text and error code
 *
 * The library never calls back and PostgreSQL's functions are never called while it runs: an error is
 * raised after it returned, so a longjmp skips nothing. It keeps no memory between calls here. */
#ifndef INDP_PG_H
#define INDP_PG_H

#include "postgres.h"

#include "fmgr.h"
#if PG_VERSION_NUM >= 160000
#include "varatt.h"
#endif
#include "indp.h"

/* All numbers that any aggregate has as parameters; those it has not are 0. */
typedef struct Parameters {
    double epsilon;
    double lo;
    double hi;
    int64 rows;
    double q;
} Parameters;

/* What one call says: its numbers, and the array of candidates if it is a mode. */
typedef struct Given {
    Parameters parameters;
    Datum candidates;
} Given;

/* One aggregate over any input. `parameters` names its arguments after x in order, one letter each, as
 * in parameters.c; the form that makes a state leaves out e. All end with an optional r. */
typedef struct Kind {
    const char *name;
    const char *state_name;
    const char *parameters;
    uint8 code; /* in byte 5 of the library's states */
    Oid label;  /* of a mode: the type of its candidates */
    Size size;  /* of an empty state, but for a mode */
    indp_status (*init)(void *state, Size size, const Parameters *parameters);
} Kind;

extern const Kind KIND_COUNT;
extern const Kind KIND_SUM;
extern const Kind KIND_AVG;
extern const Kind KIND_VAR;
extern const Kind KIND_STDDEV;
extern const Kind KIND_MEDIAN;
extern const Kind KIND_QUANTILE;
extern const Kind KIND_MODE_TEXT;
extern const Kind KIND_MODE_INT8;
extern const Kind *kind_of_code(uint8 code);

/* The transition state: a varlena without pointers, so that it can be copied, spilled and sent. The
 * SQL type is dp_transition, aligned to 8 bytes. kind 0 (INITCOND) has seen no row and has no bytes of
 * the library yet. Once released, the answer is kept: a rescan finalises the same state again. It travels no more
 * then, so a text is a pointer into the aggregate's context. */
typedef struct Transition {
    int32 vl_len_;
    uint8 kind;
    uint8 released;
    uint8 buffer; /* 1 if there is one */
    uint8 room;   /* numbers that still fit into it */
    union {
        double real;
        int64 integer;
        const struct varlena *text;
    } answer;
    Parameters parameters;
    unsigned char state[FLEXIBLE_ARRAY_MEMBER];
} Transition;

#define TRANSITION_HEAD offsetof(Transition, state)

/* At the end of a transition, behind the library's state, there may be a buffer of numbers that are not in the state
 * yet, filled from its end: adding many at once takes a seventh of the time. Groups get it with their 65th row, so
 * that small ones stay small, and only from calls whose parameters are fixed. A state beside a buffer always has room for
 * as many rows as the buffer holds. */
#define BUFFERED 128
#define BUFFER_SIZE (BUFFERED * sizeof(double))
#define ROWS_BEFORE_BUFFER 64

static inline double *buffer_of(Transition *transition)
{
    return (double *)((char *)transition + VARSIZE(transition) - BUFFER_SIZE);
}

static inline Size state_length(const Transition *transition)
{
    return VARSIZE(transition) - TRANSITION_HEAD - (transition->buffer ? BUFFER_SIZE : 0);
}

/* Which of the two forms of an aggregate an SQL function belongs to. */
typedef enum Form { ANSWER, STATE } Form;

/* What is known about one call in one plan, kept in fn_extra. */
typedef struct Site {
    bool fixed;     /* constants and bound parameters only: no need to look at them again */
    bool accepted;  /* the library can release with them */
    struct Candidates *candidates;
} Site;

/* aggregate.c */
extern void require_aggregate(FunctionCallInfo fcinfo);
extern Site *site_of(FunctionCallInfo fcinfo);
extern Transition *start(FunctionCallInfo fcinfo, const Kind *kind, Form form, const Given *given, bool check);
extern Transition *prepare(FunctionCallInfo fcinfo, const Kind *kind, Form form);

/* room.c */
extern Transition *new_transition(uint8 code, Size size);
extern indp_status reserve(Transition **transition, bool buffer, uint64 more);
extern indp_status flush(Transition *transition);
extern const double *buffered(Transition *transition, Size *n);
extern indp_status add_when_full(const Kind *kind, bool may_buffer, Transition **transition, double value);
extern indp_status add_integer(Transition **transition, int64 value);

/* mode.c */
extern Transition *start_mode(FunctionCallInfo fcinfo, const Kind *kind, Form form, const Given *given);
extern void candidates_compare(FunctionCallInfo fcinfo, const Transition *first, const Kind *kind, Form form, const Given *row);
extern bool labels_are_valid(const unsigned char *state);
extern indp_status release_category(const Kind *kind, Transition *transition, double epsilon, MemoryContext context);

/* parameters.c */
extern bool parameters_are_fixed(FunctionCallInfo fcinfo, const Kind *kind, Form form);
extern void parameters_of_row(FunctionCallInfo fcinfo, const Kind *kind, Form form, Given *out);
extern void parameters_of_plan(FunctionCallInfo fcinfo, const Kind *kind, Form form, Given *out);
extern void parameters_compare(const Parameters *first, const Parameters *row, const Kind *kind, Form form);

/* release.c */
extern Datum finish_answer(FunctionCallInfo fcinfo, const Kind *kind);
extern Datum finish_state(FunctionCallInfo fcinfo, const Kind *kind);

/* bytes.c */
extern bytea *state_to_bytes(const void *state);
extern Transition *transition_of_state(const bytea *bytes);

/* messages.c. PostgreSQL 18 renamed its own word for this. */
#ifdef __GNUC__
#define NO_RETURN __attribute__((noreturn))
#else
#define NO_RETURN
#endif
NO_RETURN extern void fail_status(const char *function, indp_status status);
NO_RETURN extern void fail_parameter(const char *function, char parameter);
NO_RETURN extern void fail_changed(const char *function, char parameter);
NO_RETURN extern void fail_not_constant(const char *function, char parameter);
NO_RETURN extern void fail_no_row(const char *function);
NO_RETURN extern void fail_no_merge(const char *function);
NO_RETURN extern void fail_release(bool mode);
NO_RETURN extern void fail_outside(void);
NO_RETURN extern void fail_bytes(const char *type, int code);

static inline const char *name_of(const Kind *kind, Form form)
{
    return form == STATE ? kind->state_name : kind->name;
}

#endif
