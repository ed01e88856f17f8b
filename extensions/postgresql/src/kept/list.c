/* Returns the rows of indp.kept: the answers that a question would get again for nothing. The owner
 * of the table sees all, readers see those to their own questions. */
#include "kept.h"

#include "access/detoast.h"
#include "access/genam.h"
#include "access/table.h"
#include "catalog/pg_type.h"
#include "ledger/internal.h"
#include "miscadmin.h"
#include "utils/builtins.h"
#include "utils/fmgroids.h"
#include "utils/rel.h"
#include "utils/snapmgr.h"
#include "utils/timestamp.h"

PG_FUNCTION_INFO_V1(indp_pg_kept);

static void add(Rows *rows, Relation answers, HeapTuple row, const Policy *policy,
                const Budgets *budgets, bool owner)
{
    enum { AT, UNTIL, BUDGET, READER, QUERY, BYTES, COLUMNS };
    int32 budget = DatumGetInt32(indppg_kept_column(answers, row, KEPT_BUDGET, INT4OID));
    TimestampTz at = DatumGetTimestampTz(indppg_kept_column(answers, row, KEPT_AT, TIMESTAMPTZOID));
    Oid reader = DatumGetObjectId(indppg_kept_column(answers, row, KEPT_READER, OIDOID));
    Datum name = indppg_kept_column(answers, row, KEPT_NAME, NAMEOID);
    Datum values[COLUMNS];
    bool nulls[COLUMNS] = { false };
    if (DatumGetInt32(indppg_kept_column(answers, row, KEPT_VERSION, INT4OID)) != policy->version ||
        !(owner || indppg_is_mine(reader, DatumGetName(name))))
        return;
    for (int i = 0; i < budgets->n; i++) {
        const Budget *of = &budgets->list[i];
        int64 keep = indppg_keep_of(policy, of);
        if (of->budget != budget || !indppg_is_young(at, indppg_now(), keep))
            continue;
        values[AT] = TimestampTzGetDatum(at);
        values[UNTIL] = TimestampTzGetDatum(at + keep);
        values[BUDGET] = ObjectIdGetDatum(of->role);
        values[READER] = name;
        values[QUERY] = indppg_kept_column(answers, row, KEPT_QUERY, TEXTOID);
        values[BYTES] =
            Int64GetDatum((int64)toast_raw_datum_size(indppg_kept_column(answers, row, KEPT_ANSWER,
                                                                         BYTEAOID)) -
                          VARHDRSZ);
        indppg_rows_add(rows, values, nulls);
    }
}

Datum indp_pg_kept(PG_FUNCTION_ARGS)
{
    Rows rows;
    Policy policy;
    Budgets budgets;
    Relation answers = indppg_open_kept(AccessShareLock);
    ScanKeyData key;
    SysScanDesc scan;
    HeapTuple row;
    bool owner;
    indppg_rows_start(fcinfo, &rows);
    indppg_policy(0, PG_GETARG_OID(0), false, &policy);
    indppg_budgets(policy.policy, false, &budgets);
    owner = indppg_is_owner(policy.source);
    ScanKeyInit(&key, KEPT_POLICY, BTEqualStrategyNumber, F_INT4EQ, Int32GetDatum(policy.policy));
    scan = systable_beginscan(answers, InvalidOid, false, GetActiveSnapshot(), 1, &key);
    while (HeapTupleIsValid(row = systable_getnext(scan)))
        add(&rows, answers, row, &policy, &budgets, owner);
    systable_endscan(scan);
    table_close(answers, AccessShareLock);
    return (Datum)0;
}
