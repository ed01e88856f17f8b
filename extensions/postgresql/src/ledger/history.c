/* Returns the log: who was charged when, and how much. The owner of the table sees all entries.
 * Readers see their own entries. */
#include "internal.h"

#include "access/genam.h"
#include "access/htup_details.h"
#include "access/table.h"
#include "datums.h"
#include "miscadmin.h"
#include "utils/builtins.h"
#include "utils/fmgroids.h"
#include "utils/rel.h"
#include "utils/snapmgr.h"

PG_FUNCTION_INFO_V1(indp_pg_ledger);

enum { AT, POLICY, BUDGET, READER, ROLE, NAME, EPSILON, QUERY, COLUMNS };

/* Reads an entry. Only a superuser can have damaged one. */
static void read_entry(HeapTuple entry, TupleDesc columns, Datum values[COLUMNS])
{
    static const Oid types[COLUMNS] = { TIMESTAMPTZOID, INT4OID, INT4OID,    OIDOID,
                                        NAMEOID,        NAMEOID, NUMERICOID, TEXTOID };
    bool is_null;
    for (int i = 0; i < COLUMNS; i++) {
        values[i] = indppg_column_of(entry, columns, i + 1, types[i], &is_null);
        if (is_null)
            indppg_refuse(REFUSE_TABLES);
    }
}

static bool is_of(Oid reader, const NameData *written, Oid role)
{
    const char *name = GetUserNameFromId(role, true);
    return reader == role && name != NULL && strcmp(name, NameStr(*written)) == 0;
}

/* Whether the entry belongs to the current role or, unless a SECURITY DEFINER function asks, to
 * the role that logged in. The name is compared, too: after a dump and restore, another role may
 * have the number. So a role that was renamed does not see its earlier entries. */
bool indppg_is_mine(Oid reader, const NameData *name)
{
    return is_of(reader, name, GetUserId()) ||
           (!InLocalUserIdChange() && !InSecurityRestrictedOperation() &&
            is_of(reader, name, GetSessionUserId()));
}

Datum indp_pg_ledger(PG_FUNCTION_ARGS)
{
    Rows rows;
    Policy policy;
    ScanKeyData key;
    SysScanDesc scan;
    HeapTuple entry;
    bool owner;
    Relation charges = indppg_open_table("charges", AccessShareLock);
    indppg_rows_start(fcinfo, &rows);
    indppg_policy(0, PG_GETARG_OID(0), false, &policy);
    owner = indppg_is_owner(policy.source);
    if (RelationGetNumberOfAttributes(charges) != COLUMNS)
        indppg_refuse(REFUSE_TABLES);
    ScanKeyInit(&key, POLICY + 1, BTEqualStrategyNumber, F_INT4EQ, Int32GetDatum(policy.policy));
    scan = systable_beginscan(charges, InvalidOid, false, GetActiveSnapshot(), 1, &key);
    while (HeapTupleIsValid(entry = systable_getnext(scan))) {
        Datum values[COLUMNS];
        read_entry(entry, RelationGetDescr(charges), values);
        if (owner || indppg_is_mine(DatumGetObjectId(values[READER]), DatumGetName(values[NAME]))) {
            Datum shown[] = { values[AT], values[NAME], values[ROLE], values[EPSILON],
                              values[QUERY] };
            bool none[lengthof(shown)] = { false };
            indppg_rows_add(&rows, shown, none);
        }
    }
    systable_endscan(scan);
    table_close(charges, AccessShareLock);
    return (Datum)0;
}
