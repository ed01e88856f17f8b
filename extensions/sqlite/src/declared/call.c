#include "call.h"

#include <string.h>

#include "../ledger/budgets.h"
#include "group.h"
#include "write.h"

/* Starts the group unless the function is no longer declared with this number of arguments. */
static void start(sqlite3_context *context, struct group *group)
{
    const struct callee *callee = sqlite3_user_data(context);
    struct spec *spec = callee->declared->spec;
    if (!group->refused && spec != NULL && (spec->keys.n != 0) == (callee->arguments == 2))
        indpsql_group_start(group, spec);
    group->refused = group->spec == NULL;
}

static void step_any(sqlite3_context *context, struct group *group, int argc, sqlite3_value **argv)
{
    if (group->spec == NULL)
        start(context, group);
    if (group->spec != NULL)
        indpsql_group_add(group, argc == 2 ? argv[0] : NULL, argv[argc - 1]);
}

/* The fast paths are for reals that join the batch, and for counts. step_any would handle
 * these rows with the same result. */
void indpsql_call_step(sqlite3_context *context, int argc, sqlite3_value **argv)
{
    struct group *group = sqlite3_aggregate_context(context, (int)sizeof *group);
    if (group == NULL)
        sqlite3_result_error_nomem(context);
    else if (group->waits && group->state.pending < BATCH - 1 &&
             sqlite3_value_type(argv[0]) == SQLITE_FLOAT)
        group->state.batch[group->state.pending++] = sqlite3_value_double(argv[0]);
    else if (group->counts)
        group->state.pending += sqlite3_value_type(argv[0]) != SQLITE_NULL;
    else
        step_any(context, group, argc, argv);
}

/* Whether the ledger still has this declaration, which has no budget and so is not charged. */
static int check_free(struct ledger *ledger, struct spec *spec, const struct charge *charge,
                      struct refusal *why)
{
    sqlite3 *db = indpsql_ledger_read(ledger, why);
    sqlite3_int64 version = 0;
    int good;
    if (db == NULL)
        return 0;
    good = indpsql_ledger_version(ledger, &version, why) &&
           (version == spec->version || indpsql_is_declared(db, charge, why));
    indpsql_ledger_leave(ledger);
    if (good)
        spec->version = version;
    return good;
}

/* Charges the release, and sets *usable to the epsilon to release with. Without a budget, nothing
 * is charged, but the ledger must still have the declaration. */
static int charge(const struct callee *callee, struct spec *spec, double *usable,
                  struct refusal *why)
{
    struct ledger *ledger = callee->connection->ledger;
    struct charge charge;
    if (callee->connection->settings.float_precision != 0)
        return indpsql_refuse(
            why, "declared aggregates use real arithmetic: call indp_float_precision(0)", "", "");
    charge.name = callee->declared->name;
    charge.kind = spec->aggregate;
    charge.fields = spec->fields;
    charge.changed = "the declaration of this aggregate has changed: call dp_open again";
    charge.budget = spec->budget;
    charge.epsilon = spec->parameters.numbers.epsilon;
    if (spec->budget != NULL)
        return indpsql_charge(ledger, &charge, usable, why);
    return check_free(ledger, spec, &charge, why) && indpsql_usable(charge.epsilon, usable, why);
}

/* Writes all answers of a group with keys as {"key":answer,...}, in the order of the keys. */
static indp_status write_object(struct group *group, double epsilon, sqlite3_str *out)
{
    const struct keys *keys = &group->spec->keys;
    indp_status status = INDP_OK;
    struct group_answer answer;
    size_t i;
    for (i = 0; i < keys->n && status == INDP_OK; i++) {
        status = indpsql_group_release(group, i, epsilon, &answer);
        sqlite3_str_appendall(out, i == 0 ? "{" : ",");
        indpsql_write_key(out, &keys->list[i]);
        sqlite3_str_appendall(out, ":");
        if (status == INDP_OK && answer.list != NULL)
            sqlite3_str_appendall(out, answer.list);
        else if (status == INDP_OK)
            indpsql_write_value(out, &answer.value);
        sqlite3_free(answer.list);
    }
    sqlite3_str_appendall(out, "}");
    if (status == INDP_OK && sqlite3_str_errcode(out) != SQLITE_OK)
        status = INDP_E_NO_MEMORY;
    return status;
}

static indp_status answer(sqlite3_context *context, struct group *group, double epsilon)
{
    struct group_answer one;
    indp_status status;
    if (group->cells == NULL) {
        status = indpsql_group_release(group, 0, epsilon, &one);
        if (status == INDP_OK && one.list != NULL)
            indpsql_give_list(context, one.list);
        else if (status == INDP_OK)
            indpsql_answer_value(context, &one.value);
    } else {
        sqlite3_str *out = sqlite3_str_new(sqlite3_context_db_handle(context));
        char *text;
        status = group->failed ? group->status : write_object(group, epsilon, out);
        text = sqlite3_str_finish(out);
        if (status == INDP_OK)
            sqlite3_result_text(context, text, -1, sqlite3_free);
        else
            sqlite3_free(text);
    }
    return status;
}

/* SQLite calls this once for each group that rows reached, also after errors and for statements
 * that are abandoned, and once for a query without rows. Each call is charged before it answers. */
void indpsql_call_final(sqlite3_context *context)
{
    const struct callee *callee = sqlite3_user_data(context);
    struct group *group = sqlite3_aggregate_context(context, (int)sizeof *group);
    struct refusal why;
    double usable = 0;
    indp_status status;
    if (group == NULL) {
        sqlite3_result_error_nomem(context);
        return;
    }
    if (group->spec == NULL)
        start(context, group);
    if (group->spec == NULL) {
        indpsql_fail(context, callee->declared->name,
                     "this aggregate is no longer declared, or was called with a wrong number of "
                     "arguments; pass a value or, if it has keys, a key and a value");
        return;
    }
    indpsql_group_flush(group);
    if (!charge(callee, group->spec, &usable, &why)) {
        indpsql_fail_refused(context, callee->declared->name, &why);
    } else {
        status = answer(context, group, usable);
        if (status != INDP_OK)
            indpsql_fail_status(context, callee->declared->name, group->spec->kind->range, usable,
                                status);
    }
    indpsql_group_drop(group);
}
