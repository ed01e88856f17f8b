/* Releases answers that are lists: several quantiles, the counts of a histogram, the counts of
 * candidates, bounds, and averages with their parts. The list that the call gives (q, edges or
 * candidates) is an array in SQL, which the final function evaluates once more. No privacy is lost
 * if its value has changed since the first row. A state of counts keeps the first list, so the call
 * fails unless the new list has the same candidates, or for a histogram the same number of edges.
 * From the state of a quantile, any quantiles can be released, since the release does not use the q
 * in the state. */
#include "indp_pg.h"

#include <math.h>

#include "catalog/pg_type.h"
#include "labels.h"
#include "messages.h"
#include "nodes/execnodes.h"
#include "parts.h"
#include "utils/array.h"
#include "utils/builtins.h"
#include "utils/float.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"

typedef union Answer {
    double real;
    int64 count;
} Answer;

/* The places of an answer with parts. */
enum { VALUE, COUNT, SUMS, SCALE = SUMS + 3, NUMBER, PARTS };

/* The list that a call gives, and the answers that the call's final function has returned. They
 * live as long as the plan. Answers are kept here and not in the transition state, which may be too
 * small for them and must not contain a pointer. */
typedef struct Lists {
    size_t n;                        /* the length of an answer */
    const double *q;                 /* the list of dp_quantiles; else NULL */
    const indp_category *candidates; /* the list of dp_counts, as the call orders it; else NULL */
    uint64 first;                    /* items overwritten so far; answer.place counts them, too */
    uint64 used, room;               /* how many items `answers` holds, and how many fit */
    Answer *answers;
} Lists;

static const double *read_q(const char *function, Datum datum, size_t *n)
{
    ArrayType *array = DatumGetArrayTypeP(datum);
    if (ARR_NDIM(array) != 1 || ARR_ELEMTYPE(array) != FLOAT8OID || array_contains_nulls(array) ||
        ARR_DIMS(array)[0] > INDPX_MOST_QS)
        indppg_fail_parameter(function, INDPX_QS);
    *n = (size_t)ARR_DIMS(array)[0];
    return (const double *)ARR_DATA_PTR(array);
}

/* Replaces the error about one quantile by the error whose message states the rule for the list
 * q. */
static indp_status of_list(indp_status status)
{
    return status == INDP_E_QUANTILE ? INDP_E_QUANTILES : status;
}

indp_status indppg_can_release_list(const Kind *kind, const Transition *transition,
                                    const Given *given)
{
    double epsilon = transition->parameters.epsilon;
    indp_options *options;
    indp_status status = indppg_options(kind->of, &options);
    if (status == INDP_OK && kind->of->gives == INDPX_GIVES_PARTS) {
        status = indp_state_can_release(transition->state, epsilon, options);
    } else if (status == INDP_OK && kind->of->code == INDP_KIND_QUANTILE) {
        size_t n;
        const double *q = read_q(kind->of->name, given->array, &n);
        status = indp_quantile_can_release_many(transition->state, q, n, epsilon, options);
    } else if (status == INDP_OK && indpx_is_bounds(kind->of)) {
        status = indp_state_can_release_bounds(transition->state, epsilon, options);
    } else if (status == INDP_OK) {
        status = indp_state_can_release_counts(transition->state, epsilon, options);
    }
    indp_options_free(options);
    return of_list(status);
}

/* Reads the list that the call gives. The result points into a copy of the array, which stays in
 * the current memory context. */
static Lists *read_lists(const Kind *kind, Datum array)
{
    Lists *lists = palloc0(sizeof *lists);
    struct varlena *own;
    if (indpx_is_bounds(kind->of) || kind->of->gives == INDPX_GIVES_PARTS) {
        lists->n = indpx_is_bounds(kind->of) ? 2 : PARTS;
        return lists;
    }
    own = PG_DETOAST_DATUM_COPY(array);
    if (kind->of->code == INDP_KIND_QUANTILE) {
        lists->q = read_q(kind->of->name, PointerGetDatum(own), &lists->n);
    } else if (is_mode(kind)) {
        int n;
        lists->candidates = indppg_categories(kind, ANSWER, own, &n);
        lists->n = (size_t)n;
    } else {
        ArrayType *edges = (ArrayType *)own;
        lists->n = ARR_NDIM(edges) == 1 ? (size_t)ARR_DIMS(edges)[0] + 2 : 0;
    }
    return lists;
}

