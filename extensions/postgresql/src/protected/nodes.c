/* Makes nodes that several files need. */
#include "protected.h"

#include "catalog/pg_type.h"
#include "nodes/makefuncs.h"
#include "utils/typcache.h"

Const *indppg_real(double number)
{
    return makeConst(FLOAT8OID, -1, InvalidOid, sizeof(float8), Float8GetDatum(number), false,
                     FLOAT8PASSBYVAL);
}

Const *indppg_integer(int64 number)
{
    return makeConst(INT8OID, -1, InvalidOid, sizeof(int64), Int64GetDatum(number), false,
                     FLOAT8PASSBYVAL);
}

/* A clause of GROUP BY, DISTINCT, PARTITION BY or ORDER BY. It refers to the target list entry
 * whose ressortgroupref is `ref`, and uses the default operators of its type. */
SortGroupClause *indppg_group_by(Oid type, Index ref)
{
    TypeCacheEntry *cache =
        lookup_type_cache(type, TYPECACHE_EQ_OPR | TYPECACHE_LT_OPR | TYPECACHE_HASH_PROC);
    SortGroupClause *clause = makeNode(SortGroupClause);
    clause->tleSortGroupRef = ref;
    clause->eqop = cache->eq_opr;
    clause->sortop = cache->lt_opr;
    clause->hashable = OidIsValid(cache->hash_proc);
    return clause;
}

/* An entry of a range table for a subquery. */
RangeTblEntry *indppg_subquery(Query *query, const char *name)
{
    RangeTblEntry *entry = makeNode(RangeTblEntry);
    entry->rtekind = RTE_SUBQUERY;
    entry->subquery = query;
    entry->eref = makeAlias(name, NIL);
    for (int i = 0; i < list_length(query->targetList); i++)
        entry->eref->colnames = lappend(entry->eref->colnames, makeString(pstrdup("column")));
    entry->inFromCl = true;
    return entry;
}

RangeTblRef *indppg_reference(int rti)
{
    RangeTblRef *ref = makeNode(RangeTblRef);
    ref->rtindex = rti;
    return ref;
}
