/* Releases several quantiles at once. Their list q and the answers are JSON arrays. */
#include <string.h>

#include "internal.h"
#include "json.h"
#include "number.h"

/* A list q, the answers, and their text. */
struct lists {
    size_t n;
    double q[INDPX_MOST_QS], answers[INDPX_MOST_QS];
    char text[INDPX_NUMBERS_SIZE(INDPX_MOST_QS)];
};

/* Reads the list. The message about a wrong element has the rule of the list. */
static indp_status read_list(const struct parameters *p, struct lists **out)
{
    *out = sqlite3_malloc((int)sizeof **out);
    if (*out == NULL)
        return INDP_E_NO_MEMORY;
    return indpx_json_numbers(p->list, (size_t)p->length, (*out)->q, INDPX_MOST_QS, &(*out)->n) ? INDP_OK : INDP_E_QUANTILES;
}

static indp_status of_list(indp_status status)
{
    return status == INDP_E_QUANTILE ? INDP_E_QUANTILES : status;
}

indp_status indpsql_can_release_quantiles(const struct state *state, const struct parameters *parameters,
                                          const indpx_settings *settings)
{
    struct lists *lists;
    indp_options *options = NULL;
    indp_status status = read_list(parameters, &lists);
    if (status == INDP_OK)
        status = indpx_options(settings, &indpx_kinds[INDPX_QUANTILES], &options);
    if (status == INDP_OK)
        status = indp_quantile_can_release_many(state->bytes, lists->q, lists->n, parameters->numbers.epsilon, options);
    indp_options_free(options);
    sqlite3_free(lists);
    return of_list(status);
}

indp_status indpsql_answer_quantiles(sqlite3_context *context, struct state *state, const struct parameters *parameters,
                                     const indpx_settings *settings)
{
    struct lists *lists;
    indp_options *options = NULL;
    indp_status status = read_list(parameters, &lists);
    if (status == INDP_OK)
        status = indpx_options(settings, &indpx_kinds[INDPX_QUANTILES], &options);
    if (status == INDP_OK)
        status = indp_quantile_release_many(state->bytes, lists->q, lists->n, parameters->numbers.epsilon, options, lists->answers);
    indp_options_free(options);
    if (status == INDP_OK) {
        indpx_numbers_write(lists->text, lists->answers, lists->n, ",");
        sqlite3_result_text(context, lists->text, -1, SQLITE_TRANSIENT);
    }
    sqlite3_free(lists);
    return of_list(status);
}
