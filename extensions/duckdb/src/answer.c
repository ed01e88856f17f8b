#include "answer.h"

#include <stdlib.h>

#include "labels.h"
#include "parts.h"

/* Replaces the status for a wrong q by the status for a wrong list, so that the message states the
 * rule for lists. */
static indp_status of_list(indp_status status)
{
    return status == INDP_E_QUANTILE ? INDP_E_QUANTILES : status;
}

indp_status indpduck_can_release(const indpx_kind *kind, const void *bytes, const struct list *list,
                                 double epsilon)
{
    if (indpduck_has_counts(kind))
        return indp_state_can_release_counts(bytes, epsilon, NULL);
    if (indpx_is_bounds(kind))
        return indp_state_can_release_bounds(bytes, epsilon, NULL);
    if (kind->gives == INDPX_GIVES_PARTS)
        return indp_state_can_release(bytes, epsilon, NULL);
    if (indpx_is_list(kind))
        return of_list(indp_quantile_can_release_many(bytes, (const double *)list->bytes, list->n,
                                                      epsilon, NULL));
    return indp_state_can_release(bytes, epsilon, NULL);
}

/* Puts the n counts of a mode into the order in which the call gives the candidates. */
static indp_status sort_counts(const void *bytes, const struct list *list, const int64_t *counts,
                               int64_t *out, size_t n)
{
    struct list all = *list;
    indp_category *candidates = malloc(n * sizeof *candidates);
    indp_status status = candidates == NULL ? INDP_E_NO_MEMORY : INDP_OK;
    size_t i, place;
    all.n = n; /* in a group's list, n is wrong for texts; a mode has one count per candidate */
    if (status == INDP_OK)
        indpduck_list_categories(&all, candidates);
    for (i = 0; status == INDP_OK && i < n; i++) {
        if (indpx_find(bytes, &candidates[i], &place))
            out[i] = counts[place];
        else
            status = INDP_E_STATE;
    }
    free(candidates);
    return status;
}

static indp_status draw_labels(void *bytes, const struct list *list, double epsilon, int64_t *out,
                               size_t n)
{
    int64_t *counts = malloc(n * sizeof *counts);
    indp_status status = counts == NULL
                             ? INDP_E_NO_MEMORY
                             : indp_state_release_counts(bytes, epsilon, NULL, counts, n);
    if (status == INDP_OK)
        status = sort_counts(bytes, list, counts, out, n);
    free(counts);
    return status;
}

/* *n becomes 0 if there are no bounds. */
static indp_status draw_bounds(void *bytes, double epsilon, double out[2], size_t *n)
{
    int found;
    indp_status status = indpx_release_bounds(bytes, epsilon, out, &found);
    *n = found ? 2 : 0;
    return status;
}

indp_status indpduck_release_list(const indpx_kind *kind, void *bytes, const struct list *list,
                                  double epsilon, void **out, size_t *n)
{
    indp_status status = INDP_OK;
    *out = NULL;
    *n = list->n;
    if (indpduck_has_counts(kind))
        status = indp_state_counts(bytes, n);
    else if (indpx_is_bounds(kind))
        *n = 2;
    if (status != INDP_OK)
        return status;
    *out = malloc(*n * INDPDUCK_ELEMENT);
    if (*out == NULL)
        status = INDP_E_NO_MEMORY;
    else if (indpx_is_bounds(kind))
        status = draw_bounds(bytes, epsilon, *out, n);
    else if (!indpduck_has_counts(kind))
        status = of_list(indp_quantile_release_many(bytes, (const double *)list->bytes, *n, epsilon,
                                                    NULL, *out));
    else if (kind->values == INDPX_LABELS)
        status = draw_labels(bytes, list, epsilon, *out, *n);
    else
        status = indp_state_release_counts(bytes, epsilon, NULL, *out, *n);
    if (status != INDP_OK) {
        free(*out);
        *out = NULL;
    }
    return status;
}

void indpduck_put_text(duckdb_vector result, idx_t row, const void *text, size_t length)
{
    duckdb_vector_assign_string_element_len(result, row, text, length);
}

void indpduck_put_parts(duckdb_vector result, idx_t row, const indp_parts *parts)
{
    char text[INDPX_PARTS_SIZE];
    indpx_parts_write(parts, text);
    indpduck_put_text(result, row, text, strlen(text));
}

void indpduck_put_null(duckdb_vector result, idx_t row)
{
    duckdb_vector_ensure_validity_writable(result);
    duckdb_validity_set_row_invalid(duckdb_vector_get_validity(result), row);
}

indp_status indpduck_put_list(duckdb_vector result, idx_t row, const void *elements, size_t n)
{
    duckdb_list_entry *entries = duckdb_vector_get_data(result);
    idx_t offset = duckdb_list_vector_get_size(result);
    unsigned char *child;
    if (duckdb_list_vector_reserve(result, offset + n) != DuckDBSuccess ||
        duckdb_list_vector_set_size(result, offset + n) != DuckDBSuccess)
        return INDP_E_NO_MEMORY;
    child = duckdb_vector_get_data(duckdb_list_vector_get_child(result));
    memcpy(child + offset * INDPDUCK_ELEMENT, elements, n * INDPDUCK_ELEMENT);
    entries[row].offset = offset;
    entries[row].length = n;
    return INDP_OK;
}

indp_status indpduck_put_state(duckdb_vector result, idx_t row, const void *bytes)
{
    size_t size;
    void *copy;
    indp_status status = indp_state_size(bytes, &size);
    if (status != INDP_OK)
        return status;
    copy = malloc(size);
    if (copy == NULL)
        return INDP_E_NO_MEMORY;
    status = indp_state_serialise(bytes, copy, size);
    if (status == INDP_OK)
        indpduck_put_text(result, row, copy, size);
    free(copy);
    return status;
}
