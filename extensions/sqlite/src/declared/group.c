#include "group.h"

#include <string.h>

static void fail(struct group *group, indp_status status)
{
    if (status != INDP_OK && !group->failed) {
        group->failed = 1;
        group->status = status;
    }
}

static struct state *cell(struct group *group, size_t i)
{
    return group->cells == NULL ? &group->state : &group->cells[i];
}

size_t indpsql_group_size(const struct group *group)
{
    return group->spec->keys.n == 0 ? 1 : group->spec->keys.n;
}

void indpsql_group_start(struct group *group, struct spec *spec)
{
    size_t i, n;
    group->spec = indpsql_spec_enter(spec);
    n = indpsql_group_size(group);
    if (spec->keys.n != 0) {
        group->cells = sqlite3_malloc64(n * sizeof *group->cells);
        if (group->cells == NULL) {
            fail(group, INDP_E_NO_MEMORY);
            return;
        }
        for (i = 0; i < n; i++) {
            group->cells[i].bytes = NULL;
            group->cells[i].pending = 0;
        }
    }
    for (i = 0; i < n && !group->failed; i++)
        fail(group, indpsql_start(cell(group, i), spec->kind, &spec->parameters));
    group->waits = group->cells == NULL && !group->failed && spec->input->waits;
    group->counts = group->cells == NULL && !group->failed && spec->kind->values == INDPX_ANY;
}

void indpsql_group_add(struct group *group, sqlite3_value *key, sqlite3_value *x)
{
    int type = sqlite3_value_type(x);
    int i = key == NULL ? 0 : indpsql_keys_find(&group->spec->keys, key);
    if (!group->failed && type != SQLITE_NULL && i >= 0)
        fail(group, group->spec->input->add(cell(group, (size_t)i), x, type));
}

void indpsql_group_flush(struct group *group)
{
    size_t i, n = indpsql_group_size(group);
    for (i = 0; i < n && !group->failed && group->spec->input->flush != NULL; i++)
        fail(group, group->spec->input->flush(cell(group, i)));
}

indp_status indpsql_group_release(struct group *group, size_t i, double epsilon,
                                  struct group_answer *out)
{
    const struct spec *spec = group->spec;
    memset(out, 0, sizeof *out);
    out->value.struct_size = sizeof out->value;
    if (group->failed)
        return group->status;
    if (indpx_is_list(spec->kind))
        return indpsql_release_list(spec->kind, cell(group, i), &spec->parameters, epsilon,
                                    &out->list);
    return indp_state_release_value(cell(group, i)->bytes, epsilon, NULL, &out->value);
}

void indpsql_group_drop(struct group *group)
{
    size_t i;
    for (i = 0; group->cells != NULL && i < group->spec->keys.n; i++)
        indpsql_drop(&group->cells[i]);
    sqlite3_free(group->cells);
    group->cells = NULL;
    indpsql_drop(&group->state);
    indpsql_spec_leave(group->spec);
    group->spec = NULL;
}
