/* Releases answers that are lists: several quantiles, the counts of a histogram, the counts of
 * candidates, and bounds. The list that a call takes (q, edges or candidates) and its answer are
 * JSON arrays. Answers with parts, which are JSON objects, are released here, too. No setting of
 * the connection applies to these releases. */
#include <stdio.h>
#include <string.h>

#include "internal.h"
#include "json.h"
#include "labels.h"
#include "number.h"
#include "parts.h"

/* The answers of one release: quantiles, bounds or counts. */
struct list {
    size_t n;
    double *reals;   /* NULL for counts, and if there are no bounds */
    int64_t *counts; /* NULL for others */
};

/* Replaces the status for a wrong q by the status for a wrong list, so that the message states the
 * rule for lists. */
static indp_status of_list(indp_status status)
{
    return status == INDP_E_QUANTILE ? INDP_E_QUANTILES : status;
}

/* Reads the list q into memory that the caller frees. */
static indp_status read_q(const struct parameters *p, double **q, size_t *n)
{
    *q = sqlite3_malloc(INDPX_MOST_QS * (int)sizeof **q);
    if (*q == NULL)
        return INDP_E_NO_MEMORY;
    return indpx_json_numbers(p->list, (size_t)p->length, *q, INDPX_MOST_QS, n) ? INDP_OK
                                                                                : INDP_E_QUANTILES;
}

indp_status indpsql_can_release_list(const indpx_kind *kind, const struct state *state,
                                     const struct parameters *p, double epsilon)
{
    double *q;
    size_t n;
    indp_status status;
    if (kind->gives == INDPX_GIVES_PARTS)
        return indp_state_can_release(state->bytes, epsilon, NULL);
    if (indpx_is_bounds(kind))
        return indp_state_can_release_bounds(state->bytes, epsilon, NULL);
    if (kind->code != INDP_KIND_QUANTILE)
        return indp_state_can_release_counts(state->bytes, epsilon, NULL);
    status = read_q(p, &q, &n);
    if (status == INDP_OK)
        status = indp_quantile_can_release_many(state->bytes, q, n, epsilon, NULL);
    sqlite3_free(q);
    return of_list(status);
}

static indp_status draw_quantiles(struct state *state, const struct parameters *p, double epsilon,
                                  struct list *out)
{
    double *q;
    indp_status status = read_q(p, &q, &out->n);
    if (status == INDP_OK) {
        out->reals = sqlite3_malloc64(out->n * sizeof *out->reals);
        status = out->reals == NULL ? INDP_E_NO_MEMORY
                                    : indp_quantile_release_many(state->bytes, q, out->n, epsilon,
                                                                 NULL, out->reals);
    }
    sqlite3_free(q);
    return of_list(status);
}

/* Releases bounds; out->reals stays NULL if there are none. */
static indp_status draw_bounds(struct state *state, double epsilon, struct list *out)
{
    double *reals = sqlite3_malloc((int)(2 * sizeof *reals));
    int found = 0;
    indp_status status = reals == NULL ? INDP_E_NO_MEMORY
                                       : indpx_release_bounds(state->bytes, epsilon, reals, &found);
    out->n = 2;
    if (found)
        out->reals = reals;
    else
        sqlite3_free(reals);
    return status;
}

/* Releases the counts in the order of the state. */
static indp_status draw_counts(struct state *state, double epsilon, struct list *out)
{
    indp_status status = indp_state_counts(state->bytes, &out->n);
    if (status != INDP_OK)
        return status;
    out->counts = sqlite3_malloc64(out->n * sizeof *out->counts);
    return out->counts == NULL
               ? INDP_E_NO_MEMORY
               : indp_state_release_counts(state->bytes, epsilon, NULL, out->counts, out->n);
}

