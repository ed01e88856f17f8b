/* The groups of a call. The server usually computes one group after another with one UDF_INIT. With
 * ROLLUP it interleaves the groups of several levels: each level has a copy of UDF_INIT, and all
 * copies have the same `ptr`. The address of the copy tells the levels apart. */
#include <stdlib.h>

#include "internal.h"

/* The group to which the server adds rows through this object, or NULL. */
struct group *indpmy_group(UDF_INIT *init)
{
    struct call *call = (struct call *)(void *)init->ptr;
    struct group **link, *group;
    if (call == NULL)
        return NULL;
    for (link = &call->groups; (group = *link) != NULL; link = &group->next)
        if (group->owner == init) {
            *link = group->next;
            group->next = call->groups;
            call->groups = group;
            return group;
        }
    return NULL;
}

static struct group *new_group(UDF_INIT *init)
{
    struct call *call = (struct call *)(void *)init->ptr;
    struct group *group = call == NULL ? NULL : calloc(1, sizeof *group);
    if (group == NULL)
        return NULL;
    group->owner = init;
    group->next = call->groups;
    call->groups = group;
    return group;
}

/* Begins a group. If that fails, the answer will be NULL. */
void indpmy_clear(UDF_INIT *init)
{
    const struct call *call = (const struct call *)(void *)init->ptr;
    struct group *group = indpmy_group(init);
    if (group == NULL)
        group = new_group(init);
    if (group == NULL)
        return;
    group->pending = 0;
    if (call->empty.bytes == NULL) /* dp_merge: the first added state becomes the group's */
        indpmy_drop(&group->state);
    else if (indpmy_copy(&group->state, &call->empty) != INDP_OK) {
        group->stage = FAILED;
        return;
    }
    group->stage = call->known ? LIVE : FAILED;
}

/* Adds a row. A row that comes after the answer belongs to a moving window. The later answers of
 * the window are NULL, so it is released only once. */
void indpmy_add(UDF_INIT *init, const UDF_ARGS *args)
{
    struct call *call = (struct call *)(void *)init->ptr;
    struct group *group = call == NULL ? NULL : call->groups;
    if (group == NULL || group->owner != init)
        group = indpmy_group(init);
    if (group == NULL)
        return;
    if (group->stage != LIVE)
        group->stage = FAILED;
    else if (args->args[0] != NULL &&
             call->input->add(call, group, args->args[0], args->lengths[0]) != INDP_OK)
        group->stage = FAILED;
}

/* The server calls this only for a moving window, when a row leaves it. */
void indpmy_remove(UDF_INIT *init)
{
    struct group *group = indpmy_group(init);
    if (group != NULL)
        group->stage = FAILED;
}

static indp_status answer(const struct call *call, struct group *group)
{
    const struct function *function = call->function;
    indp_status status = INDP_OK;
    if (group->state.bytes == NULL)
        return INDP_E_STATE;
    if (call->input->flush != NULL)
        status = call->input->flush(group);
    if (status != INDP_OK)
        return status;
    if (function->gives_state)
        return indpmy_answer_bytes(group);
    if (call->parameters.q != NULL)
        return indpmy_answer_quantiles(group, &call->parameters);
    if (function->kind->gives == INDPX_GIVES_PARTS)
        return indpmy_answer_parts(group, call->parameters.numbers.epsilon);
    if (indpx_is_bounds(function->kind))
        return indpmy_answer_bounds(group, call->parameters.numbers.epsilon);
    if (indpx_is_list(function->kind))
        return indpmy_answer_counts(group, call->parameters.numbers.epsilon, call->order);
    return indpmy_answer_release(group, function->result, call->parameters.numbers.epsilon);
}

const struct group *indpmy_answer(UDF_INIT *init)
{
    const struct call *call = (const struct call *)(void *)init->ptr;
    struct group *group = indpmy_group(init);
    if (group == NULL)
        return NULL;
    if (group->stage == LIVE)
        group->stage = answer(call, group) == INDP_OK ? ANSWERED : FAILED;
    return group->stage == ANSWERED ? group : NULL;
}

void indpmy_free_groups(struct call *call)
{
    struct group *group;
    while ((group = call->groups) != NULL) {
        call->groups = group->next;
        indpmy_drop(&group->state);
        free(group->text);
        free(group);
    }
}
