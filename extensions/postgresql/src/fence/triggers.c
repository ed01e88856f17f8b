/* Refuses to change tables that have a trigger whose condition reads xmin, xmax, cmin or cmax. A
 * fenced session makes none (statements.c), but its role may have made one before it was fenced. */
#include "fence/fence.h"

#include "catalog/pg_inherits.h"
#include "nodes/nodes.h"
#include "utils/lsyscache.h"
#include "utils/rel.h"
#include "utils/relcache.h"

static void check(Relation relation)
{
    const TriggerDesc *triggers = relation->trigdesc;
    for (int i = 0; triggers != NULL && i < triggers->numtriggers; i++)
        if (triggers->triggers[i].tgqual != NULL &&
            indppg_has_transactions(stringToNode(triggers->triggers[i].tgqual)))
            indppg_fence_refuse(psprintf("the condition of the trigger %s",
                                         triggers->triggers[i].tgname),
                                INDPPG_COUNTS_RULE);
}

/* Also those of partitions, into which rows may go. */
void indppg_check_triggers(Oid relation)
{
    List *all = has_subclass(relation) ? find_all_inheritors(relation, NoLock, NULL)
                                       : list_make1_oid(relation);
    ListCell *cell;
    foreach (cell, all) {
        Relation of = RelationIdGetRelation(lfirst_oid(cell));
        if (!RelationIsValid(of))
            continue; /* dropped meanwhile */
        check(of);
        RelationClose(of);
    }
}
