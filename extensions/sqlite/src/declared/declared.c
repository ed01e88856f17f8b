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
    sqlite3_free(declared->kind);
    sqlite3_free(declared->fields);
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

int indpsql_declared_set(struct declared *declared, const char *kind, const char *fields, struct spec *spec)
{
    char *new_kind = sqlite3_mprintf("%s", kind), *new_fields = sqlite3_mprintf("%s", fields);
    if (new_kind == NULL || new_fields == NULL) {
        sqlite3_free(new_kind);
        sqlite3_free(new_fields);
        return 0;
    }
    sqlite3_free(declared->kind);
    sqlite3_free(declared->fields);
    indpsql_spec_leave(declared->spec);
    declared->kind = new_kind;
    declared->fields = new_fields;
    declared->spec = indpsql_spec_enter(spec);
    return 1;
}

void indpsql_declared_clear(struct declared *declared)
{
    indpsql_spec_leave(declared->spec);
    declared->spec = NULL;
}
