/* Reopens the ledger of a policy that was restored, copied or promoted. */
#include "internal.h"

#include <math.h>

#include "utils/rel.h"

PG_FUNCTION_INFO_V1(indp_pg_resume);

static XLogRecPtr write_one(Tables *tables, Place *place)
{
    Place *const changed[] = { place };
    return indppg_write(tables, changed, 1, NULL);
}

/* Raises the amount spent to at least `amount`. If the row is of an earlier window, the amount
 * spent in that window does not count in this one. But `amount` counts in any case, since it is the
 * most that can have been spent until now. */
static void raise(Place *place, Relation spent, int64 window, double amount)
{
    if (place->slot.window < window) {
        place->slot.window = window;
        indppg_state_start(&place->slot.state);
    }
    indppg_state_raise(&place->slot.state, amount);
    indppg_slot_stamp(&place->slot, spent);
}

/* Raises the amount spent in the row of this budget and reader to at least `amount`. If there is no
 * such row, makes one with this amount. */
static XLogRecPtr raise_or_make(Tables *tables, const Places *places, const Slot *key, int64 window,
                                double amount)
{
    Place *found = indppg_find(places, key->budget, key->reader);
    Place place = { .block = InvalidBlockNumber };
    if (found != NULL)
        place = *found;
    else
        indppg_slot_start(&place.slot, key->policy, key->budget, key->reader);
    raise(&place, tables->spent, window, amount);
    return write_one(tables, &place);
}

static void raise_budget(Tables *tables, const Places *places, int32 policy, const Budget *budget,
                         TimestampTz now, double amount)
{
    int64 window = indppg_window(now, budget);
    Slot key = { .policy = policy, .budget = budget->budget };
    const Place *found = indppg_find(places, budget->budget, InvalidOid);
    if (found != NULL && found->slot.window > window)
        window = found->slot.window;
    raise_or_make(tables, places, &key, window, amount);
    key.reader = NEW_READERS;
    raise_or_make(tables, places, &key, window, amount);
    for (int i = 0; i < places->n; i++) {
        Place share = places->list[i];
        if (share.slot.budget != budget->budget || share.slot.reader == InvalidOid ||
            share.slot.reader == NEW_READERS)
            continue;
        raise(&share, tables->spent, window, amount);
        write_one(tables, &share);
    }
}

static bool is_of(const Budgets *budgets, int32 budget)
{
    for (int i = 0; i < budgets->n; i++)
        if (budgets->list[i].budget == budget)
            return true;
    return budget == 0;
}

/* Raises the amounts spent in all rows of a policy, and writes each row in a WAL record of its own.
 * The row of the total comes last. Until it is written, charges to a ledger that was restored,
 * copied or promoted stay refused. So after a crash in between, the owner must call indp.resume
 * again. */
static XLogRecPtr raise_all(Tables *tables, int32 policy, double amount)
{
    Slot total = { .policy = policy };
    TimestampTz now = indppg_now();
    Budgets budgets;
    Places places;
    indppg_budgets(policy, true, &budgets);
    indppg_scan(tables->spent, policy, InvalidOid, true, &places);
    for (int i = 0; i < budgets.n; i++)
        raise_budget(tables, &places, policy, &budgets.list[i], now, amount);
    for (int i = 0; i < places.n; i++)
        if (!is_of(&budgets, places.list[i].slot.budget)) { /* the budget of this row is gone */
            raise(&places.list[i], tables->spent, places.list[i].slot.window, amount);
            write_one(tables, &places.list[i]);
        }
    return raise_or_make(tables, &places, &total, 0, amount);
}

Datum indp_pg_resume(PG_FUNCTION_ARGS)
{
    Oid source = PG_GETARG_OID(0);
    double amount = PG_GETARG_FLOAT8(1);
    Tables tables;
    Policy policy;
    XLogRecPtr lsn;
    indppg_require_writable();
    if (!isfinite(amount) || amount < 0)
        indppg_refuse(REFUSE_SPENT);
    indppg_policy(0, source, true, &policy);
    if (!indppg_is_owner(policy.source))
        indppg_refuse(REFUSE_OWNER);
    /* The lock of the ledger keeps charges out. A stronger lock of the table would wait for
     * everybody who has prepared a statement over it, with or without the rights to execute it. */
    indppg_open_tables(&tables, RowExclusiveLock);
    indppg_require_unchanged(tables.spent);
    indppg_lock_ledger(tables.spent);
    lsn = raise_all(&tables, policy.policy, amount);
    indppg_unlock_ledger(tables.spent);
    indppg_close_tables(&tables, RowExclusiveLock);
    indppg_make_durable(lsn);
    PG_RETURN_VOID();
}