static Lists *lists_of(FunctionCallInfo fcinfo, const Kind *kind)
{
    Site *site = indppg_site_of(fcinfo);
    MemoryContext before;
    Given given;
    if (site->lists != NULL)
        return site->lists;
    indppg_parameters_of_plan(fcinfo, kind, ANSWER, &given);
    before = MemoryContextSwitchTo(fcinfo->flinfo->fn_mcxt);
    site->lists = read_lists(kind, given.array);
    MemoryContextSwitchTo(before);
    return site->lists;
}

/* Writes the counts in the order in which the call lists the candidates. */
static indp_status sort_counts(const void *state, const Lists *lists, const int64 *counts,
                               Answer *out)
{
    for (size_t i = 0; i < lists->n; i++) {
        size_t place;
        if (!indpx_find(state, &lists->candidates[i], &place))
            return INDP_E_STATE;
        out[i].count = counts[place];
    }
    return INDP_OK;
}

/* Releases all counts of the state. Fails if their number does not fit the list. That happens if
 * the value of the list has changed, or if the transition state is from another plan. */
static indp_status draw_counts(void *state, const Lists *lists, double epsilon,
                               const indp_options *options, Answer *out)
{
    size_t n;
    int64 *counts;
    indp_status status = indp_state_counts(state, &n);
    if (status != INDP_OK || n != lists->n)
        return status != INDP_OK ? status : INDP_E_STATE;
    if (lists->candidates == NULL)
        return indp_state_release_counts(state, epsilon, options, (int64_t *)&out->count, n);
    /* An error would leak the options. */
    counts = palloc_extended(n * sizeof *counts, MCXT_ALLOC_NO_OOM);
    if (counts == NULL)
        return INDP_E_NO_MEMORY;
    status = indp_state_release_counts(state, epsilon, options, (int64_t *)counts, n);
    if (status == INDP_OK)
        status = sort_counts(state, lists, counts, out);
    pfree(counts);
    return status;
}

/* If there are no bounds, both numbers become NaN, which no bound is. */
static indp_status draw_bounds(void *state, double epsilon, Answer *out)
{
    double bounds[2];
    int found;
    indp_status status = indpx_release_bounds(state, epsilon, bounds, &found);
    for (int i = 0; i < 2; i++)
        out[i].real = found ? bounds[i] : get_float8_nan();
    return status;
}

static indp_status draw_parts(void *state, double epsilon, const indp_options *options, Answer *out)
{
    indp_parts parts = { sizeof parts, 0, 0, 0, { 0, 0, 0 }, 0 };
    indp_status status = indp_state_release_parts(state, epsilon, options, &parts);
    out[VALUE].real = parts.value;
    out[COUNT].real = parts.count;
    for (int i = 0; i < 3; i++)
        out[SUMS + i].real = parts.sum[i];
    out[SCALE].real = parts.scale;
    out[NUMBER].count = (int64)parts.number;
    return status;
}

static Datum text_of_parts(const Answer *answer)
{
    indp_parts parts = { sizeof parts,       answer[VALUE].real,
                         answer[COUNT].real, (size_t)answer[NUMBER].count,
                         { 0, 0, 0 },        answer[SCALE].real };
    char json[INDPX_PARTS_SIZE];
    for (int i = 0; i < 3; i++)
        parts.sum[i] = answer[SUMS + i].real;
    indpx_parts_write(&parts, json);
    return PointerGetDatum(cstring_to_text(json));
}

static indp_status draw(const indpx_kind *kind, Transition *transition, const Lists *lists,
                        double epsilon, Answer *out)
{
    indp_options *options;
    indp_status status = indppg_options(kind, &options);
    if (status == INDP_OK && kind->gives == INDPX_GIVES_PARTS)
        status = draw_parts(transition->state, epsilon, options, out);
    else if (status == INDP_OK && indpx_is_bounds(kind))
        status = draw_bounds(transition->state, epsilon, out);
    else if (status == INDP_OK)
        status = kind->code == INDP_KIND_QUANTILE
                     ? indp_quantile_release_many(transition->state, lists->q, lists->n, epsilon,
                                                  options, &out->real)
                     : draw_counts(transition->state, lists, epsilon, options, out);
    indp_options_free(options);
    return of_list(status);
}

/* Whether PostgreSQL may call the final function of a group again. It does so only if it rescans a
 * hash table. */
static bool is_hashed(FunctionCallInfo fcinfo)
{
    AggStrategy strategy = ((AggState *)fcinfo->context)->aggstrategy;
    return strategy == AGG_HASHED || strategy == AGG_MIXED;
}

