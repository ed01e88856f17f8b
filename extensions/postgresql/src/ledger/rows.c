/* Returns rows from a function, and checks whether the caller owns a table. */
#include "internal.h"

#include "catalog/pg_class.h"
#include "funcapi.h"
#include "miscadmin.h"
#include "utils/acl.h"
#include "utils/tuplestore.h"

void indppg_rows_start(FunctionCallInfo fcinfo, Rows *rows)
{
    ReturnSetInfo *info = (ReturnSetInfo *)fcinfo->resultinfo;
    MemoryContext old;
    if (info == NULL || !IsA(info, ReturnSetInfo) || (info->allowedModes & SFRM_Materialize) == 0)
        ereport(ERROR,
                (errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
                 errmsg("indp: this function returns rows; call it in FROM: SELECT * FROM ..")));
    old = MemoryContextSwitchTo(info->econtext->ecxt_per_query_memory);
    if (get_call_result_type(fcinfo, NULL, &rows->row) != TYPEFUNC_COMPOSITE)
        ereport(ERROR,
                (errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
                 errmsg("indp: this function returns rows; call it in FROM: SELECT * FROM ..")));
    rows->store =
        tuplestore_begin_heap((info->allowedModes & SFRM_Materialize_Random) != 0, false, work_mem);
    info->returnMode = SFRM_Materialize;
    info->setResult = rows->store;
    info->setDesc = rows->row;
    MemoryContextSwitchTo(old);
}

void indppg_rows_add(Rows *rows, Datum *values, bool *nulls)
{
    tuplestore_putvalues(rows->store, rows->row, values, nulls);
}

bool indppg_is_owner(Oid source)
{
#if PG_VERSION_NUM >= 160000
    return object_ownercheck(RelationRelationId, source, GetUserId());
#else
    return pg_class_ownercheck(source, GetUserId());
#endif
}