/* Puts the counts of a mode into the order in which the call gives the candidates. */
static indp_status sort_counts(const struct state *state, const struct parameters *p,
                               struct list *list)
{
    void *room = sqlite3_malloc64(indpx_json_room(p->list, (size_t)p->length));
    int64_t *sorted = sqlite3_malloc64(list->n * sizeof *sorted);
    indp_category *candidates;
    size_t i, n, place;
    indp_status status = INDP_E_NO_MEMORY;
    if (room != NULL && sorted != NULL) {
        status = indpx_json_read(p->list, (size_t)p->length, room, &candidates, &n);
        for (i = 0; status == INDP_OK && i < n; i++) {
            if (n == list->n && indpx_find(state->bytes, &candidates[i], &place))
                sorted[i] = list->counts[place];
            else
                status = INDP_E_STATE;
        }
    }
    sqlite3_free(room);
    sqlite3_free(status == INDP_OK ? list->counts : sorted);
    if (status == INDP_OK)
        list->counts = sorted;
    return status;
}

/* The list as JSON, which the caller frees; NULL if memory ran out. */
static char *text_of(const struct list *list)
{
    char *text = sqlite3_malloc64((INDPX_NUMBER_SIZE + 1) * list->n + 2), *to = text;
    size_t i;
    if (text == NULL)
        return NULL;
    if (list->reals == NULL && list->counts == NULL)
        return strcpy(text, INDPSQL_NONE);
    if (list->reals != NULL) {
        indpx_numbers_write(text, list->reals, list->n, ",");
        return text;
    }
    for (i = 0; i < list->n; i++)
        to += snprintf(to, INDPX_NUMBER_SIZE, "%c%lld", i == 0 ? '[' : ',',
                       (long long)list->counts[i]);
    strcpy(to, "]");
    return text;
}

/* Releases an answer with its parts as JSON, which the caller frees. */
static indp_status release_parts(struct state *state, double epsilon, char **text)
{
    indp_parts parts = { sizeof parts, 0, 0, 0, { 0, 0, 0 }, 0 };
    char *own = sqlite3_malloc(INDPX_PARTS_SIZE);
    indp_status status = own == NULL
                             ? INDP_E_NO_MEMORY
                             : indp_state_release_parts(state->bytes, epsilon, NULL, &parts);
    *text = NULL;
    if (status == INDP_OK)
        indpx_parts_write(&parts, *text = own);
    else
        sqlite3_free(own);
    return status;
}

static indp_status release(const indpx_kind *kind, struct state *state, const struct parameters *p,
                           double epsilon, struct list *out)
{
    return indpx_is_bounds(kind)              ? draw_bounds(state, epsilon, out)
           : kind->code == INDP_KIND_QUANTILE ? draw_quantiles(state, p, epsilon, out)
                                              : draw_counts(state, epsilon, out);
}

indp_status indpsql_release_list(const indpx_kind *kind, struct state *state,
                                 const struct parameters *p, double epsilon, char **text)
{
    struct list list = { 0, NULL, NULL };
    indp_status status;
    if (kind->gives == INDPX_GIVES_PARTS)
        return release_parts(state, epsilon, text);
    status = release(kind, state, p, epsilon, &list);
    *text = NULL;
    if (status == INDP_OK && kind->values == INDPX_LABELS)
        status = sort_counts(state, p, &list);
    if (status == INDP_OK)
        *text = text_of(&list);
    sqlite3_free(list.reals);
    sqlite3_free(list.counts);
    return status == INDP_OK && *text == NULL ? INDP_E_NO_MEMORY : status;
}

void indpsql_give_list(sqlite3_context *context, char *text)
{
    if (strcmp(text, INDPSQL_NONE) != 0) {
        sqlite3_result_text(context, text, -1, sqlite3_free);
    } else {
        sqlite3_free(text);
        sqlite3_result_null(context);
    }
}

indp_status indpsql_answer_list(sqlite3_context *context, const indpx_kind *kind,
                                struct state *state, const struct parameters *p)
{
    char *text;
    indp_status status = indpsql_release_list(kind, state, p, p->numbers.epsilon, &text);
    if (status == INDP_OK)
        indpsql_give_list(context, text);
    return status;
}
