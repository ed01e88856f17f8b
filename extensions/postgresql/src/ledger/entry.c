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

Datum indppg_name_of_role(Oid role)
{
    NameData *name = palloc0(sizeof *name);
    char *text = GetUserNameFromId(role, true);
    if (text != NULL)
        namestrcpy(name, text);
    return NameGetDatum(name);
}

/* The first part of a query, for people who read the tables. */
Datum indppg_first_part(const char *query)
{
    query = query != NULL ? query : "";
    return PointerGetDatum(cstring_to_text_with_len(query, pg_mbcliplen(query, (int)strlen(query),
                                                                        QUERY_SIZE)));
}

HeapTuple indppg_entry(Relation charges, const Charge *charge, const Budget *budget, Datum amount,
                       TimestampTz now)
{
    bool nulls[COLUMNS] = { false };
    Datum values[COLUMNS];
    HeapTuple tuple;
    if (RelationGetNumberOfAttributes(charges) != COLUMNS)
        indppg_refuse(REFUSE_TABLES);
    values[0] = TimestampTzGetDatum(now);
    values[1] = Int32GetDatum(charge->policy);
    values[2] = Int32GetDatum(budget->budget);
    values[3] = ObjectIdGetDatum(charge->reader);
    values[4] = indppg_name_of_role(budget->role);
    values[5] = indppg_name_of_role(charge->reader);
    values[6] = amount;
    values[7] = indppg_first_part(charge->query);
    tuple = heap_form_tuple(RelationGetDescr(charges), values, nulls);
    indppg_freeze(tuple->t_data);
    return tuple;
}
