/* Declarations that the files of this extension share. "Transition" is short for the transition
 * state of an aggregate. Each file calls only files below it in this list, and ../../common.
 *
 * inputs.c      defines the transition functions of SQL, one for each aggregate and type of value,
 *               and the final functions
 * stored.c      releases stored states: dp_release, dp_release_mode, dp_release_parts,
 *               dp_release_quantiles, dp_release_counts and dp_release_bounds
 * release.c     does the work of the final functions: turns a transition into an answer or a state
 * merge.c       merges two transitions
 * types.c       converts dp_state and dp_transition to and from text, binary and bytea
 * start.c       starts a state at the first row of a group, and compares later parameters with it
 * lists.c       releases answers that are lists: several quantiles, all counts
 * listed.c      starts states that contain a public list: candidates or edges
 * state.c       converts the library's bytes to a transition and back
 * candidates.c  reads and checks the candidates of a mode
 * transition.c  manages the memory of a transition: its buffer and its growth
 * plan.c        reads parameters from the plan: whether they are constant, and their values
 * padding.c     finds aggregates that count rows padded by an outer join
 * padded.c      derives the value of an expression on a padded row
 * parameters.c  checks the parameters of one row
 * settings.c    defines the settings of the extension, and changes settings for a while
 * values.c      converts dates, times and intervals to numbers and back
 * kinds.c       contains the table of aggregates
 * call.c        checks the caller of a function, and keeps data between its calls
 * fail.c        raises the errors of all these files
 *
 * The folders are protected (approves queries over protected tables), answer (computes their
 * answers), total (functions that cannot fail), ledger (charges budgets) and owner (what the owner
 * of a table calls). Each has a header that explains it.
 *
 * Outside this order are error.c (error bounds), missing.c (calls without epsilon or bounds) and
 * module.c (loading).
 *
 * The library never calls back, so no function of PostgreSQL runs inside it. The extension raises
 * errors after the library has returned, so a longjmp skips none of the library's code. Except for
 * the options of a release (indppg_options), the library keeps no memory between calls.
 */
#ifndef INDP_PG_H
#define INDP_PG_H

#include "postgres.h"

#include "fmgr.h"
#if PG_VERSION_NUM >= 160000
#include "varatt.h"
#endif
#include "indp.h"
#include "kinds.h"
#include "parameters.h"

/* The parameters of one call: its numbers and, if it has one, its array (candidates, edges, or the
 * list q of dp_quantiles). */
typedef struct Given {
    indpx_parameters parameters;
    Datum array;
} Given;

/* The SQL type of values, bounds and answers. They are doubles in the library, except for
 * candidates, counts and integers beyond 2^53. (Servers before 15 already use the name Value.) */
typedef enum ValueType {
    VALUE_REAL,
    VALUE_COUNT,
    VALUE_TEXT, /* a candidate of a mode or of counts */
    VALUE_INT8, /* a candidate of a mode or of counts */
    VALUE_DATE,
    VALUE_TIMESTAMP,
    VALUE_TIMESTAMPTZ,
    VALUE_INTERVAL
} ValueType;

/* One aggregate with one type of answer. aggregates.h lists all of them. */
typedef struct Kind {
    uint8 id; /* 1 to 63; part of a transition, so never reused with another meaning */
    ValueType value;
    bool whole; /* the candidates of a quantile are whole numbers by default */
    const indpx_kind *of;
} Kind;

/* What an aggregate returns: an answer or a state. */
typedef enum Form { ANSWER, STATE } Form;

static inline bool is_mode(const Kind *kind)
{
    return kind->of->values == INDPX_LABELS;
}

static inline bool is_histogram(const Kind *kind)
{
    return kind->of->code == INDP_KIND_HISTOGRAM;
}

/* Whether the answer is a list. */
static inline bool is_list(const Kind *kind)
{
    return indpx_is_list(kind->of);
}

/* Defined in kinds.c. Returns NULL for an id that is not in the table. */
extern const Kind *indppg_kind_of_id(uint8 id);

/* The aggregate that a transition belongs to. Every function that receives a transition checks
 * its owner first, because users may combine these functions in aggregates of their own in
 * unintended ways. A transition of OWNER_NONE has seen no row, and holds no bytes of the library
 * yet. A released transition accepts no more rows, cannot be combined and cannot be sent. */
typedef uint8 Owner;
#define OWNER_NONE 0
#define OWNER_MERGE 1
#define OWNER_RELEASED 0x80

static inline Owner owner_of(const Kind *kind, Form form)
{
    return (Owner)(2 * kind->id + form);
}

