/* Reads policies and budgets, and finds the budget that pays.
 *
 * The rows are read under the latest snapshot, because a cap or version that changed after the
 * snapshot of the query must already be in force. A charge first locks the policy, then reads the
 * rows. The owner's functions lock the policy in a conflicting mode before they change a row. */
#include "internal.h"

#include "access/genam.h"
#include "access/htup_details.h"
#include "access/table.h"
#include "access/xact.h"
#include "datums.h"
#include "miscadmin.h"
#include "utils/acl.h"
#include "utils/builtins.h"
#include "utils/fmgroids.h"
#include "utils/rel.h"
#include "utils/snapmgr.h"
#include "utils/syscache.h"
#include "utils/timestamp.h"

typedef struct Reading {
    Relation table;
    Snapshot snapshot;
    SysScanDesc scan;
    bool committed; /* refuse rows that this transaction wrote */
} Reading;

/* The number of a column, looked up by its name, so that an upgrade may add columns in any
 * order. */
static AttrNumber number_of(Relation table, const char *column)
{
    TupleDesc row = RelationGetDescr(table);
    for (int i = 0; i < row->natts; i++)
        if (!TupleDescAttr(row, i)->attisdropped &&
            strcmp(NameStr(TupleDescAttr(row, i)->attname), column) == 0)
            return (AttrNumber)(i + 1);
    indppg_refuse(REFUSE_TABLES);
}

static void start(Reading *reading, const char *name, bool committed)
{
    reading->table = indppg_open_table(name, AccessShareLock);
    reading->committed = committed;
    if (committed) {
        indppg_require_permanent(reading->table);
        indppg_require_unchanged(reading->table);
    }
    reading->snapshot = RegisterSnapshot(GetLatestSnapshot());
    reading->scan = NULL;
}

static void choose(Reading *reading, const char *column, RegProcedure equal, Datum value)
{
    ScanKeyData key;
    ScanKeyInit(&key, number_of(reading->table, column), BTEqualStrategyNumber, equal, value);
    reading->scan =
        systable_beginscan(reading->table, InvalidOid, false, reading->snapshot, 1, &key);
}

/* The next row. If `committed` is set, rows that this transaction wrote are refused: at ROLLBACK
 * they would vanish, and with them the limit that the charge was checked against. The raw xmin
 * recognises them even if COPY .. FREEZE wrote them. */
static HeapTuple next(Reading *reading)
{
    HeapTuple row = systable_getnext(reading->scan);
    if (HeapTupleIsValid(row) && reading->committed &&
        TransactionIdIsCurrentTransactionId(HeapTupleHeaderGetRawXmin(row->t_data)))
        indppg_refuse(REFUSE_UNCOMMITTED);
    return row;
}

static void finish(Reading *reading)
{
    systable_endscan(reading->scan);
    UnregisterSnapshot(reading->snapshot);
    table_close(reading->table, AccessShareLock);
}

static Datum value_of(Reading *reading, HeapTuple row, const char *column, Oid type, bool *is_null)
{
    return indppg_column_of(row, RelationGetDescr(reading->table),
                            number_of(reading->table, column), type, is_null);
}

/* Finds a policy. If `source` is valid, it is the policy's table or its view. Otherwise `number` is
 * the number of the policy. */
void indppg_policy(int32 number, Oid source, bool committed, Policy *policy)
{
    static const char *const columns[] = { "source", "view" };
    bool found = false, is_null;
    for (int i = 0; i < 2 && !found; i++) {
        Reading reading;
        HeapTuple row;
        start(&reading, "policies", committed);
        if (OidIsValid(source))
            choose(&reading, columns[i], F_OIDEQ, ObjectIdGetDatum(source));
        else
            choose(&reading, "policy", F_INT4EQ, Int32GetDatum(number));
        row = next(&reading);
        found = HeapTupleIsValid(row);
        if (found) {
            policy->policy = DatumGetInt32(value_of(&reading, row, "policy", INT4OID, &is_null));
            policy->version = DatumGetInt32(value_of(&reading, row, "version", INT4OID, &is_null));
            policy->source =
                DatumGetObjectId(value_of(&reading, row, "source", REGCLASSOID, &is_null));
            policy->total = DatumGetFloat8(value_of(&reading, row, "total", FLOAT8OID, &is_null));
            policy->view = DatumGetObjectId(value_of(&reading, row, "view", REGCLASSOID, &is_null));
            if (is_null)
                policy->view = InvalidOid;
            policy->keep = DatumGetInt64(value_of(&reading, row, "keep", INT8OID, &is_null));
            if (is_null)
                policy->keep = 0;
        }
        finish(&reading);
    }
    if (!found)
        indppg_refuse(OidIsValid(source) ? REFUSE_SOURCE : REFUSE_CHANGED);
}

