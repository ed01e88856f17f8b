/* Answers that are lists: several quantiles, the counts of a histogram, the counts of candidates,
 * and bounds. They are JSON arrays. */
#include <stdio.h>
#include <stdlib.h>

#include "internal.h"
#include "json.h"
#include "labels.h"
#include "number.h"

/* A comma or bracket, a sign and 19 digits. */
enum { COUNT_SIZE = 21 };

indp_status indpmy_order(const struct state *state, const struct parameters *p, size_t **order)
{
    void *room = malloc(indpx_json_room(p->list, p->length));
    indp_category *candidates;
    size_t i, n;
    indp_status status = room == NULL ? INDP_E_NO_MEMORY
                                      : indpx_json_read(p->list, p->length, room, &candidates, &n);
    if (status == INDP_OK) {
        *order = malloc(n * sizeof **order);
        status = *order == NULL ? INDP_E_NO_MEMORY : INDP_OK;
    }
    for (i = 0; status == INDP_OK && i < n; i++)
        status = indpx_find(state->bytes, &candidates[i], &(*order)[i]) ? INDP_OK : INDP_E_STATE;
    free(room);
    return status;
}

indp_status indpmy_answer_quantiles(struct group *group, const struct parameters *p)
{
    double *answers = malloc(p->n * sizeof *answers);
    char *text = indpmy_text_room(group, INDPX_NUMBERS_SIZE(p->n));
    indp_status status = answers == NULL || text == NULL ? INDP_E_NO_MEMORY : INDP_OK;
    if (status == INDP_OK)
        status = indp_quantile_release_many(group->state.bytes, p->q, p->n, p->numbers.epsilon,
                                            NULL, answers);
    if (status == INDP_OK)
        group->length = (size_t)(indpx_numbers_write(text, answers, p->n, ",") - text);
    free(answers);
    return status;
}

static size_t write_counts(char *text, const int64_t *counts, size_t n, const size_t *order)
{
    char *to = text;
    size_t i;
    for (i = 0; i < n; i++)
        to += snprintf(to, COUNT_SIZE + 1, "%c%lld", i == 0 ? '[' : ',',
                       (long long)counts[order == NULL ? i : order[i]]);
    *to++ = ']';
    return (size_t)(to - text);
}

indp_status indpmy_answer_counts(struct group *group, double epsilon, const size_t *order)
{
    int64_t *counts;
    char *text;
    size_t n;
    indp_status status = indp_state_counts(group->state.bytes, &n);
    if (status != INDP_OK)
        return status;
    counts = malloc(n * sizeof *counts);
    text = indpmy_text_room(group, COUNT_SIZE * n + 1);
    status = counts == NULL || text == NULL
                 ? INDP_E_NO_MEMORY
                 : indp_state_release_counts(group->state.bytes, epsilon, NULL, counts, n);
    if (status == INDP_OK)
        group->length = write_counts(text, counts, n, order);
    free(counts);
    return status;
}

indp_status indpmy_answer_bounds(struct group *group, double epsilon)
{
    double bounds[2];
    int found;
    char *text = indpmy_text_room(group, INDPX_NUMBERS_SIZE(2));
    indp_status status = text == NULL
                             ? INDP_E_NO_MEMORY
                             : indpx_release_bounds(group->state.bytes, epsilon, bounds, &found);
    if (status != INDP_OK)
        return status;
    if (!found)
        return INDP_E_EMPTY;
    group->length = (size_t)(indpx_numbers_write(text, bounds, 2, ",") - text);
    return INDP_OK;
}