/* Draws the answers and keeps them. If no rescan can ask for them again, the next group overwrites
 * them. */
indp_status indppg_release_list(FunctionCallInfo fcinfo, const Kind *kind, Transition *transition)
{
    Lists *lists = lists_of(fcinfo, kind);
    indp_status status;
    if (!is_hashed(fcinfo)) {
        lists->first += lists->used;
        lists->used = 0;
    }
    if (lists->used + lists->n > lists->room) {
        uint64 room = 2 * lists->room + lists->n;
        Size size = room * sizeof *lists->answers;
        lists->answers = lists->answers == NULL
                             ? MemoryContextAllocHuge(fcinfo->flinfo->fn_mcxt, size)
                             : repalloc_huge(lists->answers, size);
        lists->room = room;
    }
    status = draw(kind->of, transition, lists, transition->parameters.epsilon,
                  lists->answers + lists->used);
    if (status == INDP_OK) {
        transition->answer.place = lists->first + lists->used;
        lists->used += lists->n;
    }
    return status;
}

/* The array of an answer. Quantiles have the type of x, bounds are numbers, counts are bigints. No
 * bounds are NULL. An answer with parts is JSON instead. */
static Datum datum_of(FunctionCallInfo fcinfo, const indpx_kind *kind, ValueType value,
                      const Answer *answer, size_t n)
{
    bool reals = kind->gives == INDPX_GIVES_REALS;
    Oid type = reals ? indppg_type_of_value(value) : INT8OID;
    Datum *items = palloc(n * sizeof *items);
    int16 length;
    bool by_value;
    char alignment;
    if (kind->gives == INDPX_GIVES_PARTS)
        return text_of_parts(answer);
    if (indpx_is_bounds(kind) && isnan(answer[0].real)) {
        fcinfo->isnull = true;
        return (Datum)0;
    }
    for (size_t i = 0; i < n; i++)
        items[i] = reals ? indppg_datum_of(value, answer[i].real) : Int64GetDatum(answer[i].count);
    get_typlenbyvalalign(type, &length, &by_value, &alignment);
    return PointerGetDatum(construct_array(items, (int)n, type, length, by_value, alignment));
}

/* Returns the kept answers as an array. The check protects against a transition state from another
 * plan. */
Datum indppg_list(FunctionCallInfo fcinfo, const Kind *kind, const Transition *kept)
{
    const Lists *lists = lists_of(fcinfo, kind);
    uint64 place = kept->answer.place - lists->first;
    if (place > lists->used || lists->used - place < lists->n)
        indppg_fail_owner();
    return datum_of(fcinfo, kind->of, kind->value, lists->answers + place, lists->n);
}

/* Releases a stored state. */
static Datum release_stored(FunctionCallInfo fcinfo, const char *function, const indpx_kind *kind,
                            Transition *transition, const Lists *lists, double epsilon)
{
    Answer *answers = palloc(lists->n * sizeof *answers);
    indp_status status = draw(kind, transition, lists, epsilon, answers);
    if (status != INDP_OK)
        indppg_fail_call(function, INDPX_STATE_RANGE, epsilon, status);
    return datum_of(fcinfo, kind, VALUE_REAL, answers, lists->n);
}

Datum indppg_release_quantiles(FunctionCallInfo fcinfo, Transition *transition, Datum array,
                               double epsilon)
{
    Lists lists = { 0 };
    lists.q = read_q("dp_release_quantiles", array, &lists.n);
    return release_stored(fcinfo, "dp_release_quantiles", &indpx_kinds[INDPX_QUANTILES], transition,
                          &lists, epsilon);
}

/* For the state of a mode, the counts are in the order in which the state keeps its candidates. */
Datum indppg_release_counts(FunctionCallInfo fcinfo, Transition *transition, double epsilon)
{
    Lists lists = { 0 };
    indp_status status = indp_state_counts(transition->state, &lists.n);
    if (status != INDP_OK)
        indppg_fail_status("dp_release_counts", status);
    return release_stored(fcinfo, "dp_release_counts", &indpx_kinds[INDPX_HISTOGRAM], transition,
                          &lists, epsilon);
}

Datum indppg_release_bounds(FunctionCallInfo fcinfo, Transition *transition, double epsilon)
{
    Lists lists = { .n = 2 };
    return release_stored(fcinfo, "dp_release_bounds", &indpx_kinds[INDPX_BOUNDS], transition,
                          &lists, epsilon);
}
