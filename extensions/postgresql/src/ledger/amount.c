/* Adds up epsilons exactly, with the library's functions for budgets (indp_budget_...). An epsilon
 * counts as its decimal, which is the shortest decimal that converts back to the same double. */
#include "internal.h"

#include "utils/builtins.h"

/* Returns false if the budget does not suffice, and raises an error for any other failure. */
static bool is_enough(indp_status status)
{
    if (status != INDP_OK && status != INDP_E_BUDGET)
        indppg_fail_status("indp", status);
    return status == INDP_OK;
}

/* Makes a state in which nothing is spent. */
void indppg_state_start(State *state)
{
    is_enough(indp_budget_init(state->bytes, sizeof state->bytes, DBL_MAX));
}

bool indppg_state_is_valid(const State *state)
{
    State copy;
    return indp_budget_deserialise(state->bytes, sizeof state->bytes, copy.bytes,
                                   sizeof copy.bytes) == INDP_OK;
}

/* Whether nothing is spent. */
bool indppg_state_is_empty(const State *state)
{
    char text[INDP_BUDGET_TEXT_SIZE];
    is_enough(indp_budget_spent(state->bytes, text, sizeof text, NULL));
    return strcmp(text, "0") == 0;
}

/* Sets the cap, then spends all n epsilons. Returns false if the cap is below what was spent
 * before, or leaves too little for all of them. The state must then not be used any more. */
bool indppg_state_spend(State *state, double cap, const double *epsilon, int n)
{
    double usable;
    if (!is_enough(indp_budget_change(state->bytes, cap)))
        return false;
    for (int i = 0; i < n; i++)
        if (!is_enough(indp_budget_spend(state->bytes, epsilon[i], &usable)))
            return false;
    return true;
}

double indppg_state_left(const State *state, double cap)
{
    State copy = *state;
    double left = 0;
    if (is_enough(indp_budget_change(copy.bytes, cap)))
        is_enough(indp_budget_left(copy.bytes, &left));
    return left;
}

/* Raises the amount spent to the decimal of `spent`, unless that amount is larger already. */
void indppg_state_raise(State *state, double spent)
{
    if (spent == 0)
        return;
    if (!is_enough(indp_budget_change(state->bytes, DBL_MAX)) ||
        !is_enough(indp_budget_raise(state->bytes, spent)))
        indppg_refuse(REFUSE_SPENT);
}

/* The exact sum of the decimals, as a numeric. n is at least 1, since the planner makes no charge
 * without aggregates. */
Datum indppg_sum(const double *epsilon, int n)
{
    State state;
    char decimal[INDP_BUDGET_TEXT_SIZE];
    if (n < 1)
        indppg_fail_status("indp", INDP_E_EPSILON);
    indppg_state_start(&state);
    if (!indppg_state_spend(&state, DBL_MAX, epsilon, n))
        indppg_refuse(REFUSE_BUDGET);
    is_enough(indp_budget_spent(state.bytes, decimal, sizeof decimal, NULL));
    return DirectFunctionCall3(numeric_in, CStringGetDatum(decimal), ObjectIdGetDatum(InvalidOid),
                               Int32GetDatum(-1));
}

double indppg_usable(double epsilon)
{
    State state;
    double usable = 0;
    indppg_state_start(&state);
    is_enough(indp_budget_spend(state.bytes, epsilon, &usable));
    return usable;
}
