/* The aggregates dp_... and dp_..._state of all kinds. */
#include <math.h>
#include <string.h>

#include "internal.h"

/* The rows of one group. SQLite fills this struct with zeros and never moves it. */
struct group {
    enum { UNTOUCHED, LIVE, FAILED } stage;
    int waits; /* whether numbers are collected in a batch */
    struct function *function;
    struct parameters parameters; /* of the first row; the group owns its copy of candidates */
    /* The arguments after x on the first row, as the bits of doubles. An argument that no double
     * can stand for is stored as NaN. No argument equals it, since SQLite has no NaN, so all later
     * rows take the full check. */
    uint64_t first[MOST_ARGUMENTS];
    /* Index of the first argument after x whose value is 0; 0 if there is none. Other arguments
     * with the value 0 are stored as NaN, so that `unchanged` need check the type of only one
     * argument. */
    int zero;
    int zero_type; /* the SQLITE_ type of the argument at index `zero` */
    struct state state;
};

static uint64_t bits_of(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static void remember(struct group *group, int argc, sqlite3_value **argv)
{
    int i;
    for (i = 1; i < argc; i++) {
        double real = indpsql_is_number(argv[i]) ? sqlite3_value_double(argv[i]) : (double)NAN;
        /* An integer of this size may have no equal double. */
        if (real >= MOST_EXACT || real <= -MOST_EXACT)
            real = (double)NAN;
        if (bits_of(real) == 0 && group->zero != 0) {
            real = (double)NAN;
        } else if (bits_of(real) == 0) {
            group->zero = i;
            group->zero_type = sqlite3_value_type(argv[i]);
        }
        group->first[i] = bits_of(real);
    }
}

/* Whether the parameters certainly equal those of the first row. This check is most of the cost of
 * a row, so it calls SQLite only once per argument. SQLite converts NULL, and text that is not a
 * number, to 0, so the type is checked only where the first row has 0. Text that converts to
 * exactly the right number passes. */
static int unchanged(const struct group *group, int argc, sqlite3_value **argv)
{
    double (*const as_double)(sqlite3_value *) = sqlite3_value_double;
    const uint64_t *first = group->first;
    uint64_t different = 0;
    switch (argc) {
    case 7: different |= bits_of(as_double(argv[6])) ^ first[6]; /* fall through */
    case 6: different |= bits_of(as_double(argv[5])) ^ first[5]; /* fall through */
    case 5: different |= bits_of(as_double(argv[4])) ^ first[4]; /* fall through */
    case 4: different |= bits_of(as_double(argv[3])) ^ first[3]; /* fall through */
    case 3: different |= bits_of(as_double(argv[2])) ^ first[2]; /* fall through */
    case 2: different |= bits_of(as_double(argv[1])) ^ first[1];
    }
    return different == 0 &&
           (group->zero == 0 || sqlite3_value_type(argv[group->zero]) == group->zero_type);
}

static int keep_list(struct parameters *parameters)
{
    char *copy;
    if (parameters->list == NULL)
        return 1;
    copy = sqlite3_malloc64((size_t)parameters->length + 1);
    if (copy != NULL)
        memcpy(copy, parameters->list, (size_t)parameters->length);
    parameters->list = copy;
    return copy != NULL;
}

/* Whether the public parameters permit a release. Unless the answer of the aggregate is a list, a
 * success is cached, since the groups of a query usually have the same parameters. */
static indp_status can_release(struct function *function, const struct group *group)
{
    const indpx_parameters *p = &group->parameters.numbers;
    indp_options *options = NULL;
    indp_status status;
    if (indpx_is_list(function->kind))
        return indpsql_can_release_list(function->kind, &group->state, &group->parameters,
                                        p->epsilon);
    if (function->asked &&
        memcmp(&function->asked_settings, function->settings, sizeof *function->settings) == 0 &&
        memcmp(&function->asked_parameters, p, sizeof *p) == 0)
        return INDP_OK;
    status = indpx_options(function->settings, function->kind, &options);
    if (status == INDP_OK)
        status = indp_state_can_release(group->state.bytes, p->epsilon, options);
    indp_options_free(options);
    if (status == INDP_OK) {
        function->asked = 1;
        function->asked_settings = *function->settings;
        function->asked_parameters = *p;
    }
    return status;
}

/* Starts the state, and refuses bad parameters on the first row rather than after the last. */
static indp_status start(struct group *group)
{
    struct function *function = group->function;
    indp_status status = indpsql_start(&group->state, function->kind, &group->parameters);
    return status != INDP_OK || function->gives_state ? status : can_release(function, group);
}

static void fail_status(sqlite3_context *context, struct group *group, indp_status status)
{
    group->stage = FAILED;
    indpsql_fail_status(context, group->function->name, group->function->kind->range,
                        group->parameters.numbers.epsilon, status);
}

/* Handles the first row, and rows for which `unchanged` returned 0. The parameters of such a row
 * may still equal those of the first row: for example, 0.0 equals 0, and `unchanged` cannot
 * compare lists. If they differ, this reports an error. */
static void look_closely(sqlite3_context *context, struct group *group, int argc,
                         sqlite3_value **argv)
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
        group->waits = group->function->input->waits;
        group->parameters = row;
        status = keep_list(&group->parameters) ? start(group) : INDP_E_NO_MEMORY;
        if (status == INDP_OK)
            remember(group, argc, argv);
        else
            fail_status(context, group, status);
    }
}

/* Adds any row. `known` says whether its parameters were found unchanged. */
static void step_any(sqlite3_context *context, struct group *group, int argc, sqlite3_value **argv,
                     int known)
{
    int type = sqlite3_value_type(argv[0]);
    indp_status status;
    if (group->stage != FAILED && !known)
        look_closely(context, group, argc, argv);
    /* A NULL is not counted, but its parameters were read. */
    if (group->stage == FAILED || type == SQLITE_NULL)
        return;
    status = group->function->input->add(&group->state, argv[0], type);
    if (status != INDP_OK)
        fail_status(context, group, status);
}

/* Nearly all rows are reals that join the batch, and take the fast path. step_any would handle them
 * with the same result. */
void indpsql_step(sqlite3_context *context, int argc, sqlite3_value **argv)
{
    struct group *group = sqlite3_aggregate_context(context, (int)sizeof *group);
    int known;
    if (group == NULL) {
        sqlite3_result_error_nomem(context);
        return;
    }
    known = group->stage == LIVE && unchanged(group, argc, argv);
    if (known && group->waits && group->state.pending < BATCH - 1 &&
        sqlite3_value_type(argv[0]) == SQLITE_FLOAT)
        group->state.batch[group->state.pending++] = sqlite3_value_double(argv[0]);
    else
        step_any(context, group, argc, argv, known);
}

/* SQLite calls this once for each group, also after a step failed. If the group had no rows, SQLite
 * has no struct group for it, and group is NULL. */
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
        status = function->input->flush == NULL ? INDP_OK : function->input->flush(&group->state);
        if (status == INDP_OK && function->gives_state)
            status = indpsql_answer_bytes(context, &group->state);
        else if (status == INDP_OK && indpx_is_list(function->kind))
            status =
                indpsql_answer_list(context, function->kind, &group->state, &group->parameters);
        else if (status == INDP_OK)
            status = indpsql_answer_release(context, &group->state,
                                            group->parameters.numbers.epsilon, function->settings);
        if (status != INDP_OK)
            fail_status(context, group, status);
    }
    sqlite3_free((char *)group->parameters.list);
    indpsql_drop(&group->state);
}