/* The numbers of all policies. */
Bitmapset *indppg_policy_numbers(void)
{
    Reading reading;
    HeapTuple row;
    Bitmapset *numbers = NULL;
    bool is_null;
    start(&reading, "policies", false);
    reading.scan = systable_beginscan(reading.table, InvalidOid, false, reading.snapshot, 0, NULL);
    while (HeapTupleIsValid(row = next(&reading)))
        numbers =
            bms_add_member(numbers,
                           DatumGetInt32(value_of(&reading, row, "policy", INT4OID, &is_null)));
    finish(&reading);
    return numbers;
}

bool indppg_policy_exists(int32 number)
{
    Reading reading;
    bool found;
    start(&reading, "policies", false);
    choose(&reading, "policy", F_INT4EQ, Int32GetDatum(number));
    found = HeapTupleIsValid(next(&reading));
    finish(&reading);
    return found;
}

void indppg_budgets(int32 policy, bool committed, Budgets *budgets)
{
    Reading reading;
    HeapTuple row;
    int room = 8;
    budgets->n = 0;
    budgets->list = palloc(room * sizeof *budgets->list);
    start(&reading, "budgets", committed);
    choose(&reading, "policy", F_INT4EQ, Int32GetDatum(policy));
    while (HeapTupleIsValid(row = next(&reading))) {
        bool is_null;
        Budget *budget;
        if (budgets->n == room)
            budgets->list = repalloc(budgets->list, (room *= 2) * sizeof *budgets->list);
        budget = &budgets->list[budgets->n++];
        budget->budget = DatumGetInt32(value_of(&reading, row, "budget", INT4OID, &is_null));
        budget->role = DatumGetObjectId(value_of(&reading, row, "role", REGROLEOID, &is_null));
        budget->epsilon = DatumGetFloat8(value_of(&reading, row, "epsilon", FLOAT8OID, &is_null));
        budget->started =
            DatumGetTimestampTz(value_of(&reading, row, "started", TIMESTAMPTZOID, &is_null));
        budget->every = DatumGetInt64(value_of(&reading, row, "every", INT8OID, &is_null));
        if (is_null)
            budget->every = 0;
        budget->first = DatumGetInt64(value_of(&reading, row, "first", INT8OID, &is_null));
        budget->per_reader =
            DatumGetFloat8(value_of(&reading, row, "per_reader", FLOAT8OID, &is_null));
        if (is_null)
            budget->per_reader = NO_CAP;
        budget->keep = DatumGetInt64(value_of(&reading, row, "keep", INT8OID, &is_null));
        if (is_null)
            budget->keep = AS_POLICY;
    }
    finish(&reading);
}

/* Whether the reader has the rights of a role. has_privs_of_role does not check that the role
 * exists: for a superuser, it is true even for a number that belongs to no role. */
bool indppg_is_member(Oid reader, Oid role)
{
    return SearchSysCacheExists1(AUTHOID, ObjectIdGetDatum(role)) &&
           has_privs_of_role(reader, role);
}

/* A superuser is a member of each role. He brings a share to a role that he has taken by SET
 * ROLE, but not to functions that run for others in his session, such as in an index that he
 * analyses; autovacuum is a superuser, too. */
static bool brings_share(Oid reader, Oid role)
{
    if (superuser_arg(reader) && !InLocalUserIdChange() && !InSecurityRestrictedOperation())
        return true;
    return is_member_of_role_nosuper(reader, role);
}

/* The budget that pays. If `name` is not NULL, it is the budget of the role with this name, and
 * the payer must be a member of that role. Otherwise the payer must be a member of the role of
 * exactly one budget, which is returned. The reader, whose share pays, must be a member of that
 * role, too, if only by SET ROLE: otherwise each login role would bring a share, whoever asks
 * through it. */
const Budget *indppg_payer(const Budgets *budgets, Oid payer, Oid reader, const char *name)
{
    Oid named = name != NULL ? get_role_oid(name, true) : InvalidOid;
    const Budget *his = NULL;
    if (name != NULL && !OidIsValid(named))
        indppg_refuse(REFUSE_NOT_HIS);
    for (int i = 0; i < budgets->n; i++) {
        const Budget *budget = &budgets->list[i];
        if (!indppg_is_member(payer, budget->role) || !brings_share(reader, budget->role) ||
            (name != NULL && budget->role != named))
            continue;
        if (his != NULL)
            indppg_refuse(REFUSE_SEVERAL);
        his = budget;
    }
    if (his == NULL)
        indppg_refuse(name != NULL ? REFUSE_NOT_HIS : REFUSE_NO_MEMBER);
    return his;
}
