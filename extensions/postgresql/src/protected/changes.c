/* Tells several files that a relation has changed. PostgreSQL has only ten places for such
 * callbacks in each process, so the library takes one. */
#include "protected.h"

#include "utils/inval.h"

static RelcacheCallbackFunction list[4];
static int n;

static void tell(Datum argument, Oid relation)
{
    for (int i = 0; i < n; i++)
        list[i](argument, relation);
}

void indppg_on_relation(void (*function)(Datum, Oid))
{
    Assert(n < (int)lengthof(list));
    if (n == 0)
        CacheRegisterRelcacheCallback(tell, (Datum)0);
    list[n++] = function;
}
