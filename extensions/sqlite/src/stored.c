/* Stored states: dp_merge merges them; dp_release, dp_release_parts, dp_release_quantiles,
 * dp_release_counts and dp_release_bounds release them.
 *
 * dp_merge has two arguments because SQLite accepts DISTINCT only in aggregates with one argument.
 * With DISTINCT, equal states would be merged only once, so a change of one row could decide
 * whether all rows of another state count. The second argument is rows_per_person, which bounds the
 * rows of a person in all merged states together. */
#include "internal.h"
#include "parts.h"

struct merged {
    int failed;
    int64_t rows_per_person;
    struct state state; /* the merged state; it has no bytes before the first blob is read */
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

/* Returns a message if the second argument is wrong, else NULL. */
static const char *check_rows_per_person(struct merged *merged, int argc, sqlite3_value **argv)
{
    int64_t before = merged->rows_per_person;
    if (argc == 1)
        return "write dp_merge(state, rows_per_person), where rows_per_person is the most rows "
               "that one person has in all states together";
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
        indpsql_fail(context, "dp_merge",
                     "rows_per_person must be the same here and in every state: the most rows that "
                     "one person has in all the states together");
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
        indpsql_fail(context, "dp_merge",
                     "no state was passed to this call; add one that always exists, for example a "
                     "state made from no rows");
        return;
    }
    if (!merged->failed) {
        indp_status status = indpsql_answer_bytes(context, &merged->state);
        if (status != INDP_OK)
            indpsql_fail_status(context, "dp_merge", "", 0, status);
    }
    indpsql_drop(&merged->state);
}

/* Reads the arguments of a function that releases a stored state. Returns 1 and a state, which the
 * caller drops, or 0 after reporting an error. */
static int read_stored(sqlite3_context *context, sqlite3_value *bytes, sqlite3_value *number,
                       struct state *state, double *epsilon)
{
    const struct function *function = sqlite3_user_data(context);
    indp_status status;
    state->bytes = NULL;
    *epsilon = 0;
    if (!indpsql_is_direct(context, function->name)) {
        indpsql_fail(context, function->name, INDIRECT);
        return 0;
    }
    status = indpsql_read_number(number, epsilon) ? INDP_OK : INDP_E_EPSILON;
    if (status == INDP_OK)
        status = indpsql_read(state, bytes);
    if (status == INDP_OK)
        return 1;
    indpsql_fail_status(context, function->name, INDPX_STATE_RANGE, *epsilon, status);
    indpsql_drop(state);
    return 0;
}

/* dp_release(state, epsilon): each call is a separate release. */
void indpsql_release(sqlite3_context *context, int argc, sqlite3_value **argv)
{
    const struct function *function = sqlite3_user_data(context);
    struct state state;
    double epsilon;
    int32_t code;
    indp_status status;
    (void)argc;
    if (!read_stored(context, argv[0], argv[1], &state, &epsilon))
        return;
    status = indp_state_kind(state.bytes, &code);
    if (status == INDP_OK && code == INDP_KIND_HISTOGRAM) {
        indpsql_fail(context, function->name,
                     "this is the state of a histogram: use dp_release_counts");
        indpsql_drop(&state);
        return;
    }
    if (status == INDP_OK)
        status = indpsql_answer_release(context, &state, epsilon, function->settings);
    if (status != INDP_OK)
        indpsql_fail_status(context, function->name, INDPX_STATE_RANGE, epsilon, status);
    indpsql_drop(&state);
}

/* dp_release_parts(state, epsilon): like dp_release, but returns JSON with the answer and the noisy
 * sums behind it. */
void indpsql_release_parts(sqlite3_context *context, int argc, sqlite3_value **argv)
{
    const struct function *function = sqlite3_user_data(context);
    struct state state;
    double epsilon;
    int32_t code;
    indp_status status;
    (void)argc;
    if (!read_stored(context, argv[0], argv[1], &state, &epsilon))
        return;
    status = indp_state_kind(state.bytes, &code);
    if (status == INDP_OK && !indpx_has_parts(code)) {
        indpsql_fail(context, function->name,
                     code == INDP_KIND_HISTOGRAM ? INDPX_NO_PARTS "dp_release_counts"
                                                 : INDPX_NO_PARTS "dp_release");
    } else {
        if (status == INDP_OK)
            status = indpsql_answer_parts(context, &state, epsilon, function->settings);
        if (status != INDP_OK)
            indpsql_fail_status(context, function->name, INDPX_STATE_RANGE, epsilon, status);
    }
    indpsql_drop(&state);
}

/* Releases a stored state whose answer is a list, and frees it. The state must be of the kind
 * `kind` or have the code `other`; otherwise this reports the text `refusal`. */
static void release_list(sqlite3_context *context, const indpx_kind *kind, int32_t other,
                         const char *refusal, struct state *state,
                         const struct parameters *parameters)
{
    const struct function *function = sqlite3_user_data(context);
    int32_t code;
    indp_status status = indp_state_kind(state->bytes, &code);
    if (status == INDP_OK && code != kind->code && code != other) {
        indpsql_fail(context, function->name, refusal);
    } else {
        if (status == INDP_OK)
            status = indpsql_answer_list(context, kind, state, parameters);
        if (status != INDP_OK)
            indpsql_fail_status(context, function->name, INDPX_STATE_RANGE,
                                parameters->numbers.epsilon, status);
    }
    indpsql_drop(state);
}

/* dp_release_quantiles(state, q, epsilon): releases several quantiles of a quantile's state. */
void indpsql_release_quantiles(sqlite3_context *context, int argc, sqlite3_value **argv)
{
    const struct function *function = sqlite3_user_data(context);
    struct parameters parameters;
    struct state state;
    (void)argc;
    indpsql_no_parameters(&parameters);
    if (!indpsql_read_parameter(context, function->name, argv[1], INDPX_QS, &parameters))
        return;
    if (read_stored(context, argv[0], argv[2], &state, &parameters.numbers.epsilon))
        release_list(context, &indpx_kinds[INDPX_QUANTILES], INDP_KIND_QUANTILE, INDPX_NO_QUANTILES,
                     &state, &parameters);
}

/* dp_release_counts(state, epsilon): releases all counts of a histogram's or mode's state. */
void indpsql_release_counts(sqlite3_context *context, int argc, sqlite3_value **argv)
{
    struct parameters parameters;
    struct state state;
    (void)argc;
    indpsql_no_parameters(&parameters);
    if (read_stored(context, argv[0], argv[1], &state, &parameters.numbers.epsilon))
        release_list(context, &indpx_kinds[INDPX_HISTOGRAM], INDP_KIND_MODE, INDPX_NO_COUNTS,
                     &state, &parameters);
}

/* dp_release_bounds(state, epsilon): releases the bounds of a state of dp_bounds_state. */
void indpsql_release_bounds(sqlite3_context *context, int argc, sqlite3_value **argv)
{
    const struct function *function = sqlite3_user_data(context);
    struct parameters parameters;
    struct state state;
    double epsilon;
    (void)argc;
    indpsql_no_parameters(&parameters);
    if (!read_stored(context, argv[0], argv[1], &state, &parameters.numbers.epsilon))
        return;
    epsilon = parameters.numbers.epsilon;
    if (indp_state_can_release_bounds(state.bytes, epsilon, NULL) == INDP_E_STATE) {
        indpsql_fail(context, function->name, INDPX_NO_BOUNDS);
        indpsql_drop(&state);
        return;
    }
    release_list(context, &indpx_kinds[INDPX_BOUNDS], INDP_KIND_HISTOGRAM, INDPX_NO_BOUNDS, &state,
                 &parameters);
}
