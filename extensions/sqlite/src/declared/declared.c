#include "declared.h"

#include <string.h>

struct declared *indpsql_declared_find(const struct connection *connection, const char *name)
{
    struct declared *declared = connection->declared;
    while (declared != NULL && sqlite3_stricmp(declared->name, name) != 0)
        declared = declared->next;
    return declared;
}

static void free_one(struct declared *declared)
{
    indpsql_spec_leave(declared->spec);
    sqlite3_free(declared->name);
    sqlite3_free(declared);
}

void indpsql_declared_free(struct declared *list)
{
    while (list != NULL) {
        struct declared *next = list->next;
        free_one(list);
        list = next;
    }
}

struct declared *indpsql_declared_new(const char *name)
{
    struct declared *declared = sqlite3_malloc((int)sizeof *declared);
    if (declared == NULL)
        return NULL;
    memset(declared, 0, sizeof *declared);
    declared->name = sqlite3_mprintf("%s", name);
    if (declared->name == NULL) {
        free_one(declared);
        return NULL;
    }
    return declared;
}

void indpsql_declared_set(struct declared *declared, struct spec *spec)
{
    indpsql_spec_leave(declared->spec);
    declared->spec = indpsql_spec_enter(spec);
}

void indpsql_declared_clear(struct declared *declared)
{
    indpsql_spec_leave(declared->spec);
    declared->spec = NULL;
}
