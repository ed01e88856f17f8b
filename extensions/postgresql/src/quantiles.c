/* Releases several quantiles at once. Their list q is an array in SQL. It must be a constant or a
 * bound parameter, so the final function can read it from the plan. */
#include "indp_pg.h"

#include "catalog/pg_type.h"
#include "messages.h"
#include "nodes/execnodes.h"
#include "utils/array.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"

/* The list q of a call, and the answers that its final function has returned. They live as long as
 * the plan. Answers are kept here and not in the transition state, which may be too small for them
 * and must not contain a pointer. */
typedef struct Lists {
    size_t n; /* the number of quantiles */
    double *q;
    uint64 first;      /* the place of the first kept answer */
    uint64 used, room; /* numbers of kept answers */
    double *answers;
} Lists;

static const double *read_q(const char *function, Datum datum, size_t *n)
{
    ArrayType *array = DatumGetArrayTypeP(datum);
    if (ARR_NDIM(array) != 1 || ARR_ELEMTYPE(array) != FLOAT8OID || array_contains_nulls(array) || ARR_DIMS(array)[0] > INDPX_MOST_QS)
        indppg_fail_parameter(function, INDPX_QS);
    *n = (size_t)ARR_DIMS(array)[0];
    return (const double *)ARR_DATA_PTR(array);
}

/* The message about a wrong element has the rule of the list. */
static indp_status of_list(indp_status status)
{
    return status == INDP_E_QUANTILE ? INDP_E_QUANTILES : status;
}

indp_status indppg_can_release_list(const Kind *kind, const Transition *transition, const Given *given)
{
    size_t n;
    const double *q = read_q(kind->of->name, given->array, &n);
    indp_options *options;
    indp_status status = indppg_options(kind->of, &options);
    if (status == INDP_OK)
        status = indp_quantile_can_release_many(transition->state, q, n, transition->parameters.epsilon, options);
    indp_options_free(options);
    return of_list(status);
}

static Lists *lists_of(FunctionCallInfo fcinfo, const Kind *kind)
{
    Site *site = indppg_site_of(fcinfo);
    MemoryContext context = fcinfo->flinfo->fn_mcxt;
    Lists *lists = site->lists;
    Given given;
    const double *q;
    size_t n;
    if (lists != NULL)
        return lists;
    indppg_parameters_of_plan(fcinfo, kind, ANSWER, &given);
    q = read_q(kind->of->name, given.array, &n);
    lists = MemoryContextAllocZero(context, sizeof *lists);
    lists->n = n;
    lists->q = MemoryContextAlloc(context, n * sizeof *q);
    memcpy(lists->q, q, n * sizeof *q);
    site->lists = lists;
    return lists;
}

static indp_status draw(const indpx_kind *kind, Transition *transition, const double *q, size_t n, double epsilon, double *out)
{
    indp_options *options;
    indp_status status = indppg_options(kind, &options);
    if (status == INDP_OK)
        status = indp_quantile_release_many(transition->state, q, n, epsilon, options, out);
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
        lists->answers = lists->answers == NULL ? MemoryContextAllocHuge(fcinfo->flinfo->fn_mcxt, size)
                                                : repalloc_huge(lists->answers, size);
        lists->room = room;
    }
    status = draw(kind->of, transition, lists->q, lists->n, transition->parameters.epsilon, lists->answers + lists->used);
    if (status == INDP_OK) {
        transition->answer.place = lists->first + lists->used;
        lists->used += lists->n;
    }
    return status;
}

static Datum array_of(ValueType value, const double *numbers, size_t n)
{
    Oid type = indppg_type_of_value(value);
    Datum *items = palloc(n * sizeof *items);
    int16 length;
    bool by_value;
    char alignment;
    for (size_t i = 0; i < n; i++)
        items[i] = indppg_datum_of(value, numbers[i]);
    get_typlenbyvalalign(type, &length, &by_value, &alignment);
    return PointerGetDatum(construct_array(items, (int)n, type, length, by_value, alignment));
}

/* The kept answers. The check protects against a transition state from another plan. */
Datum indppg_list(FunctionCallInfo fcinfo, const Kind *kind, const Transition *kept)
{
    const Lists *lists = lists_of(fcinfo, kind);
    uint64 place = kept->answer.place - lists->first;
    if (place > lists->used || lists->used - place < lists->n)
        indppg_fail_owner();
    return array_of(kind->value, lists->answers + place, lists->n);
}

/* Releases a stored state. */
Datum indppg_release_quantiles(Transition *transition, Datum array, double epsilon)
{
    static const char function[] = "dp_release_quantiles";
    size_t n;
    const double *q = read_q(function, array, &n);
    double *answers = palloc(n * sizeof *answers);
    indp_status status = draw(&indpx_kinds[INDPX_QUANTILES], transition, q, n, epsilon, answers);
    if (status != INDP_OK)
        indppg_fail_call(function, INDPX_STATE_RANGE, epsilon, status);
    return array_of(VALUE_REAL, answers, n);
}
