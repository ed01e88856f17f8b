/* Opens the ledger of a new policy: makes the row of its total. */
#include "internal.h"

#include "utils/rel.h"

PG_FUNCTION_INFO_V1(indp_pg_open);

/* Whether the row belongs to a policy that was never committed: its number is in no row of
 * indp.policies, and no transaction that may still commit one holds its lock. */
static bool is_orphan(const Place *place, const Bitmapset *policies)
{
    return place->ours && indppg_state_is_empty(&place->slot.state) && place->slot.policy >= 0 &&
           !bms_is_member(place->slot.policy, policies) && indppg_try_policy(place->slot.policy) &&
           !indppg_policy_exists(place->slot.policy);
}

/* A row that can be overwritten, or NULL. So the table does not grow if somebody protects a table
 * and rolls back, again and again. */
static const Place *find_orphan(const Places *places)
{
    const Bitmapset *policies = indppg_policy_numbers();
    for (int i = 0; i < places->n; i++)
        if (is_orphan(&places->list[i], policies))
            return &places->list[i];
    return NULL;
}

static void make_total(Tables *tables, int32 policy)
{
    Place total = { .block = InvalidBlockNumber };
    Place *const changed[] = { &total };
    Places places;
    const Place *orphan;
    indppg_scan_totals(tables->spent, &places);
    orphan = find_orphan(&places);
    if (orphan != NULL)
        total = *orphan;
    indppg_slot_start(&total.slot, policy, 0, InvalidOid);
    indppg_slot_stamp(&total.slot, tables->spent);
    indppg_write(tables, changed, 1, NULL);
}

/* Makes the row of the total, unless it exists. indp.protect calls this when it inserts a policy.
 * So if a policy has no such row, its ledger was not restored with it. If indp.protect is rolled
 * back, the row stays, with nothing spent, and serves the next policy. The lock of the policy,
 * which lasts until the end of the transaction, keeps others from taking the row before. Unlike a
 * charge, this function accepts a table indp.spent that the same transaction created, since a
 * rollback then removes the row together with the table. */
void indppg_open(int32 policy)
{
    Tables tables;
    Places places;
    indppg_require_writable();
    indppg_lock_policy(policy);
    indppg_open_tables(&tables, RowExclusiveLock);
    indppg_lock_ledger(tables.spent);
    indppg_scan(tables.spent, policy, InvalidOid, false, &places);
    if (indppg_find(&places, 0, InvalidOid) == NULL)
        make_total(&tables, policy);
    indppg_unlock_ledger(tables.spent);
    indppg_close_tables(&tables, RowExclusiveLock);
}

Datum indp_pg_open(PG_FUNCTION_ARGS)
{
    indppg_open(PG_GETARG_INT32(0));
    PG_RETURN_VOID();
}
