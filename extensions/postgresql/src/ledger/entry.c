/* Makes an entry of the log, indp.charges. Besides the numbers of roles, an entry holds their
 * names, because after a dump and restore the numbers may belong to other roles. */
#include "internal.h"

#include "access/htup_details.h"
#include "mb/pg_wchar.h"
#include "miscadmin.h"
#include "utils/builtins.h"
#include "utils/rel.h"
#include "utils/timestamp.h"

enum { COLUMNS = 8, QUERY_SIZE = 256 };

static Datum name_of_role(Oid role)
{
    NameData *name = palloc0(sizeof *name);
    char *text = GetUserNameFromId(role, true);
    if (text != NULL)
        namestrcpy(name, text);
    return NameGetDatum(name);
}

HeapTuple indppg_entry(Relation charges, const Charge *charge, const Budget *budget, Datum amount,
                       TimestampTz now)
{
    bool nulls[COLUMNS] = { false };
    Datum values[COLUMNS];
    const char *query = charge->query != NULL ? charge->query : "";
    int length = pg_mbcliplen(query, (int)strlen(query), QUERY_SIZE);
    HeapTuple tuple;
    if (RelationGetNumberOfAttributes(charges) != COLUMNS)
        indppg_refuse(REFUSE_TABLES);
    values[0] = TimestampTzGetDatum(now);
    values[1] = Int32GetDatum(charge->policy);
    values[2] = Int32GetDatum(budget->budget);
    values[3] = ObjectIdGetDatum(charge->reader);
    values[4] = name_of_role(budget->role);
    values[5] = name_of_role(charge->reader);
    values[6] = amount;
    values[7] = PointerGetDatum(cstring_to_text_with_len(query, length));
    tuple = heap_form_tuple(RelationGetDescr(charges), values, nulls);
    indppg_freeze(tuple->t_data);
    return tuple;
}
