/* The life of a transition state. */
#include "indp_pg.h"

#include "utils/memutils.h"

PG_MODULE_MAGIC;

extern void _PG_init(void);

/* A build that computes wrongly on this machine must not release anything. */
void _PG_init(void)
{
    indp_status status = indp_self_test();
    if (status != INDP_OK)
        fail_status("indp", status);
}

void require_aggregate(FunctionCallInfo fcinfo)
{
    if (!AggCheckCallContext(fcinfo, NULL))
        fail_outside();
}

static Transition *new_transition(const Kind *kind)
{
    Size size = TRANSITION_HEAD + (kind == NULL ? 0 : kind->size);
    Transition *transition = palloc0(size);
    SET_VARSIZE(transition, size);
    transition->kind = kind == NULL ? 0 : kind->code;
    return transition;
}

/* The values in the buffer, and how many. */
static const double *buffered(const Transition *transition, Size *n)
{
    Size size = kind_of_code(transition->kind)->size;
    Size room = (VARSIZE(transition) - TRANSITION_HEAD - size) / sizeof(double);
    *n = room - transition->room;
    return (const double *)(transition->state + size) + transition->room;
}

/* Brings the state up to date. */
indp_status flush(Transition *transition)
{
    Size n;
    const double *values = buffered(transition, &n);
    indp_status status = n == 0 ? INDP_OK : indp_state_add_many(transition->state, values, n);
    if (status == INDP_OK)
        transition->room += n;
    return status;
}

/* The same transition with an empty buffer. The caller returns it, and PostgreSQL replaces the old one. */
static Transition *with_buffer(const Transition *transition)
{
    Size size = VARSIZE(transition);
    Transition *larger = palloc(size + BUFFERED * sizeof(double));
    memcpy(larger, transition, size);
    SET_VARSIZE(larger, size + BUFFERED * sizeof(double));
    larger->room = BUFFERED;
    return larger;
}

/* Adds a number for which there is no room in a buffer, or no buffer yet. Only a state of this very kind gets one:
 * callers write into it without looking. */
indp_status add_when_full(const Kind *kind, bool may_buffer, Transition **transition, double value)
{
    Transition *t = *transition;
    uint64_t rows;
    indp_status status = flush(t);
    if (status != INDP_OK)
        return status;
    if (t->room > 0) {
        ((double *)(t->state + kind->size))[--t->room] = value;
        return INDP_OK;
    }
    status = indp_state_add(t->state, value);
    if (status != INDP_OK || !may_buffer || t->kind != kind->code)
        return status;
    status = indp_state_rows(t->state, &rows);
    if (status == INDP_OK && rows >= ROWS_BEFORE_BUFFER)
        *transition = with_buffer(t);
    return status;
}

/* In the current memory context: PostgreSQL copies what a transition function returns to the aggregate's. With
 * check, bad parameters are refused now, on the first row, and not after the last. */
Transition *start(const Kind *kind, Form form, const Parameters *parameters, bool check)
{
    Transition *transition = new_transition(kind);
    indp_status status;
    transition->parameters = *parameters;
    status = kind->init(transition->state, kind->size, parameters);
    if (status == INDP_OK && check && form == ANSWER)
        status = indp_state_can_release(transition->state, parameters->epsilon, NULL);
    if (status != INDP_OK)
        fail_status(name_of(kind, form), status);
    return transition;
}

/* What a row needs besides adding its value: checks at the first row of a plan, a state at the first of a
 * group, and comparing the parameters unless the plan is proof that they are constant. */
Transition *prepare(FunctionCallInfo fcinfo, const Kind *kind, Form form)
{
    Transition *transition = PG_ARGISNULL(0) ? NULL : (Transition *)PG_GETARG_POINTER(0);
    Site *site = fcinfo->flinfo->fn_extra;
    Parameters parameters;
    if (site == NULL) {
        require_aggregate(fcinfo);
        site = MemoryContextAllocZero(fcinfo->flinfo->fn_mcxt, sizeof *site);
        site->fixed = parameters_are_fixed(fcinfo, kind, form);
        fcinfo->flinfo->fn_extra = site;
    }
    parameters_of_row(fcinfo, kind, form, &parameters);
    if (transition == NULL || transition->kind == 0) {
        transition = start(kind, form, &parameters, !site->accepted);
        site->accepted = site->fixed;
    } else {
        parameters_compare(&transition->parameters, &parameters, kind, form);
    }
    return transition;
}

/* The library's merge checks kind and parameters, epsilon is ours. */
static Transition *combine(const char *function, Transition *left, const Transition *right)
{
    const double *values;
    Size n;
    indp_status status;
    if (right == NULL || right->kind == 0)
        return left;
    if (left == NULL || left->kind == 0)
        return (Transition *)PG_DETOAST_DATUM_COPY(PointerGetDatum(right));
    if (memcmp(&left->parameters, &right->parameters, sizeof left->parameters) != 0)
        fail_status(function, INDP_E_STATE_MISMATCH);
    values = buffered(right, &n);
    status = indp_state_merge(left->state, right->state);
    if (status == INDP_OK && n > 0)
        status = indp_state_add_many(left->state, values, n);
    if (status != INDP_OK)
        fail_status(function, status);
    return left;
}

PG_FUNCTION_INFO_V1(dp_combine);

Datum dp_combine(PG_FUNCTION_ARGS)
{
    Transition *left = PG_ARGISNULL(0) ? NULL : (Transition *)PG_GETARG_POINTER(0);
    const Transition *right = PG_ARGISNULL(1) ? NULL : (Transition *)PG_DETOAST_DATUM(PG_GETARG_DATUM(1));
    require_aggregate(fcinfo);
    left = combine("indp", left, right);
    if (left == NULL)
        PG_RETURN_NULL();
    PG_RETURN_POINTER(left);
}

/* A dp_state as a transition without parameters; NULL for the merge of no states. */
Transition *transition_of_state(bytea *bytes)
{
    Size length = VARSIZE_ANY_EXHDR(bytes);
    const unsigned char *data = (const unsigned char *)VARDATA_ANY(bytes);
    const Kind *kind = length < 6 ? NULL : kind_of_code(data[5]);
    Transition *transition;
    if (length == 0)
        return NULL;
    if (kind == NULL)
        fail_bytes("dp_state", ERRCODE_INVALID_BINARY_REPRESENTATION);
    transition = new_transition(kind);
    if (indp_state_deserialise(transition->state, kind->size, data, length) != INDP_OK)
        fail_bytes("dp_state", ERRCODE_INVALID_BINARY_REPRESENTATION);
    return transition;
}

/* The merge of no states is a state without bytes. */
PG_FUNCTION_INFO_V1(dp_merge_add);

Datum dp_merge_add(PG_FUNCTION_ARGS)
{
    Transition *left = PG_ARGISNULL(0) ? NULL : (Transition *)PG_GETARG_POINTER(0);
    Transition *right = NULL;
    require_aggregate(fcinfo);
    if (!PG_ARGISNULL(1))
        right = transition_of_state(PG_GETARG_BYTEA_PP(1));
    left = combine("dp_merge", left, right);
    PG_RETURN_POINTER(left == NULL ? new_transition(NULL) : left);
}

PG_FUNCTION_INFO_V1(dp_merge_final);

Datum dp_merge_final(PG_FUNCTION_ARGS)
{
    const Transition *transition = PG_ARGISNULL(0) ? NULL : (Transition *)PG_GETARG_POINTER(0);
    require_aggregate(fcinfo);
    PG_RETURN_BYTEA_P(transition == NULL || transition->kind == 0 ? state_to_bytes(NULL) : state_to_bytes(transition->state));
}
