/* The aggregates dp_... and dp_..._state, of every kind. */
#include <string.h>

#include "internal.h"

/* One group. SQLite hands it over zeroed, at one address until the end. */
struct group {
    enum { UNTOUCHED, LIVE, FAILED } stage;
    const struct function *function;
    struct parameters parameters; /* of the first row; candidates are a copy, which the group owns */
    /* The first row's arguments as they were, to know them again at little cost. */
    struct {
        int type;
        union {
            sqlite3_int64 integer;
            double real;
        } as;
    } first[MOST_ARGUMENTS];
    struct state state;
};

static void remember(struct group *group, int argc, sqlite3_value **argv)
{
    int i;
    for (i = 1; i < argc; i++) {
        group->first[i].type = sqlite3_value_type(argv[i]);
        if (group->first[i].type == SQLITE_INTEGER)
            group->first[i].as.integer = sqlite3_value_int64(argv[i]);
        else if (group->first[i].type == SQLITE_FLOAT)
            group->first[i].as.real = sqlite3_value_double(argv[i]);
    }
}

/* Whether the parameters are certainly those of the first row. This is most of what a row costs, hence no call
 * more than it takes: a type and a value each. */
static int unchanged(const struct group *group, int argc, sqlite3_value **argv)
{
    int i;
    for (i = 1; i < argc; i++) {
        int type = sqlite3_value_type(argv[i]);
        if (type != group->first[i].type)
            return 0;
        if (type == SQLITE_INTEGER) {
            if (sqlite3_value_int64(argv[i]) != group->first[i].as.integer)
                return 0;
        } else if (type == SQLITE_FLOAT) {
            double real = sqlite3_value_double(argv[i]);
            if (memcmp(&real, &group->first[i].as.real, sizeof real) != 0)
                return 0;
        } else {
            return 0;
        }
    }
    return 1;
}

static int keep_candidates(struct parameters *parameters)
{
    char *copy;
    if (parameters->candidates == NULL)
        return 1;
    copy = sqlite3_malloc64((size_t)parameters->length + 1);
    if (copy != NULL)
        memcpy(copy, parameters->candidates, (size_t)parameters->length);
    parameters->candidates = copy;
    return copy != NULL;
}

/* Starts the state, and has bad parameters refused on the first row rather than after the last. */
static indp_status start(struct group *group)
{
    const struct function *function = group->function;
    indp_options *options = NULL;
    indp_status status = function->kind->init(&group->state, &group->parameters);
    if (status != INDP_OK || function->gives_state)
        return status;
    status = indpsql_options(function->settings, &options);
    if (status == INDP_OK)
        status = indp_state_can_release(group->state.bytes, group->parameters.number[EPSILON], options);
    indp_options_free(options);
    return status;
}

static void fail_status(sqlite3_context *context, struct group *group, indp_status status)
{
    group->stage = FAILED;
    indpsql_fail_status(context, group->function->name, group->function->kind->range,
                        group->parameters.number[EPSILON], status);
}

/* The first row, and a row on which something is not as it was: 1.0 for 1, or an error. */
static void look_closely(sqlite3_context *context, struct group *group, int argc, sqlite3_value **argv)
{
    struct parameters row;
    indp_status status;
    int first = group->stage == UNTOUCHED;
    if (first)
        group->function = sqlite3_user_data(context);
    if (!indpsql_read_parameters(context, group->function, argc, argv, &row)) {
        group->stage = FAILED;
    } else if (!first) {
        if (!indpsql_same_parameters(context, group->function, &group->parameters, &row))
            group->stage = FAILED;
    } else {
        group->stage = LIVE;
        group->parameters = row;
        status = keep_candidates(&group->parameters) ? start(group) : INDP_E_NO_MEMORY;
        if (status == INDP_OK)
            remember(group, argc, argv);
        else
            fail_status(context, group, status);
    }
}

void indpsql_step(sqlite3_context *context, int argc, sqlite3_value **argv)
{
    struct group *group = sqlite3_aggregate_context(context, (int)sizeof *group);
    indp_status status;
    int type;
    if (group == NULL) {
        sqlite3_result_error_nomem(context);
        return;
    }
    if (group->stage != LIVE || !unchanged(group, argc, argv)) {
        if (group->stage != FAILED)
            look_closely(context, group, argc, argv);
        if (group->stage == FAILED)
            return;
    }
    type = sqlite3_value_type(argv[0]);
    if (type == SQLITE_NULL) /* is no row, but has told us the parameters */
        return;
    status = group->function->kind->add(&group->state, argv[0], type);
    if (status != INDP_OK)
        fail_status(context, group, status);
}

/* SQLite calls this once for each group: also after an error in a step, and with no group on no rows. */
void indpsql_final(sqlite3_context *context)
{
    struct group *group = sqlite3_aggregate_context(context, 0);
    const struct function *function = sqlite3_user_data(context);
    indp_status status;
    if (group == NULL || group->stage == UNTOUCHED) {
        indpsql_fail_no_row(context, function->name);
        return;
    }
    if (group->stage == LIVE) {
        if (function->gives_state)
            status = indpsql_answer_bytes(context, &group->state);
        else
            status = indpsql_answer_release(context, &group->state, group->parameters.number[EPSILON],
                                            function->settings);
        if (status != INDP_OK)
            fail_status(context, group, status);
    }
    sqlite3_free((char *)group->parameters.candidates);
    indpsql_drop(&group->state);
}
