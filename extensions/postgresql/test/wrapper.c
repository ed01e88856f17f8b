/* Imitates a distributed planner such as Citus, which calls the functions of an aggregate from an
 * aggregate of its own. The plan then shows the call of this wrapper, whose arguments have other
 * meanings.
 *
 *     wrapped(transition function, final function, x, parameter...)
 *
 * Any function that takes the state can serve as the final function, such as the output function of
 * the state's type. */
#include "postgres.h"

#include "executor/executor.h"
#include "fmgr.h"
#include "utils/datum.h"

PG_MODULE_MAGIC;

typedef struct Box {
    FmgrInfo step, last;
    Datum state;
} Box;

PG_FUNCTION_INFO_V1(wrapped_step);
Datum wrapped_step(PG_FUNCTION_ARGS)
{
    LOCAL_FCINFO(call, 8);
    int arguments = PG_NARGS() - 2; /* the state, x and the parameters of the transition function */
    MemoryContext context;
    Box *box;
    Datum state;
    if (!AggCheckCallContext(fcinfo, &context) || arguments > 8)
        elog(ERROR, "not in an aggregate");
    if (PG_ARGISNULL(0)) {
        box = MemoryContextAllocZero(context, sizeof *box);
        fmgr_info_cxt(PG_GETARG_OID(1), &box->step, context);
        fmgr_info_cxt(PG_GETARG_OID(2), &box->last, context);
    } else {
        box = (Box *)PG_GETARG_POINTER(0);
    }
    InitFunctionCallInfoData(*call, &box->step, arguments, InvalidOid, fcinfo->context, NULL);
    call->args[0].value = box->state;
    call->args[0].isnull = box->state == 0;
    for (int i = 1; i < arguments; i++)
        call->args[i] = fcinfo->args[i + 2];
    state = FunctionCallInvoke(call);
    if (state != box->state) {
        MemoryContext old = MemoryContextSwitchTo(context);
        Datum before = box->state;
        box->state = datumCopy(state, false, -1);
        if (before != 0)
            pfree(DatumGetPointer(before));
        MemoryContextSwitchTo(old);
    }
    PG_RETURN_POINTER(box);
}

PG_FUNCTION_INFO_V1(wrapped_last);
Datum wrapped_last(PG_FUNCTION_ARGS)
{
    LOCAL_FCINFO(call, 1);
    Box *box = PG_ARGISNULL(0) ? NULL : (Box *)PG_GETARG_POINTER(0);
    if (box == NULL)
        PG_RETURN_NULL();
    InitFunctionCallInfoData(*call, &box->last, 1, InvalidOid, fcinfo->context, NULL);
    call->args[0].value = box->state;
    call->args[0].isnull = false;
    PG_RETURN_DATUM(FunctionCallInvoke(call));
}