/* The transition state is a varlena without pointers, so that PostgreSQL can copy, store, spill and
 * send it. Its SQL type is dp_transition, aligned to 8 bytes. After a release it keeps the answer,
 * since a rescan calls the final function again on the same transition state. */
typedef struct Transition {
    int32 vl_len_;
    Owner owner;
    uint8 zero;
    uint8 buffer; /* 1 if there is a buffer */
    uint8 room;   /* free entries of the buffer */
    union {
        double real;
        int64 integer;
        uint64 candidate; /* a text is kept as its index among the candidates */
        uint64 place;     /* where a list begins among those that lists.c keeps in the Site */
    } answer;
    indpx_parameters parameters;
    unsigned char state[FLEXIBLE_ARRAY_MEMBER];
} Transition;

#define TRANSITION_HEAD offsetof(Transition, state)

/* A transition may end with a buffer of numbers that are not in the library's state yet. The buffer
 * exists because adding many numbers at once takes a seventh of the time of adding them one by one.
 * The buffer is filled from its end. A group gets a buffer only if the parameters are fixed, and
 * only after its 64th row, so that small groups stay small. A state with a buffer always has room
 * for all rows that the buffer can hold. */
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

/* Facts about one call of an aggregate in one plan. They are kept in fn_extra. */
typedef struct Site {
    bool fixed;    /* the parameters are constants or bound parameters and need no further check */
    bool accepted; /* the library can release with these parameters */
    struct Empty *empty;
    struct Lists *lists;
} Site;

/* call.c */
extern void indppg_require_aggregate(FunctionCallInfo fcinfo);
extern void indppg_require_no_aggregate(FunctionCallInfo fcinfo);
extern Site *indppg_site_of(FunctionCallInfo fcinfo);

/* transition.c */
extern Transition *indppg_transition_of(FunctionCallInfo fcinfo, int argument);
extern Transition *indppg_new_transition(Owner owner, Size size);
extern indp_status indppg_reserve(Transition **transition, bool buffer, uint64 more);
extern indp_status indppg_flush(Transition *transition);
extern const double *indppg_buffered(Transition *transition, Size *n);
extern indp_status indppg_add_when_full(bool may_buffer, Transition **transition, double value);
extern indp_status indppg_add_integer(Transition **transition, int64 value);

/* start.c */
extern Transition *indppg_start(FunctionCallInfo fcinfo, const Kind *kind, Form form,
                                const Given *given, bool check);
extern Transition *indppg_prepare(FunctionCallInfo fcinfo, const Kind *kind, Form form);

/* listed.c */
extern Transition *indppg_start_listed(FunctionCallInfo fcinfo, const Kind *kind, Form form,
                                       const Given *given);
extern void indppg_lists_compare(FunctionCallInfo fcinfo, const Transition *first, const Kind *kind,
                                 Form form, const Given *row);

/* candidates.c */
extern indp_category *indppg_categories(const Kind *kind, Form form, struct varlena *array, int *n);
extern bool indppg_labels_are_valid(const unsigned char *state);
extern bool indppg_labels_fit(const unsigned char *state, ValueType value);
extern text *indppg_candidate_text(const Transition *transition, uint64 number);

/* lists.c */
extern indp_status indppg_can_release_list(const Kind *kind, const Transition *transition,
                                           const Given *given);
extern indp_status indppg_release_list(FunctionCallInfo fcinfo, const Kind *kind,
                                       Transition *transition);
extern Datum indppg_list(FunctionCallInfo fcinfo, const Kind *kind, const Transition *kept);
extern Datum indppg_release_quantiles(FunctionCallInfo fcinfo, Transition *transition, Datum array,
                                      double epsilon);
extern Datum indppg_release_counts(FunctionCallInfo fcinfo, Transition *transition, double epsilon);
extern Datum indppg_release_bounds(FunctionCallInfo fcinfo, Transition *transition, double epsilon);

/* values.c */
extern Oid indppg_type_of_value(ValueType value);
extern double indppg_number_of(ValueType value, Datum datum);
extern Datum indppg_datum_of(ValueType value, double number);

/* parameters.c */
extern void indppg_parameters_clear(Given *out, const Kind *kind);
extern void indppg_parameters_set(Given *given, indpx_parameter parameter, Datum value,
                                  bool is_null, const Kind *kind, Form form);
extern void indppg_parameters_end(Given *out, const Kind *kind, Form form);
extern void indppg_parameters_of_row(FunctionCallInfo fcinfo, const Kind *kind, Form form,
                                     Given *out);
