/* Turns states into answers: releases, and the bytes of states. */
#include <float.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "internal.h"
#include "parts.h"

char *indpmy_text_room(struct group *group, size_t length)
{
    char *text;
    if (length <= group->room && group->text != NULL)
        return group->text;
    text = realloc(group->text, length + 1);
    if (text == NULL)
        return NULL;
    group->text = text;
    group->room = length;
    return text;
}

indp_status indpmy_answer_text(struct group *group, const char *text, size_t length)
{
    char *to = indpmy_text_room(group, length);
    if (to == NULL)
        return INDP_E_NO_MEMORY;
    memcpy(to, text, length);
    group->length = length;
    return INDP_OK;
}

indp_status indpmy_answer_bytes(struct group *group)
{
    size_t size;
    char *to;
    indp_status status = indp_state_size(group->state.bytes, &size);
    if (status != INDP_OK)
        return status;
    to = indpmy_text_room(group, size);
    if (to == NULL)
        return INDP_E_NO_MEMORY;
    group->length = size;
    return indp_state_serialise(group->state.bytes, to, size);
}

static indp_status answer_label(struct group *group, const indp_value *value)
{
    char text[32];
    if (value->label != NULL)
        return indpmy_answer_text(group, (const char *)value->label, value->length);
    return indpmy_answer_text(group, text,
                              (size_t)snprintf(text, sizeof text, "%lld",
                                               (long long)value->integer));
}

/* MariaDB has no infinities: they become the largest doubles. */
static double finite(double value)
{
    return value > DBL_MAX ? DBL_MAX : value < -DBL_MAX ? -DBL_MAX : value;
}

indp_status indpmy_answer_release(struct group *group, enum result result, double epsilon)
{
    indp_value value = { sizeof value, 0, 0, 0, NULL, 0, 0 };
    indp_status status;
    int32_t code;
    status = indp_state_kind(group->state.bytes, &code);
    if (status == INDP_OK && (code == INDP_KIND_MODE) != (result == GIVES_TEXT))
        return INDP_E_STATE; /* dp_release of a mode, or dp_release_mode of another kind */
    if (status == INDP_OK)
        status = indp_state_release_value(group->state.bytes, epsilon, NULL, &value);
    if (status != INDP_OK || result == GIVES_TEXT)
        return status == INDP_OK ? answer_label(group, &value) : status;
    group->integer = (long long)value.integer;
    group->real = value.tag == INDP_VALUE_REAL ? finite(value.real) : (double)value.integer;
    return INDP_OK;
}

indp_status indpmy_answer_parts(struct group *group, double epsilon)
{
    indp_parts parts = { sizeof parts, 0, 0, 0, { 0, 0, 0 }, 0 };
    char text[INDPX_PARTS_SIZE];
    indp_status status = indp_state_release_parts(group->state.bytes, epsilon, NULL, &parts);
    if (status != INDP_OK)
        return status;
    indpx_parts_write(&parts, text);
    return indpmy_answer_text(group, text, strlen(text));
}

/* If a q is wrong, returns the status for a wrong list, so that the message states the rule for
 * lists. */
indp_status indpmy_can_release(const struct state *state, const struct function *function,
                               const struct parameters *p)
{
    indp_status status;
    if (function->gives_state)
        return INDP_OK;
    if (!indpx_is_list(function->kind) || function->kind->gives == INDPX_GIVES_PARTS)
        return indp_state_can_release(state->bytes, p->numbers.epsilon, NULL);
    if (indpx_is_bounds(function->kind))
        return indp_state_can_release_bounds(state->bytes, p->numbers.epsilon, NULL);
    if (p->q == NULL)
        return indp_state_can_release_counts(state->bytes, p->numbers.epsilon, NULL);
    status = indp_quantile_can_release_many(state->bytes, p->q, p->n, p->numbers.epsilon, NULL);
    return status == INDP_E_QUANTILE ? INDP_E_QUANTILES : status;
}
