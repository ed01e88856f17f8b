/* Keeps others from computing what a reader has defined by a utility statement, and from copying it
 * (others.c). */
#include "fence/fence.h"

#include "access/genam.h"
#include "access/htup_details.h"
#include "access/table.h"
#include "catalog/namespace.h"
#include "catalog/pg_class.h"
#include "commands/tablecmds.h"
#include "storage/lmgr.h"
#include "utils/acl.h"
#include "utils/lsyscache.h"
#include "utils/rel.h"
#include "utils/syscache.h"

/* The names are looked up as PostgreSQL will do it again, and with the same locks: so they cannot mean
 * something else then. */
static void check_name(const RangeVar *name, LOCKMODE mode, AclMode rights)
{
    Oid relation = name == NULL ? InvalidOid : RangeVarGetRelid(name, mode, true);
    if (OidIsValid(relation))
        indppg_check_use(relation, rights);
}

static void check_copy(const CopyStmt *statement)
{
    if (statement->is_from)
        check_name(statement->relation, RowExclusiveLock, ACL_INSERT);
    else
        check_name(statement->relation, AccessShareLock, ACL_SELECT);
}

/* A copy is a table of its own: it has no rules, triggers and policies of the first one. */
static void check_like(const TableLikeClause *clause)
{
    static const uint32 computed =
        CREATE_TABLE_LIKE_CONSTRAINTS | CREATE_TABLE_LIKE_DEFAULTS | CREATE_TABLE_LIKE_GENERATED;
    Oid relation = RangeVarGetRelid(clause->relation, AccessShareLock, true);
    if (OidIsValid(relation) && (clause->options & computed) != 0 &&
        indppg_is_a_readers(indppg_owner_of(RELOID, relation)))
        indppg_check_copied(relation);
}

static void check_create(const CreateStmt *statement)
{
    LOCKMODE mode = statement->partbound != NULL ? AccessExclusiveLock : ShareUpdateExclusiveLock;
    ListCell *cell;
    foreach (cell, statement->inhRelations)
        check_name(lfirst(cell), mode, ACL_INSERT);
    foreach (cell, statement->tableElts)
        if (IsA(lfirst(cell), TableLikeClause))
            check_like(lfirst_node(TableLikeClause, cell));
}

/* Whether this part of ALTER TABLE computes nothing that is stored. */
static bool computes_nothing(const AlterTableCmd *command)
{
    switch (command->subtype) {
    case AT_DisableRule:
    case AT_DisableTrig:
    case AT_DisableTrigAll:
    case AT_DisableTrigUser:
    case AT_DisableRowSecurity:
    case AT_NoForceRowSecurity:
    case AT_AddConstraint: /* also of a key; reads the rows, and computes nothing that is stored */
    case AT_AddIndex:
    case AT_AddIndexConstraint:
    case AT_DropConstraint:
    case AT_DropColumn: return true;
    case AT_ColumnDefault: return command->def == NULL;
    default: return false;
    }
}

/* A change of a composite type changes the tables that are made of it. */
static void check_typed(Oid type)
{
    Relation classes = table_open(RelationRelationId, AccessShareLock);
    SysScanDesc scan = systable_beginscan(classes, InvalidOid, false, NULL, 0, NULL);
    List *found = NIL;
    HeapTuple tuple;
    ListCell *cell;
    while (HeapTupleIsValid(tuple = systable_getnext(scan)))
        if (((Form_pg_class)GETSTRUCT(tuple))->reloftype == type)
            found = lappend_oid(found, ((Form_pg_class)GETSTRUCT(tuple))->oid);
    systable_endscan(scan);
    table_close(classes, AccessShareLock);
    foreach (cell, found)
        LockRelationOid(lfirst_oid(cell), AccessExclusiveLock); /* also against new children */
    foreach (cell, found)
        indppg_check_rewritten(lfirst_oid(cell));
}

/* The new owner gets the rules and triggers, too. */
static void check_command(const AlterTableCmd *command, Oid relation)
{
    if (command->subtype == AT_ChangeOwner)
        indppg_check_use(relation, ACL_INSERT);
    else if (!computes_nothing(command))
        indppg_check_rewritten(relation);
}

static void check_alter(AlterTableStmt *statement)
{
    LOCKMODE mode = AlterTableGetLockLevel(statement->cmds);
    Oid relation = AlterTableLookupRelation(statement, mode);
    ListCell *cell;
    if (!OidIsValid(relation))
        return;
    if (get_rel_relkind(relation) == RELKIND_COMPOSITE_TYPE)
        check_typed(get_rel_type_id(relation));
    foreach (cell, statement->cmds)
        check_command(lfirst(cell), relation);
}

/* Who gets everything of a reader gets the code, too. */
static void check_reassign(const ReassignOwnedStmt *statement)
{
    ListCell *cell;
    Oid to = get_rolespec_oid(statement->newrole, true);
    foreach (cell, statement->roles) {
        Oid role = get_rolespec_oid(lfirst(cell), true);
        if (OidIsValid(role) && OidIsValid(to) && indppg_is_a_readers(role) &&
            !indppg_is_a_readers(to))
            indppg_refuse_others("REASSIGN OWNED of a reader",
                                 "use DROP OWNED, or ALTER .. OWNER TO for each object");
    }
}

/* Utility statements that compute what is stored with a relation, or copy it. */
void indppg_check_use_by_utility(const Node *utility)
{
    switch (nodeTag(utility)) {
    case T_CopyStmt:
    case T_AlterTableStmt:
    case T_CreateStmt:
    case T_CreateForeignTableStmt:
    case T_ReassignOwnedStmt: break;
    default: return;
    }
    if (!indppg_is_other())
        return;
    if (IsA(utility, CopyStmt))
        check_copy((const CopyStmt *)utility);
    else if (IsA(utility, AlterTableStmt))
        check_alter((AlterTableStmt *)utility);
    else if (IsA(utility, CreateStmt))
        check_create((const CreateStmt *)utility);
    else if (IsA(utility, CreateForeignTableStmt))
        check_create(&((const CreateForeignTableStmt *)utility)->base);
    else
        check_reassign((const ReassignOwnedStmt *)utility);
}
