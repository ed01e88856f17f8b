#include "group.h"

#include <stdlib.h>

#include "say.h"

enum { WORD = sizeof(uint64_t) };

void indpduck_group_layout(struct function *function)
{
    const indpx_kind *kind = function->kind;
    function->is_allocated = kind->values == INDPX_LABELS || kind->code == INDP_KIND_QUANTILE ||
                             kind->code == INDP_KIND_HISTOGRAM || kind->gives == INDPX_GIVES_PARTS;
    function->head = 1 + function->words + (function->is_allocated ? 2 : 0);
}

static uint64_t *size_of(const struct function *function, uint64_t *group)
{
    return group + 1 + function->words;
}

static uint64_t *length_of(const struct function *function, uint64_t *group)
{
    return size_of(function, group) + 1;
}

/* The bytes reserved for a list: its length, rounded up to whole words, and two words more, which
 * the answer of a histogram and bounds need, or room for an answer with parts (see release.c). */
static size_t list_room(const struct function *function, uint64_t length)
{
    if (function->kind->gives == INDPX_GIVES_PARTS)
        return sizeof(indp_parts);
    return ((size_t)length + 3 * WORD - 1) / WORD * WORD;
}

size_t indpduck_place_size(const struct function *function)
{
    if (function->is_allocated)
        return sizeof(indpduck_place);
    return (size_t)function->head * WORD + indp_state_bytes(function->kind->code);
}

unsigned char *indpduck_group_room(const struct function *function, uint64_t *group)
{
    return (unsigned char *)(group + function->head);
}

struct list indpduck_group_list(const struct function *function, uint64_t *group)
{
    struct list list;
    memset(&list, 0, sizeof list);
    if (function->list_column == 0)
        return list;
    list.type = function->list;
    list.bytes = indpduck_group_room(function, group);
    list.length = (size_t)*length_of(function, group);
    list.n = list.length / WORD; /* right for numbers only; the number of texts is not computed */
    return list;
}

unsigned char *indpduck_allocated_bytes(const struct function *function, uint64_t *group)
{
    return indpduck_group_room(function, group) + list_room(function, *length_of(function, group));
}

/* The number of bytes of an allocated group before its state. */
static size_t before_state(const struct function *function, uint64_t length)
{
    return (size_t)function->head * WORD + list_room(function, length);
}

static indp_status allocate(indpduck_place *place, const struct call *call)
{
    const struct function *function = call->function;
    uint64_t *group = malloc(before_state(function, call->list.length) + call->size);
    if (group == NULL)
        return INDP_E_NO_MEMORY;
    *size_of(function, group) = call->size;
    *length_of(function, group) = call->list.length;
    if (call->list.length > 0)
        memcpy(indpduck_group_room(function, group), call->list.bytes, call->list.length);
    place->allocated = group;
    return INDP_OK;
}

indp_status indpduck_group_start(indpduck_place *place, struct call *call)
{
    const struct function *function = call->function;
    uint64_t *group;
    indp_status status = indpduck_call_prepare(call);
    if (status == INDP_OK && function->is_allocated)
        status = allocate(place, call);
    if (status != INDP_OK)
        return status;
    group = indpduck_group_of(function, place);
    *group = INDPDUCK_LIVE;
    memcpy(indpduck_group_words(group), call->words, (size_t)function->words * WORD);
    memcpy(indpduck_group_bytes(function, group), call->empty, call->size);
    return INDP_OK;
}

indp_status indpduck_group_compare(const struct function *function, uint64_t *group,
                                   const uint64_t *words, const struct list *list)
{
    struct list own;
    int i;
    if (*group != INDPDUCK_LIVE)
        return INDP_E_RELEASED; /* its parameters are gone */
    for (i = 0; i < function->words; i++)
        if (indpduck_group_words(group)[i] != words[i])
            return INDPDUCK_CHANGED(function->word[i]);
    own = indpduck_group_list(function, group);
    if (own.length != list->length ||
        (own.length > 0 && memcmp(own.bytes, list->bytes, own.length) != 0))
        return INDPDUCK_CHANGED(function->kind->parameters[0]);
    return INDP_OK;
}

indp_status indpduck_group_grow(const struct function *function, indpduck_place *place,
                                uint64_t more)
{
    uint64_t *group = place->allocated;
    size_t size;
    indp_status status = indp_state_room(indpduck_group_bytes(function, group), more, &size);
    if (status != INDP_OK || size <= *size_of(function, group))
        return status;
    group = realloc(group, before_state(function, *length_of(function, group)) + size);
    if (group == NULL)
        return INDP_E_NO_MEMORY; /* the group is as it was */
    place->allocated = group;
    *size_of(function, group) = size;
    return indp_state_resized(indpduck_group_bytes(function, group), size);
}

static indp_status copy(const struct function *function, indpduck_place *from, indpduck_place *into)
{
    size_t size;
    if (!function->is_allocated) {
        memcpy(into, from, indpduck_place_size(function));
        return INDP_OK;
    }
    size = before_state(function, *length_of(function, from->allocated)) +
           (size_t)*size_of(function, from->allocated);
    into->allocated = malloc(size);
    if (into->allocated == NULL)
        return INDP_E_NO_MEMORY;
    memcpy(into->allocated, from->allocated, size);
    return INDP_OK;
}

indp_status indpduck_group_merge(const struct function *function, indpduck_place *from,
                                 indpduck_place *into)
{
    uint64_t *source = indpduck_group_of(function, from),
             *target = indpduck_group_of(function, into);
    struct list list;
    uint64_t rows;
    indp_status status;
    if (indpduck_is_untouched(source))
        return INDP_OK;
    if (*source == INDPDUCK_RELEASED)
        return INDP_E_RELEASED;
    if (indpduck_is_untouched(target))
        return copy(function, from, into);
    list = indpduck_group_list(function, source);
    status = indpduck_group_compare(function, target, indpduck_group_words(source), &list);
    if (status == INDP_OK && function->is_allocated) {
        status = indp_state_rows(indpduck_group_bytes(function, source), &rows);
        if (status == INDP_OK)
            status = indpduck_group_grow(function, into, rows);
        target = into->allocated;
    }
    if (status != INDP_OK)
        return status;
    return indp_state_merge(indpduck_group_bytes(function, target),
                            indpduck_group_bytes(function, source));
}
