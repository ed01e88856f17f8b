/* Stored states: dp_merge adds them up, dp_release answers.
 *
 * dp_merge has two arguments because SQLite takes DISTINCT in aggregates of one: equal states
 * would then collapse into one, and a single row decide whether a whole day counts. The second one
 * is of use: rows_per_person of all that is merged. */
#include "internal.h"

struct merged {
    int failed;
    int64_t rows_per_person;
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

static int has_rows_per_person(const struct state *state, int64_t rows)
{
    uint64_t found;
    return indp_state_rows_per_person(state->bytes, &found) == INDP_OK && found == (uint64_t)rows;
}

/* What is wrong with the second argument, or NULL. */
static const char *check_rows_per_person(struct merged *merged, int argc, sqlite3_value **argv)
{
    int64_t before = merged->rows_per_person;
    if (argc == 1)
        return "dp_merge(state, rows_per_person) wants the rows that one person may have in all states together";
    if (!indpsql_read_rows(argv[1], &merged->rows_per_person))
        return "rows_per_person must be a whole number of at least 1";
    if (before != 0 && before != merged->rows_per_person)
        return "rows_per_person " INDPX_CHANGED;
    return NULL;
}

void indpsql_merge_step(sqlite3_context *context, int argc, sqlite3_value **argv)
{
    struct merged *merged = sqlite3_aggregate_context(context, (int)sizeof *merged);
    const char *wrong;
    indp_status status;
    if (merged == NULL) {
        sqlite3_result_error_nomem(context);
        return;
    }
    if (merged->failed)
        return;
    wrong = check_rows_per_person(merged, argc, argv);
    if (wrong != NULL) {
        merged->failed = 1;
        indpsql_fail(context, "dp_merge", wrong);
        return;
    }
    if (sqlite3_value_type(argv[0]) == SQLITE_NULL)
        return;
    status = merge(&merged->state, argv[0]);
    if (status == INDP_OK && !has_rows_per_person(&merged->state, merged->rows_per_person)) {
        merged->failed = 1;
        indpsql_fail(context, "dp_merge", "rows_per_person must be that of the states: it is promised for all that is merged");
        return;
    }
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
    if (!indpsql_is_direct(context, function->name)) {
        indpsql_fail(context, function->name, INDIRECT);
        return;
    }
    status = indpsql_read_number(argv[1], &epsilon) ? INDP_OK : INDP_E_EPSILON;
    if (status == INDP_OK)
        status = indpsql_read(&state, argv[0]);
    if (status == INDP_OK)
        status = indpsql_answer_release(context, &state, epsilon, function->settings);
    if (status != INDP_OK)
        indpsql_fail_status(context, function->name, INDPX_STATE_RANGE, epsilon,
                            status);
    indpsql_drop(&state);
}
