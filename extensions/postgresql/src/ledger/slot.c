/* Converts a row of indp.spent to a struct and back. */
#include "internal.h"

#include "access/htup_details.h"
#include "access/transam.h"
#include "access/xlog.h"
#include "miscadmin.h"
#include "utils/rel.h"

enum { COLUMNS = 9 };

StaticAssertDecl(SLOT_SIZE == 44 + INDP_BUDGET_STATE_SIZE && offsetof(Slot, window) == 16 &&
                     offsetof(Slot, head) == 40,
                 "a Slot has the layout of a row of indp.spent");

static void identity_of(Relation spent, Identity *identity)
{
    identity->system = (int64)GetSystemIdentifier();
#if PG_VERSION_NUM >= 150000
    identity->timeline = (int32)GetWALInsertionTimeLine();
#else
    identity->timeline = (int32)ThisTimeLineID; /* RecoveryInProgress was called before, and has set
                                                 * it */
#endif
    identity->database = MyDatabaseId;
    identity->table = RelationGetRelid(spent);
}

/* Records in the row where it is written. */
void indppg_slot_stamp(Slot *slot, Relation spent)
{
    Identity identity;
    identity_of(spent, &identity);
    slot->system = identity.system;
    slot->timeline = identity.timeline;
    slot->database = identity.database;
    slot->table = identity.table;
}

bool indppg_slot_is_here(const Slot *slot, Relation spent)
{
    Identity identity;
    identity_of(spent, &identity);
    return slot->system == identity.system && slot->timeline == identity.timeline &&
           slot->database == identity.database && slot->table == identity.table;
}

/* Makes a row in which nothing is spent. This function does not stamp the row (indppg_slot_stamp
 * does), because it also runs on a standby, which has no timeline of its own. */
void indppg_slot_start(Slot *slot, int32 policy, int32 budget, Oid reader)
{
    memset(slot, 0, sizeof *slot);
    slot->policy = policy;
    slot->budget = budget;
    slot->reader = reader;
    SET_VARSIZE(&slot->head, sizeof slot->head + sizeof slot->state);
    indppg_state_start(&slot->state);
}

/* Makes the row visible to everybody, whether the transaction commits or not. */
void indppg_freeze(HeapTupleHeader tuple)
{
    HeapTupleHeaderSetXmin(tuple, FrozenTransactionId);
    HeapTupleHeaderSetXmax(tuple, InvalidTransactionId);
    tuple->t_infomask &= ~HEAP_XACT_MASK;
    tuple->t_infomask |= HEAP_XMIN_FROZEN | HEAP_XMAX_INVALID;
    tuple->t_infomask2 &= ~HEAP2_XACT_MASK;
}

/* Whether the ledger wrote this row. Only the ledger writes rows with a frozen raw xmin. Rows of
 * COPY .. FREEZE, and rows that VACUUM has frozen, keep the raw xmin of their transaction. So this
 * function detects a row that somebody has restored by SQL. */
bool indppg_is_frozen(HeapTupleHeader tuple)
{
    return HeapTupleHeaderGetRawXmin(tuple) == FrozenTransactionId &&
           HeapTupleHeaderXminFrozen(tuple);
}

/* Refuses the table if its number of columns has changed. */
void indppg_require_layout(Relation spent)
{
    if (RelationGetNumberOfAttributes(spent) != COLUMNS)
        indppg_refuse(REFUSE_TABLES);
}

HeapTuple indppg_slot_tuple(const Slot *slot, Relation spent)
{
    bool nulls[COLUMNS] = { false };
    Datum values[COLUMNS];
    HeapTuple tuple;
    values[0] = Int32GetDatum(slot->policy);
    values[1] = Int32GetDatum(slot->budget);
    values[2] = ObjectIdGetDatum(slot->reader);
    values[3] = Int32GetDatum(slot->timeline);
    values[4] = Int64GetDatum(slot->window);
    values[5] = Int64GetDatum(slot->system);
    values[6] = ObjectIdGetDatum(slot->database);
    values[7] = ObjectIdGetDatum(slot->table);
    values[8] = PointerGetDatum(&slot->head);
    indppg_require_layout(spent);
    tuple = heap_form_tuple(RelationGetDescr(spent), values, nulls);
    if (tuple->t_len != tuple->t_data->t_hoff + SLOT_SIZE)
        indppg_refuse(REFUSE_TABLES);
    indppg_freeze(tuple->t_data);
    return tuple;
}

/* The row as it is on its page, or NULL if it has another layout. */
const Slot *indppg_row_of(HeapTuple tuple)
{
    HeapTupleHeader head = tuple->t_data;
    const Slot *row = (const Slot *)((char *)head + head->t_hoff);
    if (HeapTupleHeaderGetNatts(head) != COLUMNS || HeapTupleHasNulls(tuple) ||
        tuple->t_len != head->t_hoff + SLOT_SIZE || !VARATT_IS_4B_U(&row->head) ||
        VARSIZE(&row->head) != sizeof row->head + sizeof row->state)
        return NULL;
    return row;
}

/* Copies the row. Returns false if it has another layout. The state is not checked. */
bool indppg_slot_of(HeapTuple tuple, Slot *slot)
{
    const Slot *row = indppg_row_of(tuple);
    if (row == NULL)
        return false;
    memset(slot, 0, sizeof *slot);
    memcpy(slot, row, SLOT_SIZE);
    return true;
}
