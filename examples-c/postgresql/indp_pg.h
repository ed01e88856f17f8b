/* What the files of this extension share.
 *
 * kinds.c       what each aggregate computes: the table to extend
 * inputs.c      the transition functions that SQL sees: one for each aggregate and type of value
 * values.c      dates, times and intervals as numbers and back
 * aggregate.c   a transition state gathers: start, rows, combine
 * room.c        its memory: the buffer, and growing
 * mode.c        the candidates of a mode, and the one that is chosen
 * release.c     and ends: answers, states, dp_release
 * parameters.c  parameters of one row: checked, compared
 * plan.c        parameters in the plan: whether they are constant, and what they are without rows
 * padding.c     values that count on rows an outer join padded
 * padded.c      what an expression is on such a row
 * missing.c     calls without epsilon or bounds
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
    int64 candidates; /* of a quantile, as in indp_quantile_init */
} Parameters;

/* What one call says: its numbers, and the array of candidates if it is a mode. */
typedef struct Given {
    Parameters parameters;
    Datum candidates;
} Given;

/* How values, bounds and answers look in SQL. All but candidates and counts are doubles to the library. Servers before 15
 * have a type named Value. */
typedef enum ValueType {
    VALUE_REAL,
    VALUE_COUNT,
    VALUE_TEXT,  /* a candidate */
    VALUE_INT8,  /* a candidate */
    VALUE_DATE,
    VALUE_TIMESTAMP,
    VALUE_TIMESTAMPTZ,
    VALUE_INTERVAL
} ValueType;

/* One aggregate over one type of answer. `parameters` names its arguments after x in order, one letter each, as in
 * parameters.c; the form that makes a state leaves out e. Those after e may be left out from the end. */
typedef struct Kind {
    uint8 id; /* in transitions, 1 to 63: never reused for another meaning */
    ValueType value;
    const char *name;
    const char *state_name;
    const char *parameters;
    uint8 code;       /* of the library's states */
    Size size;        /* of an empty state, but for a mode */
    bool whole;       /* of a quantile: candidates are whole numbers */
    indp_status (*init)(void *state, Size size, const Parameters *parameters); /* NULL for a mode */
} Kind;

/* Which of the two forms of an aggregate an SQL function belongs to. */
typedef enum Form { ANSWER, STATE } Form;

extern const Kind *kind_of_id(uint8 id);
extern bool is_kind(int32 code);

/* Which aggregate a transition belongs to. Every function that is handed a transition compares this before anything
 * else: users may combine our functions in aggregates of their own in ways that we never meant.
 * OWNER_NONE has seen no row and has no bytes of the library yet. A released transition takes no more rows, is not
 * combined and does not travel. */
typedef uint8 Owner;
#define OWNER_NONE 0
#define OWNER_MERGE 1
#define OWNER_RELEASED 0x80

static inline Owner owner_of(const Kind *kind, Form form)
{
    return (Owner)(2 * kind->id + form);
}

/* The transition state: a varlena without pointers, so that it can be copied, stored, spilled and sent. The SQL type is
 * dp_transition, aligned to 8 bytes. Once released the answer is kept: a rescan finalises the same state again. A
 * text is kept as its number among the candidates. */
typedef struct Transition {
    int32 vl_len_;
    Owner owner;
    uint8 zero;
    uint8 buffer; /* 1 if there is one */
    uint8 room;   /* numbers that still fit into it */
    union {
        double real;
        int64 integer;
        uint32 label; /* the number of a text among the candidates */
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

/* What is known about one call in one plan, kept in fn_extra. */
typedef struct Site {
    bool fixed;     /* constants and bound parameters only: no need to look at them again */
    bool accepted;  /* the library can release with them */
    struct Candidates *candidates;
} Site;

/* aggregate.c */
extern void require_aggregate(FunctionCallInfo fcinfo);
extern void require_no_aggregate(FunctionCallInfo fcinfo);
extern Transition *transition_of(FunctionCallInfo fcinfo, int argument);
extern Site *site_of(FunctionCallInfo fcinfo);
extern Transition *start(FunctionCallInfo fcinfo, const Kind *kind, Form form, const Given *given, bool check);
extern Transition *prepare(FunctionCallInfo fcinfo, const Kind *kind, Form form);

/* room.c */
extern Transition *new_transition(Owner owner, Size size);
extern indp_status reserve(Transition **transition, bool buffer, uint64 more);
extern indp_status flush(Transition *transition);
extern const double *buffered(Transition *transition, Size *n);
extern indp_status add_when_full(bool may_buffer, Transition **transition, double value);
extern indp_status add_integer(Transition **transition, int64 value);

/* mode.c */
extern Transition *start_mode(FunctionCallInfo fcinfo, const Kind *kind, Form form, const Given *given);
extern void candidates_compare(FunctionCallInfo fcinfo, const Transition *first, const Kind *kind, Form form, const Given *row);
extern bool labels_are_valid(const unsigned char *state);
extern bool labels_fit(const unsigned char *state, ValueType value);
extern indp_status release_category(const Kind *kind, Transition *transition, double epsilon);
extern struct varlena *category_text(const Transition *transition, uint32 number);
extern struct varlena *release_any_category(Transition *transition, double epsilon);

/* values.c */
extern Oid type_of_value(ValueType value);
extern double number_of(ValueType value, Datum datum);
extern Datum datum_of(ValueType value, double number);

/* parameters.c */
extern void parameters_clear(Given *out, const Kind *kind);
extern void parameters_set(Given *given, char letter, Datum value, bool is_null, const Kind *kind, Form form);
extern void parameters_round(Parameters *p, const Kind *kind);
extern void parameters_of_row(FunctionCallInfo fcinfo, const Kind *kind, Form form, Given *out);
extern void parameters_compare(const Parameters *first, const Parameters *row, const Kind *kind, Form form);
extern char next_letter(const char **letters, Form form);
extern void check_epsilon(double epsilon, const char *function);
extern void define_settings(void);

/* plan.c */
extern bool parameters_are_fixed(FunctionCallInfo fcinfo, const Kind *kind, Form form);
extern void parameters_of_plan(FunctionCallInfo fcinfo, const Kind *kind, Form form, Given *out);

/* padding.c */
struct Aggref;
struct Plan;
extern bool counts_padding(const struct Aggref *aggref, const struct Plan *plan);

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
NO_RETURN extern void fail_inside(void);
NO_RETURN extern void fail_owner(void);
NO_RETURN extern void fail_padding(const char *function);
NO_RETURN extern void fail_limit(const char *function);
NO_RETURN extern void fail_missing(const char *function, int given);
NO_RETURN extern void fail_bytes(const char *type, int code);

static inline const char *name_of(const Kind *kind, Form form)
{
    return form == STATE ? kind->state_name : kind->name;
}

#endif
