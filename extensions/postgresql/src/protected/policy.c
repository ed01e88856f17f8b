/* Reads a policy from indp.policies under the latest snapshot. An older snapshot of the transaction
 * could still see a policy that its owner has replaced. */
#include "protected.h"

#include "access/genam.h"
#include "access/htup_details.h"
#include "access/table.h"
#include "datums.h"
#include "utils/lsyscache.h"
#include "utils/rel.h"
#include "utils/snapmgr.h"

/* The columns of indp.policies, in the order in which the script declares them. */
enum {
    POLICY = 1,
    SOURCE,
    VIEW,
    PERSON,
    ROWS,
    COLUMNS,
    KEYS,
    EPSILON,
    MAX_EPSILON,
    TOTAL,
    VERSION,
    ACCEPTED,
    MIN_EPSILON
};

static Datum value(HeapTuple tuple, TupleDesc columns, int column, Oid type)
{
    bool is_null;
    Datum datum = indppg_column_of(tuple, columns, column, type, &is_null);
    if (is_null)
        indppg_refuse_query("the policy is damaged; the owner of the source must call indp.protect "
                            "again");
    return datum;
}

static Policy *read(HeapTuple tuple, TupleDesc type)
{
    Policy *policy = palloc0(sizeof *policy);
    bool is_null;
    policy->id = DatumGetInt32(value(tuple, type, POLICY, INT4OID));
    policy->source = DatumGetObjectId(value(tuple, type, SOURCE, REGCLASSOID));
    policy->view = DatumGetObjectId(indppg_column_of(tuple, type, VIEW, REGCLASSOID, &is_null));
    if (is_null)
        policy->view = InvalidOid;
    policy->person = pstrdup(NameStr(*DatumGetName(value(tuple, type, PERSON, NAMEOID))));
    policy->rows = DatumGetInt64(value(tuple, type, ROWS, INT8OID));
    policy->columns = DatumGetJsonbPCopy(value(tuple, type, COLUMNS, JSONBOID));
    policy->keys = DatumGetJsonbPCopy(value(tuple, type, KEYS, JSONBOID));
    policy->epsilon = DatumGetFloat8(value(tuple, type, EPSILON, FLOAT8OID));
    policy->max_epsilon = DatumGetFloat8(value(tuple, type, MAX_EPSILON, FLOAT8OID));
    policy->min_epsilon = DatumGetFloat8(value(tuple, type, MIN_EPSILON, FLOAT8OID));
    policy->version = DatumGetInt32(value(tuple, type, VERSION, INT4OID));
    return policy;
}

Policy *indppg_read_policy(int32 id)
{
    Oid table = get_relname_relid("policies", indppg_schema());
    Policy *policy = NULL;
    Relation relation;
    Snapshot snapshot;
    SysScanDesc scan;
    HeapTuple tuple;
    if (!OidIsValid(table))
        return NULL;
    relation = table_open(table, AccessShareLock);
    snapshot = RegisterSnapshot(GetLatestSnapshot());
    scan = systable_beginscan(relation, InvalidOid, false, snapshot, 0, NULL);
    while (policy == NULL && HeapTupleIsValid(tuple = systable_getnext(scan)))
        if (DatumGetInt32(value(tuple, RelationGetDescr(relation), POLICY, INT4OID)) == id)
            policy = read(tuple, RelationGetDescr(relation));
    systable_endscan(scan);
    UnregisterSnapshot(snapshot);
    table_close(relation, AccessShareLock);
    return policy;
}
