/* Stored states: dp_merge adds them up, dp_release answers. */
#include "internal.h"

struct merged {
    int failed;
    struct state state; /* none before the first blob */
};

static indp_status merge(struct state *state, sqlite3_value *blob)
{
    struct state other;
    uint64_t rows = 0;
    indp_status status;
    if (state->bytes == NULL)
        return indpsql_read(state, blob);
    other.bytes = NULL;
    status = indpsql_read(&other, blob);
    if (status == INDP_OK)
        status = indp_state_rows(other.bytes, &rows);
    if (status == INDP_OK)
        status = indpsql_grow(state, rows);
    if (status == INDP_OK)
        status = indp_state_merge(state->bytes, other.bytes);
    indpsql_drop(&other);
    return status;
}

void indpsql_merge_step(sqlite3_context *context, int argc, sqlite3_value **argv)
{
    struct merged *merged = sqlite3_aggregate_context(context, (int)sizeof *merged);
    indp_status status;
    (void)argc;
    if (merged == NULL) {
        sqlite3_result_error_nomem(context);
        return;
    }
    if (merged->failed || sqlite3_value_type(argv[0]) == SQLITE_NULL)
        return;
    status = merge(&merged->state, argv[0]);
    if (status != INDP_OK) {
        merged->failed = 1;
        indpsql_fail_status(context, "dp_merge", "", 0, status);
    }
}

void indpsql_merge_final(sqlite3_context *context)
{
    struct merged *merged = sqlite3_aggregate_context(context, 0);
    if (merged == NULL || (!merged->failed && merged->state.bytes == NULL)) {
        /* NULL alone tells no parameters either. */
        indpsql_fail_no_row(context, "dp_merge");
        return;
    }
    if (!merged->failed) {
        indp_status status = indpsql_answer_bytes(context, &merged->state);
        if (status != INDP_OK)
            indpsql_fail_status(context, "dp_merge", "", 0, status);
    }
    indpsql_drop(&merged->state);
}

/* dp_release(state, epsilon): each call is a release of its own. */
void indpsql_release(sqlite3_context *context, int argc, sqlite3_value **argv)
{
    const struct function *function = sqlite3_user_data(context);
    struct state state;
    double epsilon = 0;
    indp_status status;
    (void)argc;
    state.bytes = NULL;
    status = indpsql_read_number(argv[1], &epsilon) ? INDP_OK : INDP_E_EPSILON;
    if (status == INDP_OK)
        status = indpsql_read(&state, argv[0]);
    if (status == INDP_OK)
        status = indpsql_answer_release(context, &state, epsilon, function->settings);
    if (status != INDP_OK)
        indpsql_fail_status(context, function->name, "the bounds and rows_per_person of the state are", epsilon,
                            status);
    indpsql_drop(&state);
}
