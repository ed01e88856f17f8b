/* Returns the rows of indp.explain: what each aggregate costs, and whether the budget suffices for
 * all aggregates of the query that have the same policy. Nothing is charged. */
#include "ledger/internal.h"

#include "access/table.h"
#include "miscadmin.h"
#include "owner/owner.h"
#include "utils/builtins.h"

/* Collects the epsilons of all terms that have the same policy as `of` and cost something. Returns
 * false if one of them is unknown. */
static bool collect(const Terms *terms, const Term *of, double *epsilon, int *n)
{
    *n = 0;
    for (int i = 0; i < terms->n; i++) {
        if (terms->list[i].policy != of->policy || terms->list[i].is_kept)
            continue;
        if (!terms->list[i].has_epsilon)
            return false;
        epsilon[(*n)++] = terms->list[i].epsilon;
    }
    return true;
}

/* Whether the total, the caller's budget and the caller's share suffice now. Raises an error if the
 * caller has no budget, or has several and named none of them. */
static bool suffices(const Term *term, const double *epsilon, int n)
{
    Relation spent = indppg_open_table("spent", AccessShareLock);
    Policy policy;
    Budgets budgets;
    Places places;
    Shares shares;
    const Budget *budget;
    indppg_policy(term->policy, InvalidOid, false, &policy);
    indppg_budgets(term->policy, false, &budgets);
    budget = indppg_payer(&budgets, GetUserId(), GetSessionUserId(), indppg_budget_name());
    indppg_scan(spent, term->policy, GetSessionUserId(), false, &places);
    indppg_shares(&places, term->policy, budget, GetSessionUserId(), indppg_now(), &shares);
    table_close(spent, AccessShareLock);
    return indppg_state_spend(&shares.total.slot.state, policy.total, epsilon, n) &&
           indppg_state_spend(&shares.budget.slot.state, budget->epsilon, epsilon, n) &&
           indppg_state_spend(&shares.reader.slot.state, budget->per_reader, epsilon, n);
}

PG_FUNCTION_INFO_V1(indp_pg_terms);

Datum indp_pg_terms(PG_FUNCTION_ARGS)
{
    enum {
        BLOCK,
        VIEW,
        NAME,
        EPSILON,
        NUMBER,
        ROWS,
        LO,
        HI,
        Q,
        CANDIDATES,
        SUFFICES,
        KEPT,
        COLUMNS
    };
    Terms terms = { 0 };
    Rows rows;
    double *epsilon;
    indppg_rows_start(fcinfo, &rows);
    indppg_explain(text_to_cstring(PG_GETARG_TEXT_PP(0)), &terms);
    epsilon = palloc((terms.n + 1) * sizeof *epsilon);
    for (int i = 0; i < terms.n; i++) {
        const Term *term = &terms.list[i];
        Datum values[COLUMNS] = { 0 };
        bool nulls[COLUMNS] = { false };
        int n;
        bool all_known = collect(&terms, term, epsilon, &n);
        bool enough = suffices(term, epsilon, all_known ? n : 0);
        values[BLOCK] = Int32GetDatum(term->block);
        values[VIEW] = ObjectIdGetDatum(term->view);
        values[NAME] = CStringGetTextDatum(term->name);
        nulls[EPSILON] = nulls[NUMBER] = !term->has_epsilon;
        if (term->has_epsilon)
            values[EPSILON] = indppg_sum(&term->epsilon, 1);
        values[NUMBER] = Float8GetDatum(term->epsilon);
        values[ROWS] = Int64GetDatum(term->rows);
        nulls[LO] = nulls[HI] = !term->has_bounds;
        values[LO] = Float8GetDatum(term->lo);
        values[HI] = Float8GetDatum(term->hi);
        nulls[Q] = !term->has_q;
        values[Q] = Float8GetDatum(term->q);
        nulls[CANDIDATES] = term->candidates < 1;
        values[CANDIDATES] = Int64GetDatum(term->candidates);
        nulls[SUFFICES] = !all_known;
        values[SUFFICES] = BoolGetDatum(enough);
        values[KEPT] = CStringGetTextDatum(term->kept);
        indppg_rows_add(&rows, values, nulls);
    }
    return (Datum)0;
}
