/* Contains the table of the aggregates that aggregates.h lists. */
#include "aggregates.h"

#define ROW(ID, NAME, OF, VALUE, CANDIDATES) [ID] = { ID, VALUE, CANDIDATES, &indpx_kinds[OF] },

const Kind indppg_kinds[] = { INDPPG_KINDS(ROW) };

const Kind *indppg_kind_of_id(uint8 id)
{
    return id >= 1 && id < lengthof(indppg_kinds) ? &indppg_kinds[id] : NULL;
}
