#include "list.h"

#include <string.h>

#include "../internal.h"

int indpsql_is_in(const char *const *list, const char *name)
{
    for (; name != NULL && *list != NULL; list++)
        if (sqlite3_stricmp(*list, name) == 0)
            return 1;
    return 0;
}

int indpsql_is_reserved(const char *name)
{
    static const char *const prefixes[] = { "dp_", "indp_", "json_", "pragma_" };
    size_t i;
    for (i = 0; name != NULL && i < sizeof prefixes / sizeof *prefixes; i++)
        if (sqlite3_strnicmp(name, prefixes[i], (int)strlen(prefixes[i])) == 0)
            return 1;
    return 0;
}
