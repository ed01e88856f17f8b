#include "answer.h"

#include <stdlib.h>

/* A wrong element has the message of the list. */
static indp_status of_list(indp_status status)
{
    return status == INDP_E_QUANTILE ? INDP_E_QUANTILES : status;
}

indp_status indpduck_can_release(const indpx_kind *kind, const void *bytes, const struct list *list, double epsilon)
{
    if (indpduck_is_listed(kind))
        return of_list(indp_quantile_can_release_many(bytes, (const double *)list->bytes, list->n, epsilon, NULL));
    return indp_state_can_release(bytes, epsilon, NULL);
}

indp_status indpduck_release_list(const indpx_kind *kind, void *bytes, const struct list *list, double epsilon, double *out)
{
    (void)kind; /* so far there is one such kind */
    return of_list(indp_quantile_release_many(bytes, (const double *)list->bytes, list->n, epsilon, NULL, out));
}

void indpduck_put_text(duckdb_vector result, idx_t row, const void *text, size_t length)
{
    duckdb_vector_assign_string_element_len(result, row, text, length);
}

void indpduck_put_null(duckdb_vector result, idx_t row)
{
    duckdb_vector_ensure_validity_writable(result);
    duckdb_validity_set_row_invalid(duckdb_vector_get_validity(result), row);
}

indp_status indpduck_put_list(duckdb_vector result, idx_t row, const double *numbers, size_t n)
{
    duckdb_list_entry *entries = duckdb_vector_get_data(result);
    idx_t offset = duckdb_list_vector_get_size(result);
    double *child;
    if (duckdb_list_vector_reserve(result, offset + n) != DuckDBSuccess || duckdb_list_vector_set_size(result, offset + n) != DuckDBSuccess)
        return INDP_E_NO_MEMORY;
    child = duckdb_vector_get_data(duckdb_list_vector_get_child(result));
    memcpy(child + offset, numbers, n * sizeof *numbers);
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