extern void indppg_parameters_compare(const indpx_parameters *first, const indpx_parameters *row,
                                      const Kind *kind, Form form);

/* settings.c */
extern void indppg_define_settings(void);
extern void indppg_check_epsilon(double epsilon, const char *function);
extern indp_status indppg_options(const indpx_kind *kind, indp_options **out);
extern void indppg_force(const char *name, const char *value);
extern const char *indppg_budget_name(void);
extern bool indppg_is_inside(void);
extern void indppg_go_inside(void);

/* Defined in answer/bare.c. indppg_is_in_c tells whether only a superuser can have made the
 * function; indppg_check_inside refuses others inside. */
extern bool indppg_is_in_c(Oid function);
extern void indppg_check_inside(Oid function);

/* plan.c */
extern bool indppg_parameters_are_fixed(FunctionCallInfo fcinfo, const Kind *kind, Form form);
extern void indppg_parameters_of_plan(FunctionCallInfo fcinfo, const Kind *kind, Form form,
                                      Given *out);

/* padding.c */
struct Aggref;
struct Plan;
extern bool indppg_counts_padding(const struct Aggref *aggref, const struct Plan *plan);

/* release.c */
extern indp_status indppg_draw(const indpx_kind *kind, Transition *transition, double epsilon,
                               indp_value *value);
extern Datum indppg_finish_answer(FunctionCallInfo fcinfo, const Kind *kind);
extern Datum indppg_finish_state(FunctionCallInfo fcinfo, const Kind *kind);

/* state.c */
extern bytea *indppg_state_to_bytes(const void *state);
extern Transition *indppg_deserialise(Owner owner, const unsigned char *data, Size length);
extern Transition *indppg_transition_of_state(const bytea *bytes);
extern bytea *indppg_check_state(bytea *bytes, int code);

/* fail.c */

/* Replaces PostgreSQL's own macro, whose name changed in version 18. */
#ifdef __GNUC__
#define NO_RETURN __attribute__((noreturn))
#else
#define NO_RETURN
#endif
/* indppg_fail_status reports an error that occurred when the library added rows or merged states.
 * indppg_fail_call reports an error that occurred when the library started or released a state.
 * `range` is the field of that name in indpx_kind, or INDPX_STATE_RANGE for a stored state. */
NO_RETURN extern void indppg_fail_status(const char *function, indp_status status);
NO_RETURN extern void indppg_fail_call(const char *function, const char *range, double epsilon,
                                       indp_status status);
extern const char *indppg_number_text(double number); /* as short as possible */
NO_RETURN extern void indppg_fail_parameter(const char *function, indpx_parameter parameter);
NO_RETURN extern void indppg_fail_changed(const char *function, indpx_parameter parameter);
NO_RETURN extern void indppg_fail_not_constant(const char *function, indpx_parameter parameter);
NO_RETURN extern void indppg_fail_no_row(const char *function);
NO_RETURN extern void indppg_fail_no_merge(const char *function);
NO_RETURN extern void indppg_fail_release(int32_t code);
NO_RETURN extern void indppg_fail_no_mode(int32_t code);
NO_RETURN extern void indppg_fail_quantiles(void);
NO_RETURN extern void indppg_fail_counts(void);
NO_RETURN extern void indppg_fail_bounds(void);
NO_RETURN extern void indppg_fail_parts(int32_t code);
NO_RETURN extern void indppg_fail_outside(void);
NO_RETURN extern void indppg_fail_inside(void);
NO_RETURN extern void indppg_fail_owner(void);
NO_RETURN extern void indppg_fail_padding(const char *function);
NO_RETURN extern void indppg_fail_whole(const char *function);
NO_RETURN extern void indppg_fail_distinct(const char *function);
NO_RETURN extern void indppg_fail_limit(const char *function);
NO_RETURN extern void indppg_fail_missing(const char *function, int given);
NO_RETURN extern void indppg_fail_bytes(const char *type, int code);

/* The hint of the error that a query over a protected table raises in parallel mode. */
#define INDPPG_NOT_PARALLEL                                           \
    "Mark the function that runs this query PARALLEL UNSAFE, or SET " \
    "max_parallel_workers_per_gather = 0."

/* PostgreSQL's copyObject uses a compiler extension. */
#define COPY(NODE) copyObjectImpl(NODE)

static inline const char *name_of(const Kind *kind, Form form)
{
    return form == STATE ? kind->of->state_name : kind->of->name;
}

#endif
