/* Spends a charge (Claim B5). */
#include "internal.h"

#include "utils/builtins.h"
#include "utils/fmgrprotos.h"
#include "utils/memutils.h"

/* Refuses unless the policy's rows in indp.spent were written in this very table, on this server
 * and timeline, by a charge or by the owner's functions. Rows that were restored or copied
 * differ. */
static void require_here(Relation spent, const Places *places)
{
    if (indppg_find(places, 0, InvalidOid) == NULL)
        indppg_refuse(REFUSE_MOVED);
    for (int i = 0; i < places->n; i++)
        if (!places->list[i].ours || !indppg_slot_is_here(&places->list[i].slot, spent))
            indppg_refuse(REFUSE_MOVED);
}

/* Spends the charge from one of the limits. The reader may also read these numbers by
 * indp.remaining. */
static void require(State *state, double cap, const Charge *charge, const char *limit)
{
    const State before = *state;
    if (indppg_state_spend(state, cap, charge->epsilon, charge->n))
        return;
    indppg_refuse_because(REFUSE_BUDGET,
                          psprintf("The query costs %s. Of %s, %s is left.",
                                   DatumGetCString(DirectFunctionCall1(
                                       numeric_out, indppg_sum(charge->epsilon, charge->n))),
                                   limit, indppg_number_text(indppg_state_left(&before, cap))));
}

/* Spends the charge from the total, the budget and the share. If one of them does not suffice,
 * raises an error and spends from none. */
static XLogRecPtr spend(Tables *tables, const Charge *charge, const Policy *policy,
                        const Budget *budget, HeapTuple entry, TimestampTz now)
{
    Places places;
    Shares shares;
    Place *const changed[] = { &shares.total, &shares.budget, &shares.reader };
    indppg_scan(tables->spent, charge->policy, charge->reader, false, &places);
    require_here(tables->spent, &places);
    indppg_shares(&places, charge->policy, budget, charge->reader, now, &shares);
    require(&shares.total.slot.state, policy->total, charge, "the total of the table");
    require(&shares.budget.slot.state, budget->epsilon, charge, "the budget");
    require(&shares.reader.slot.state, budget->per_reader, charge, "your share of the budget");
    return indppg_write(tables, changed, lengthof(changed), entry);
}

/* Writes the entry alone. */
static XLogRecPtr note(Tables *tables, const Charge *charge, HeapTuple entry)
{
    Places places;
    indppg_scan(tables->spent, charge->policy, charge->reader, false, &places);
    require_here(tables->spent, &places);
    return indppg_write(tables, NULL, 0, entry);
}

static XLogRecPtr charge_ledger(const Charge *charge)
{
    Datum amount = charge->kept != 0 ? DirectFunctionCall1(int8_numeric, Int64GetDatum(0))
                                     : indppg_sum(charge->epsilon, charge->n);
    TimestampTz now = indppg_now();
    Tables tables;
    Policy policy;
    Budgets budgets;
    const Budget *budget;
    HeapTuple entry;
    XLogRecPtr lsn;
    indppg_open_tables(&tables, RowExclusiveLock);
    indppg_require_unchanged(tables.spent);
    indppg_require_unchanged(tables.charges);
    indppg_share_policy(charge->policy);
    indppg_policy(charge->policy, InvalidOid, true, &policy);
    if (policy.version != charge->version || !OidIsValid(policy.view))
        indppg_refuse(REFUSE_CHANGED);
    indppg_budgets(charge->policy, true, &budgets);
    budget = indppg_payer(&budgets, charge->payer, charge->reader, charge->budget);
    if (charge->kept != 0 && charge->kept != budget->budget)
        indppg_refuse(REFUSE_CHANGED);
    entry = indppg_entry(tables.charges, charge, budget, amount, now);
    indppg_lock_ledger(tables.spent);
    lsn = charge->kept != 0 ? note(&tables, charge, entry)
                            : spend(&tables, charge, &policy, budget, entry, now);
    indppg_unlock_ledger(tables.spent);
    indppg_release_policy(charge->policy);
    indppg_close_tables(&tables, RowExclusiveLock);
    return lsn;
}

static XLogRecPtr charge_once(const Charge *charge)
{
    MemoryContext own =
        AllocSetContextCreate(CurrentMemoryContext, "indp charge", ALLOCSET_DEFAULT_SIZES);
    MemoryContext old = MemoryContextSwitchTo(own);
    XLogRecPtr lsn;
    indppg_require_durable();
    lsn = charge_ledger(charge);
    MemoryContextSwitchTo(old);
    MemoryContextDelete(own);
    return lsn;
}

void indppg_charge(const Charge *charge)
{
    indppg_make_durable(charge_once(charge));
}

void indppg_charge_nothing(const Charge *charge)
{
    Assert(charge->kept != 0);
    (void)charge_once(charge);
}
