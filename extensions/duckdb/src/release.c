/* The answers of groups. */
#include "group.h"

#include <stdlib.h>

#include "answer.h"

/* After a release, the answer is stored where the parameters of the group were:
 * - a number, in the first word of the parameters;
 * - a text and its length, in the space of the list parameter;
 * - a list, in the space of the list parameter, with its number of elements in the first word;
 *   without bounds this number is 0;
 * - an answer with parts, in the space of the list parameter.
 * A histogram has two more counts than edges, so list_room in group.c reserves two more words than
 * the parameter needs. */

static double epsilon_of(const struct function *function, uint64_t *group)
{
    double epsilon = 0;
    int i;
    for (i = 0; i < function->words; i++)
        if (function->word[i] == INDPX_EPSILON)
            memcpy(&epsilon, &indpduck_group_words(group)[i], sizeof epsilon);
    return epsilon;
}

static indp_status release_list(const struct function *function, uint64_t *group, double epsilon)
{
    struct list list = indpduck_group_list(function, group);
    void *answers;
    size_t n;
    indp_status status =
        indpduck_release_list(function->kind, indpduck_group_bytes(function, group), &list, epsilon,
                              &answers, &n);
    if (status != INDP_OK)
        return status;
    memcpy(indpduck_group_room(function, group), answers, n * INDPDUCK_ELEMENT);
    *indpduck_group_words(group) = n;
    free(answers);
    return INDP_OK;
}

static indp_status release_parts(const struct function *function, uint64_t *group, double epsilon)
{
    indp_parts parts = { sizeof parts, 0, 0, 0, { 0, 0, 0 }, 0 };
    indp_status status =
        indp_state_release_parts(indpduck_group_bytes(function, group), epsilon, NULL, &parts);
    if (status == INDP_OK)
        memcpy(indpduck_group_room(function, group), &parts, sizeof parts);
    return status;
}

/* Keeps the candidate that was released: an integer in the first word, a text as in struct list. */
static void keep_label(const struct function *function, uint64_t *group, const indp_value *value)
{
    struct list list = indpduck_group_list(function, group);
    uint64_t length = value->length;
    if (value->label == NULL) {
        memcpy(indpduck_group_words(group), &value->integer, sizeof value->integer);
        return;
    }
    memcpy((unsigned char *)list.bytes, &length, sizeof length);
    memcpy((unsigned char *)list.bytes + sizeof length, value->label, value->length);
}

static indp_status release(const struct function *function, uint64_t *group, double epsilon)
{
    indp_value value = { sizeof value, 0, 0, 0, NULL, 0, 0 };
    indp_status status =
        indp_state_release_value(indpduck_group_bytes(function, group), epsilon, NULL, &value);
    if (status != INDP_OK)
        return status;
    if (value.tag == INDP_VALUE_REAL)
        memcpy(indpduck_group_words(group), &value.real, sizeof value.real);
    else if (value.tag == INDP_VALUE_INTEGER)
        memcpy(indpduck_group_words(group), &value.integer, sizeof value.integer);
    else
        keep_label(function, group, &value);
    return INDP_OK;
}

static indp_status release_any(const struct function *function, uint64_t *group, double epsilon)
{
    return function->kind->gives == INDPX_GIVES_PARTS ? release_parts(function, group, epsilon)
           : indpx_is_list(function->kind)            ? release_list(function, group, epsilon)
                                                      : release(function, group, epsilon);
}

/* Writes the answer that a released group has kept. */
static indp_status put(const struct function *function, uint64_t *group, duckdb_vector result,
                       idx_t row)
{
    struct list list = indpduck_group_list(function, group);
    uint64_t length;
    if (function->kind->gives == INDPX_GIVES_PARTS) {
        indp_parts parts;
        memcpy(&parts, indpduck_group_room(function, group), sizeof parts);
        indpduck_put_parts(result, row, &parts);
        return INDP_OK;
    }
    if (indpx_is_list(function->kind) && *indpduck_group_words(group) > 0)
        return indpduck_put_list(result, row, indpduck_group_room(function, group),
                                 (size_t)*indpduck_group_words(group));
    if (indpx_is_list(function->kind)) {
        indpduck_put_null(result, row);
        return INDP_OK;
    }
    if (function->kind->values == INDPX_LABELS && function->list == DUCKDB_TYPE_VARCHAR) {
        memcpy(&length, list.bytes, sizeof length);
        indpduck_put_text(result, row, list.bytes + sizeof length, (size_t)length);
    } else {
        memcpy((uint64_t *)duckdb_vector_get_data(result) + row, indpduck_group_words(group),
               sizeof(uint64_t));
    }
    return INDP_OK;
}

indp_status indpduck_group_answer(const struct function *function, indpduck_place *place,
                                  duckdb_vector result, idx_t row, double *epsilon)
{
    uint64_t *group = indpduck_group_of(function, place);
    indp_status status = INDP_OK;
    *epsilon = 0;
    if (indpduck_is_untouched(group)) {
        indpduck_put_null(result, row);
        return INDP_OK;
    }
    if (function->gives_state)
        return indpduck_put_state(result, row, indpduck_group_bytes(function, group));
    if (*group == INDPDUCK_LIVE) {
        *epsilon = epsilon_of(function, group);
        status = release_any(function, group, *epsilon);
        if (status == INDP_OK)
            *group = INDPDUCK_RELEASED;
    }
    return status == INDP_OK ? put(function, group, result, row) : status;
}
