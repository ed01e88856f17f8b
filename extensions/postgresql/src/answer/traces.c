/* Removes what the private part leaves in the session because of the rows.
 *
 * Code that runs for a row may look up the catalogs for the first time: the operators of a sort, a
 * type, a collation. Whether they are cached then tells that there was such a row. A session sees
 * it: a lookup that is not cached locks a catalog, and so learns at this moment what others have
 * committed. So what the query may look up is looked up before the charge, and the caches of the
 * catalogs are emptied afterwards, as if so much had changed that PostgreSQL gave up to say what.
 *
 * Temporary files and tables of a transaction take the tablespaces of temp_tablespaces in turn. So
 * the turn begins anew, at a random one. */
#include "answer/answer.h"

#include "access/htup_details.h"
#include "catalog/pg_collation.h"
#include "catalog/pg_enum.h"
#include "catalog/pg_type.h"
#include "nodes/nodeFuncs.h"
#include "storage/fd.h"
#include "utils/catcache.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"
#include "utils/pg_locale.h"
#include "utils/snapmgr.h"
#include "utils/syscache.h"
#include "utils/typcache.h"

enum {
    WHOLE = TYPECACHE_EQ_OPR | TYPECACHE_LT_OPR | TYPECACHE_GT_OPR | TYPECACHE_CMP_PROC |
            TYPECACHE_HASH_PROC | TYPECACHE_EQ_OPR_FINFO | TYPECACHE_CMP_PROC_FINFO |
            TYPECACHE_HASH_PROC_FINFO | TYPECACHE_BTREE_OPFAMILY | TYPECACHE_HASH_OPFAMILY |
            TYPECACHE_HASH_EXTENDED_PROC | TYPECACHE_HASH_EXTENDED_PROC_FINFO
};

/* Comparing two values of an enum reads their order if the type has values that were added later,
 * and reads it again for a value that it does not know. */
static void learn_enum(TypeCacheEntry *type)
{
    CatCList *values = SearchSysCacheList1(ENUMTYPOIDNAME, ObjectIdGetDatum(type->type_id));
    Oid first = InvalidOid;
    for (int i = 0; i < values->n_members; i++) {
        Oid value = ((Form_pg_enum)GETSTRUCT(&values->members[i]->tuple))->oid;
        if (i == 0)
            first = value;
        else
            (void)compare_values_of_enum(type, first, value);
    }
    ReleaseSysCacheList(values);
}

static void learn_one(Oid type)
{
    TypeCacheEntry *entry = lookup_type_cache(type, WHOLE);
    if (entry->typtype == TYPTYPE_ENUM)
        learn_enum(entry);
}

static void learn_type(Oid type)
{
    Oid element = OidIsValid(type) ? get_element_type(type) : InvalidOid;
    if (OidIsValid(type))
        learn_one(type);
    if (OidIsValid(element))
        learn_one(element);
}

static void learn_collation(Oid collation)
{
    if (!OidIsValid(collation))
        return;
#if PG_VERSION_NUM < 180000
    if (lc_collate_is_c(collation) && lc_ctype_is_c(collation))
        return;
#endif
    (void)pg_newlocale_from_collation(collation);
}

static bool learn(Node *node, void *context)
{
    if (node == NULL)
        return false;
    if (IsA(node, Query))
        return query_tree_walker((Query *)node, learn, context, 0);
    switch (nodeTag(node)) {
    case T_Var:
    case T_Const:
    case T_Param:
    case T_Aggref:
    case T_FuncExpr:
    case T_OpExpr:
    case T_DistinctExpr:
    case T_NullIfExpr:
    case T_ScalarArrayOpExpr:
    case T_RelabelType:
    case T_CoerceViaIO:
    case T_ArrayCoerceExpr:
    case T_CaseExpr:
    case T_CoalesceExpr:
    case T_MinMaxExpr:
    case T_ArrayExpr:
        learn_type(exprType(node));
        learn_collation(exprCollation(node));
        learn_collation(exprInputCollation(node));
        break;
    default: break;
    }
    return expression_tree_walker(node, learn, context);
}

void indppg_learn(Query *query)
{
    (void)learn((Node *)query, NULL);
}

/* More tablespaces than anybody has. */
enum { TABLESPACES = 256 };

static void turn_anew(void)
{
    Oid list[TABLESPACES], *kept;
    int n;
    if (!TempTablespacesAreSet())
        return;
    n = GetTempTablespaces(list, TABLESPACES);
    kept = MemoryContextAlloc(TopTransactionContext, (n + 1) * sizeof *kept);
    memcpy(kept, list, n * sizeof *kept);
    SetTempTablespaces(kept, n);
}

/* Called also after errors. */
void indppg_forget_traces(void)
{
    ResetCatalogCaches();
    InvalidateCatalogSnapshot();
    turn_anew();
}
