/* Tells how long an answer is kept, and for whom. */
#include "internal.h"

int64 indppg_keep_of(const Policy *policy, const Budget *budget)
{
    return budget->keep == AS_POLICY ? policy->keep : budget->keep;
}

/* Where readers have shares, nobody may learn what another one asked. */
void indppg_keeping(const Charge *charge, bool committed, Keeping *keeping)
{
    Policy policy;
    Budgets budgets;
    const Budget *budget;
    indppg_policy(charge->policy, InvalidOid, committed, &policy);
    indppg_budgets(charge->policy, committed, &budgets);
    budget = indppg_payer(&budgets, charge->payer, charge->reader, charge->budget);
    keeping->budget = budget->budget;
    keeping->reader = budget->per_reader == NO_CAP ? InvalidOid : charge->reader;
    keeping->keep = indppg_keep_of(&policy, budget);
}
