/* Starts states that contain a public list, which is an array in SQL: the candidates of a mode or
 * of counts, or the edges of a histogram. The list of dp_bounds is not in the call. */
#include "indp_pg.h"

#include "datums.h"
#include "miscadmin.h"
#include "utils/array.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"

/* The most recent array, rows_per_person and centre of a call, and the empty state made from them.
 * The state of a new group starts as a copy of that empty state. */
typedef struct Empty {
    int64 rows;
    double centre;
    struct varlena *array; /* NULL for dp_bounds */
    Size size;
    unsigned char state[FLEXIBLE_ARRAY_MEMBER];
} Empty;

static double *edges(const Kind *kind, Form form, struct varlena *array, int *n)
{
    ArrayType *values = (ArrayType *)array;
    double *list;
    Datum *items;
    bool *nulls;
    int16 length;
    bool by_value;
    char alignment;
    if (ARR_NDIM(values) != 1)
        indppg_fail_parameter(name_of(kind, form), INDPX_EDGES);
    indppg_require_array(values, indppg_type_of_value(kind->value));
    get_typlenbyvalalign(ARR_ELEMTYPE(values), &length, &by_value, &alignment);
    deconstruct_array(values, ARR_ELEMTYPE(values), length, by_value, alignment, &items, &nulls, n);
    list = palloc(*n * sizeof *list);
    for (int i = 0; i < *n; i++) {
        CHECK_FOR_INTERRUPTS();
        if (nulls[i])
            indppg_fail_parameter(name_of(kind, form), INDPX_EDGES);
        list[i] = indppg_number_of(kind->value, items[i]);
    }
    return list;
}

static bool same_bytes(const struct varlena *a, const struct varlena *b)
{
    return VARSIZE(a) == VARSIZE(b) && memcmp(a, b, VARSIZE(a)) == 0;
}

static bool takes_list(const Kind *kind)
{
    return is_mode(kind) || kind->of->parameters[0] == INDPX_EDGES;
}

static bool is_known(const Empty *known, const struct varlena *array, const indpx_parameters *p)
{
    return known->rows == p->rows && memcmp(&known->centre, &p->lo, sizeof p->lo) == 0 &&
           (array == NULL || same_bytes(known->array, array));
}

/* The empty state of this call. It lives as long as the plan, and is built again only if the array
 * or another of those parameters differs from the most recent one. */
static const Empty *empty_of(FunctionCallInfo fcinfo, const Kind *kind, Form form,
                             const Given *given)
{
    Site *site = indppg_site_of(fcinfo);
    Empty *known = site->empty;
    struct varlena *array;
    void *list = NULL;
    int n = 0;
    size_t size;
    indp_status status;
    if (known != NULL && site->fixed)
        return known;
    array = takes_list(kind) ? PG_DETOAST_DATUM(given->array) : NULL;
    if (known != NULL && is_known(known, array, &given->parameters))
        return known;
    if (array != NULL)
        list = is_mode(kind) ? (void *)indppg_categories(kind, form, array, &n)
                             : (void *)edges(kind, form, array, &n);
    status = indpx_size(kind->of, &given->parameters, list, n, &size);
    if (status == INDP_OK && !AllocSizeIsValid(size + sizeof *known + TRANSITION_HEAD))
        status = INDP_E_CATEGORIES; /* edges never need this much memory */
    if (status != INDP_OK)
        indppg_fail_call(name_of(kind, form), kind->of->range, given->parameters.epsilon, status);
    site->empty = NULL;
    if (known != NULL) {
        if (known->array != NULL)
            pfree(known->array);
        pfree(known);
    }
    known = MemoryContextAllocZero(fcinfo->flinfo->fn_mcxt, sizeof *known + size);
    known->rows = given->parameters.rows;
    known->centre = given->parameters.lo;
    known->size = size;
    status = indpx_start(kind->of, known->state, size, &given->parameters, list, n);
    if (status != INDP_OK)
        indppg_fail_call(name_of(kind, form), kind->of->range, given->parameters.epsilon, status);
    if (array != NULL) {
        known->array = MemoryContextAlloc(fcinfo->flinfo->fn_mcxt, VARSIZE(array));
        memcpy(known->array, array, VARSIZE(array));
    }
    site->empty = known;
    return known;
}

Transition *indppg_start_listed(FunctionCallInfo fcinfo, const Kind *kind, Form form,
                                const Given *given)
{
    const Empty *empty = empty_of(fcinfo, kind, form, given);
    Transition *transition = indppg_new_transition(owner_of(kind, form), empty->size);
    memcpy(transition->state, empty->state, empty->size);
    return transition;
}

/* Checks that this row has the same edges as the first row, or the same candidates in any order.
 * Called if the plan does not prove that they are constant. */
void indppg_lists_compare(FunctionCallInfo fcinfo, const Transition *first, const Kind *kind,
                          Form form, const Given *row)
{
    if (indp_state_compatible(first->state, empty_of(fcinfo, kind, form, row)->state) != INDP_OK)
        indppg_fail_changed(name_of(kind, form), kind->of->parameters[0]);
}
