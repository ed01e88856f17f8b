/* Keeps code of others out of the private part, which runs with the rights of the view's owner.
 *
 * The planner computes the expressions of indexes and of statistics when it looks at a table. They
 * may call functions of the owner, and what these name without a schema is found on the reader's
 * search path. So the planner sees the tables without indexes and statistics, which it must not
 * use anyway (private.c). Whatever calls a function nevertheless, that function must be in C,
 * which only superusers can create. */
#include "answer/answer.h"

#include "access/htup_details.h"
#include "access/transam.h"
#include "catalog/pg_language.h"
#include "catalog/pg_proc.h"
#include "protected/protected.h"
#include "utils/regproc.h"
#include "utils/rel.h"
#include "utils/syscache.h"

/* A copy of what the planner reads first, for each of the tables. */
struct Bare {
    List *tables;
    bool *has_index;
};

Bare *indppg_make_bare(List *tables)
{
    Bare *bare = palloc(sizeof *bare);
    ListCell *cell;
    bare->tables = tables;
    bare->has_index = palloc0((list_length(tables) + 1) * sizeof *bare->has_index);
    foreach (cell, tables) {
        Relation table = lfirst(cell);
        bare->has_index[foreach_current_index(cell)] = table->rd_rel->relhasindex;
        table->rd_rel->relhasindex = false;
        list_free(table->rd_statlist);
        table->rd_statlist = NIL;
        table->rd_statvalid = true;
    }
    return bare;
}

/* The entry of a table may have been made again meanwhile. It then has its indexes already, and
 * perhaps one more. The list of statistics is read again when somebody needs it. */
void indppg_make_whole(const Bare *bare)
{
    ListCell *cell;
    foreach (cell, bare->tables) {
        Relation table = lfirst(cell);
        table->rd_rel->relhasindex =
            table->rd_rel->relhasindex || bare->has_index[foreach_current_index(cell)];
        table->rd_statvalid = false;
    }
}

bool indppg_is_in_c(Oid function)
{
    HeapTuple tuple;
    Oid language;
    if (function < FirstGenbkiObjectId)
        return true;
    tuple = SearchSysCache1(PROCOID, ObjectIdGetDatum(function));
    if (!HeapTupleIsValid(tuple))
        return false;
    language = ((Form_pg_proc)GETSTRUCT(tuple))->prolang;
    ReleaseSysCache(tuple);
    return language == INTERNALlanguageId || language == ClanguageId;
}

/* Called before a function that is not built in is called for the first time, or inlined. */
void indppg_check_inside(Oid function)
{
    if (indppg_is_inside() && !indppg_is_in_c(function))
        indppg_refuse_query(psprintf("the function %s is not in C and must not be called while "
                                     "private rows are read; the owner of the source must not use "
                                     "it in an index, statistics or a partition key",
                                     format_procedure(function)));
}
