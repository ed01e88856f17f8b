/* Returns what is left of the budgets of a table. */
#include "internal.h"

#include "access/table.h"
#include "miscadmin.h"
#include "utils/timestamp.h"

PG_FUNCTION_INFO_V1(indp_pg_remaining);

/* Not the role that logged in if it refreshes a view of somebody else. */
static Oid reader(void)
{
    return InSecurityRestrictedOperation() ? GetUserId() : GetSessionUserId();
}

static void add(Rows *rows, const Places *places, const Policy *policy, const Budget *budget,
                bool mine)
{
    enum { BUDGET, EPSILON, LEFT, UNTIL, SHARE, TOTAL, COLUMNS };
    Datum values[COLUMNS];
    bool nulls[COLUMNS] = { false };
    Shares shares;
    indppg_shares(places, policy->policy, budget, reader(), indppg_now(), &shares);
    values[BUDGET] = ObjectIdGetDatum(budget->role);
    values[EPSILON] = Float8GetDatum(budget->epsilon);
    values[LEFT] = Float8GetDatum(indppg_state_left(&shares.budget.slot.state, budget->epsilon));
    values[UNTIL] = TimestampTzGetDatum(indppg_window_end(shares.budget.slot.window, budget));
    values[TOTAL] = Float8GetDatum(indppg_state_left(&shares.total.slot.state, policy->total));
    nulls[SHARE] = !mine || budget->per_reader == NO_CAP;
    values[SHARE] = Float8GetDatum(nulls[SHARE] ? 0
                                                : indppg_state_left(&shares.reader.slot.state,
                                                                    budget->per_reader));
    indppg_rows_add(rows, values, nulls);
}

/* This function only reads, so it also works on a standby. */
Datum indp_pg_remaining(PG_FUNCTION_ARGS)
{
    Rows rows;
    Policy policy;
    Budgets budgets;
    Places places;
    Relation spent = indppg_open_table("spent", AccessShareLock);
    bool owner;
    indppg_rows_start(fcinfo, &rows);
    indppg_policy(0, PG_GETARG_OID(0), false, &policy);
    indppg_budgets(policy.policy, false, &budgets);
    owner = indppg_is_owner(policy.source);
    indppg_scan(spent, policy.policy, reader(), false, &places);
    for (int i = 0; i < budgets.n; i++) {
        bool mine = indppg_is_member(GetUserId(), budgets.list[i].role);
        if (owner || mine)
            add(&rows, &places, &policy, &budgets.list[i], mine);
    }
    table_close(spent, AccessShareLock);
    return (Datum)0;
}
