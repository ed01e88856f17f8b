/* Implements the PostgreSQL aggregate private_sum(x, lo, hi, epsilon), which postgresql_sum.sql
 * declares.
 *
 *     cc -shared -fPIC -I$(pg_config --includedir-server) examples-c/postgresql_sum.c \
 *         $(pkg-config --cflags --libs indp) -o private_sum.so
 *     psql -v module=$PWD/private_sum.so -f examples-c/postgresql_sum.sql
 *     SELECT private_sum(t.x, 0, 100, 0.5) FROM (SELECT 1) one LEFT JOIN t ON t.year = 2024;
 *
 * The argument x is private, and the other arguments are public. Each row belongs to one person,
 * and nobody has more than one row. The LEFT JOIN ensures that the aggregate receives a row even if
 * no row of t matches. Without a row the aggregate would not know its parameters, and so could not
 * draw noise for an answer.
 *
 * This file follows two rules. First, neither the success of a call nor the text of an error may
 * depend on x. Second, PostgreSQL raises an error by a longjmp, which must never jump out of
 * a function of the library. So this file checks each status after the library's function has
 * returned. */
#include "postgres.h"

#include "fmgr.h"
#include "utils/memutils.h"

#include <indp.h>

PG_MODULE_MAGIC;

/* The state of one group of rows. It lies in the memory context of the aggregate, so PostgreSQL
 * frees it together with the group, even after an error. */
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
    /* The message is a constant text, so it reveals no value. */
    ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
                    errmsg("private_sum: %s", indp_status_message(status))));
}

/* Refuses to load if the library computes wrongly on this machine. */
void _PG_init(void)
{
    indp_status status = indp_self_test();
    if (status != INDP_OK)
        fail(status);
}

/* Returns the memory context of the aggregate. Refuses to run as a window function, which would
 * release an answer for each row. */
static MemoryContext memory_of(FunctionCallInfo fcinfo)
{
    MemoryContext memory;
    if (AggCheckCallContext(fcinfo, &memory) != AGG_CONTEXT_AGGREGATE)
        ereport(ERROR, (errcode(ERRCODE_WRONG_OBJECT_TYPE),
                        errmsg("private_sum: this function works only inside its aggregate")));
    return memory;
}

/* Starts the state when the first row arrives. Bad parameters are refused here, before x is
 * read. */
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

/* The transition function. Its arguments are (state, x, lo, hi, epsilon), and it returns the state.
 * It is not declared STRICT, so PostgreSQL also calls it for rows whose x is NULL. Such a row is
 * not added, but its parameters are checked. */
Datum private_sum_add(PG_FUNCTION_ARGS)
{
    MemoryContext memory = memory_of(fcinfo);
    Group *group = PG_ARGISNULL(0) ? NULL : (Group *)PG_GETARG_POINTER(0);
    double lo, hi, epsilon;
    indp_status status = INDP_OK;
    if (PG_ARGISNULL(2) || PG_ARGISNULL(3) || PG_ARGISNULL(4))
        ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
                        errmsg("private_sum: lo, hi and epsilon must be numbers")));
    lo = PG_GETARG_FLOAT8(2);
    hi = PG_GETARG_FLOAT8(3);
    epsilon = PG_GETARG_FLOAT8(4);
    if (group == NULL)
        group = start(memory, lo, hi, epsilon);
    else if (!same(group->lo, lo) || !same(group->hi, hi) || !same(group->epsilon, epsilon))
        ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
                        errmsg("private_sum: lo, hi and epsilon must be the same on every row")));
    if (!PG_ARGISNULL(1)) /* x is clamped; NaN counts as 0, clamped */
        status = indp_state_add(group->state, PG_GETARG_FLOAT8(1));
    if (status != INDP_OK)
        fail(status);
    PG_RETURN_POINTER(group);
}

PG_FUNCTION_INFO_V1(private_sum_final);

/* The final function. PostgreSQL may call it twice for the same group, when it rescans a hash
 * table. So the first answer is kept, and noise is drawn only once. */
Datum private_sum_final(PG_FUNCTION_ARGS)
{
    Group *group = PG_ARGISNULL(0) ? NULL : (Group *)PG_GETARG_POINTER(0);
    indp_status status = INDP_OK;
    memory_of(fcinfo);
    if (group == NULL)
        ereport(ERROR,
                (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
                 errmsg("private_sum: no row reached this call, so its parameters are unknown")));
    if (!group->released)
        status = indp_state_release(group->state, group->epsilon, NULL, &group->answer);
    if (status != INDP_OK)
        fail(status);
    group->released = true;
    PG_RETURN_FLOAT8(group->answer);
}
