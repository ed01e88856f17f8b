/* A private sum for PostgreSQL: private_sum(x, lo, hi, epsilon). postgresql_sum.sql declares it.
 *
 *     cc -shared -fPIC -I$(pg_config --includedir-server) examples-c/postgresql_sum.c \
 *         $(pkg-config --cflags --libs indp) -o private_sum.so
 *     psql -v module=$PWD/private_sum.so -f examples-c/postgresql_sum.sql
 *     SELECT private_sum(t.x, 0, 100, 0.5) FROM (SELECT 1) one LEFT JOIN t ON t.year = 2024;
 *
 * x is private, the other arguments are public. Each row belongs to one person and nobody has two.
 * The LEFT JOIN ensures that a row arrives even if none matches: without any row, this aggregate
 * does not know its parameters, so there would be no noise to answer with.
 *
 * This file follows two rules. Whether a call fails, and what the error says, must not depend on x.
 * PostgreSQL raises an error by jumping out of the function, which must never happen inside the
 * library: its status is checked after it has returned. */
#include "postgres.h"

#include "fmgr.h"
#include "utils/memutils.h"

#include <indp.h>

PG_MODULE_MAGIC;

/* One group of rows, in the memory of the aggregate: it is freed with the group, also after an error. */
typedef struct Group {
    double lo;
    double hi;
    double epsilon;
    bool released;
    double answer;
    unsigned char state[INDP_SUM_STATE_SIZE];
} Group;

extern void _PG_init(void);

static void fail(indp_status status)
{
    /* A constant text: it contains no value. */
    ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE), errmsg("private_sum: %s", indp_status_message(status))));
}

/* A build that computes wrongly on this machine must not release anything. */
void _PG_init(void)
{
    indp_status status = indp_self_test();
    if (status != INDP_OK)
        fail(status);
}

/* Refuses windows, which would release on each row. */
static MemoryContext memory_of(FunctionCallInfo fcinfo)
{
    MemoryContext memory;
    if (AggCheckCallContext(fcinfo, &memory) != AGG_CONTEXT_AGGREGATE)
        ereport(ERROR, (errcode(ERRCODE_WRONG_OBJECT_TYPE), errmsg("private_sum: this function works only inside its aggregate")));
    return memory;
}

/* The first row starts the state. Bad parameters are refused here, before x is read. */
static Group *start(MemoryContext memory, double lo, double hi, double epsilon)
{
    Group *group = MemoryContextAllocZero(memory, sizeof *group);
    indp_status status = indp_sum_init(group->state, sizeof group->state, lo, hi, 0, 1);
    if (status == INDP_OK)
        status = indp_state_can_release(group->state, epsilon, NULL);
    if (status != INDP_OK)
        fail(status);
    group->lo = lo;
    group->hi = hi;
    group->epsilon = epsilon;
    return group;
}

static bool same(double a, double b)
{
    return memcmp(&a, &b, sizeof a) == 0;
}

PG_FUNCTION_INFO_V1(private_sum_add);

/* (state, x, lo, hi, epsilon) to state. Not STRICT: a row whose x is NULL is not counted, but its
 * parameters are checked. */
Datum private_sum_add(PG_FUNCTION_ARGS)
{
    MemoryContext memory = memory_of(fcinfo);
    Group *group = PG_ARGISNULL(0) ? NULL : (Group *)PG_GETARG_POINTER(0);
    double lo, hi, epsilon;
    indp_status status = INDP_OK;
    if (PG_ARGISNULL(2) || PG_ARGISNULL(3) || PG_ARGISNULL(4))
        ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE), errmsg("private_sum: lo, hi and epsilon must be numbers")));
    lo = PG_GETARG_FLOAT8(2);
    hi = PG_GETARG_FLOAT8(3);
    epsilon = PG_GETARG_FLOAT8(4);
    if (group == NULL)
        group = start(memory, lo, hi, epsilon);
    else if (!same(group->lo, lo) || !same(group->hi, hi) || !same(group->epsilon, epsilon))
        ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
                        errmsg("private_sum: lo, hi and epsilon must be the same on every row")));
    if (!PG_ARGISNULL(1)) /* the value is clamped; NaN counts as the point of lo..hi nearest 0 */
        status = indp_state_add(group->state, PG_GETARG_FLOAT8(1));
    if (status != INDP_OK)
        fail(status);
    PG_RETURN_POINTER(group);
}

PG_FUNCTION_INFO_V1(private_sum_final);

/* PostgreSQL may finalise a group twice, when it rescans a hash table: noise is drawn once. */
Datum private_sum_final(PG_FUNCTION_ARGS)
{
    Group *group = PG_ARGISNULL(0) ? NULL : (Group *)PG_GETARG_POINTER(0);
    indp_status status = INDP_OK;
    memory_of(fcinfo);
    if (group == NULL)
        ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE), errmsg("private_sum: no row reached it, so its parameters are unknown")));
    if (!group->released)
        status = indp_state_release(group->state, group->epsilon, NULL, &group->answer);
    if (status != INDP_OK)
        fail(status);
    group->released = true;
    PG_RETURN_FLOAT8(group->answer);
}
