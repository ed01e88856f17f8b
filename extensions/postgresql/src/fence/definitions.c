/* Refuses definitions of fenced sessions that name a source, or what belongs to one. They would be
 * refused when they are used. But a definition locks what it names until the end of the transaction, and
 * the set of related relations (../protected/related.c) follows views and rules, so that a reader could
 * make it large. */
#include "fence/fence.h"

#include "catalog/namespace.h"
#include "nodes/nodeFuncs.h"
#include "protected/protected.h"
#include "utils/lsyscache.h"

static bool names_related(Node *node, void *context)
{
    if (node == NULL)
        return false;
    if (IsA(node, RangeVar)) {
        Oid relation = RangeVarGetRelid((RangeVar *)node, NoLock, true);
        if (OidIsValid(relation) && indppg_is_related(relation))
            indppg_fence_refuse(psprintf("the definition, which names %s,", get_rel_name(relation)), INDPPG_RELATED_RULE);
        return false;
    }
    return raw_expression_tree_walker(node, names_related, context);
}

/* Call this with a statement as the parser gives it. A name of WITH counts as that of a table. */
void indppg_check_names(Node *statement)
{
    (void)names_related(statement, NULL);
}
