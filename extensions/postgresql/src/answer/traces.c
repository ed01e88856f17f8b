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

#include "catalog/pg_collation.h"
#include "nodes/nodeFuncs.h"
#include "storage/fd.h"
#include "utils/catcache.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"
#include "utils/pg_locale.h"
#include "utils/snapmgr.h"
#include "utils/typcache.h"

enum {
    WHOLE = TYPECACHE_EQ_OPR | TYPECACHE_LT_OPR | TYPECACHE_GT_OPR | TYPECACHE_CMP_PROC |
            TYPECACHE_HASH_PROC | TYPECACHE_EQ_OPR_FINFO | TYPECACHE_CMP_PROC_FINFO |
            TYPECACHE_HASH_PROC_FINFO | TYPECACHE_BTREE_OPFAMILY | TYPECACHE_HASH_OPFAMILY |
            TYPECACHE_HASH_EXTENDED_PROC | TYPECACHE_HASH_EXTENDED_PROC_FINFO
};

static void learn_type(Oid type)
{
    Oid element = OidIsValid(type) ? get_element_type(type) : InvalidOid;
    if (OidIsValid(type))
        (void)lookup_type_cache(type, WHOLE);
    if (OidIsValid(element))
        (void)lookup_type_cache(element, WHOLE);
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
    Oid *list;
    if (!TempTablespacesAreSet())
        return;
    list = MemoryContextAlloc(TopTransactionContext, TABLESPACES * sizeof *list);
    SetTempTablespaces(list, GetTempTablespaces(list, TABLESPACES));
}

/* Called also after errors. */
void indppg_forget_traces(void)
{
    ResetCatalogCaches();
    InvalidateCatalogSnapshot();
    turn_anew();
}
