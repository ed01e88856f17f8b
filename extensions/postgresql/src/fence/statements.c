/* Refuses utility statements that are not admitted, and options of EXPLAIN that count pages and
 * bytes. Statements that need a right are admitted: PostgreSQL checks that right. */
#include "fence/fence.h"

#include "access/xlog.h"
#include "catalog/namespace.h"
#include "commands/defrem.h"
#include "commands/tablecmds.h"
#include "nodes/makefuncs.h"
#include "parser/parse_func.h"
#include "miscadmin.h"
#include "protected/protected.h"
#include "tcop/utility.h"
#include "total/rules.h"
#include "utils/acl.h"

#define RULE "readers may not execute it"

static bool is_off(DefElem *option)
{
    static const char *const words[] = { "off", "false", "no", "0", "none" };
    const char *value = option->arg == NULL ? "" : defGetString(option);
    for (int i = 0; i < (int)lengthof(words); i++)
        if (pg_strcasecmp(value, words[i]) == 0)
            return true;
    return false;
}

/* Other options count pages and bytes, show settings, or come with other versions and modules. From
 * PostgreSQL 18 on, ANALYZE means BUFFERS, too, unless it is turned off. */
static void check_explain(ExplainStmt *statement)
{
    static const char admitted[] = "analyze verbose costs timing summary format generic_plan";
    ListCell *cell;
    foreach (cell, statement->options) {
        DefElem *option = lfirst(cell);
        if (!indppg_is_among(option->defname, strlen(option->defname), admitted) && !is_off(option))
            indppg_fence_refuse(psprintf("EXPLAIN (%s)", option->defname),
                                "readers may not use this option");
    }
#if PG_VERSION_NUM >= 180000
    statement->options = lappend(list_copy(statement->options),
                                 makeDefElem("buffers", (Node *)makeBoolean(false), -1));
#endif
}

static void check_transaction(const TransactionStmt *statement)
{
    if (statement->kind == TRANS_STMT_PREPARE || statement->kind == TRANS_STMT_COMMIT_PREPARED ||
        statement->kind == TRANS_STMT_ROLLBACK_PREPARED)
        indppg_fence_refuse("a prepared transaction", "it keeps locks when the session has ended");
}

static void check_expression(Node *expression)
{
    if (indppg_reads_transactions(expression))
        indppg_fence_refuse("the expression", INDPPG_COUNTS_RULE);
}

static void check_copy(const CopyStmt *statement)
{
    check_expression(statement->whereClause);
    if (statement->filename != NULL || statement->is_program)
        indppg_fence_refuse("COPY from or to a file or program",
                            "only STDIN and STDOUT are admitted");
}

/* The planner calls the function of an operator to estimate how many rows it selects, and the
 * functions of a type are called without a question to the fence. */
static void check_definition(const DefineStmt *statement)
{
    if (statement->kind != OBJECT_AGGREGATE && statement->kind != OBJECT_COLLATION)
        indppg_fence_refuse("the definition", "readers may define aggregates and collations only");
}

/* A function of others that names a type without a schema may get a domain of the reader, whose
 * expressions then run with their rights. */
#define DOMAIN_RULE \
    "readers may not define a CHECK or DEFAULT of a domain, nor change one but by DROP"

static void check_domain(const CreateDomainStmt *statement)
{
    ListCell *cell;
    foreach (cell, statement->constraints) {
        const Constraint *constraint = lfirst(cell);
        if (constraint->contype != CONSTR_NULL && constraint->contype != CONSTR_NOTNULL)
            indppg_fence_refuse("the domain", DOMAIN_RULE);
    }
}

/* To add a constraint or NOT NULL, or to validate one, PostgreSQL reads all tables with a column of the
 * domain, whosever they are, and says whether one breaks it. */
static void check_alter_domain(const AlterDomainStmt *statement)
{
    bool drops = statement->subtype == 'X' || statement->subtype == 'N' ||
                 (statement->subtype == 'T' && statement->def == NULL);
    if (!drops)
        indppg_fence_refuse("the domain", DOMAIN_RULE);
}

static void check_alter(const AlterTableStmt *statement)
{
    ListCell *cell;
    foreach (cell, statement->cmds) {
        const AlterTableCmd *command = lfirst(cell);
        if (command->def != NULL && IsA(command->def, ColumnDef))
            check_expression(((ColumnDef *)command->def)->raw_default);
    }
}

/* PostgreSQL calls the function of a trigger without a question to the fence. */
static void check_trigger(const CreateTrigStmt *statement)
{
    Oid function = LookupFuncName(statement->funcname, 0, NULL, true);
    check_expression(statement->whenClause);
    if (OidIsValid(function) && indppg_verdict(function) != ADMITTED &&
        indppg_verdict(function) != PART)
        indppg_fence_refuse(psprintf("the trigger %s", statement->trigname),
                            "readers may not call its function");
}

/* The role that has logged in. Another one, of which the reader is a member, may log in without the
 * fence, so the reader must not give it a password. */
static Oid own_role(void)
{
    return indppg_is_readers_session() ? GetSessionUserId() : GetUserId();
}

/* A role with CREATEROLE could lead itself out of the fence, with ALTER GROUP or a new name for
 * indp_reader. */
static void check_role(const AlterRoleStmt *statement)
{
    Oid changed = get_rolespec_oid(statement->role, true);
    ListCell *cell;
    foreach (cell, statement->options)
        if (strcmp(((DefElem *)lfirst(cell))->defname, "rolemembers") == 0)
            indppg_fence_refuse("ALTER GROUP", RULE);
    if (changed != own_role())
        indppg_fence_refuse("ALTER ROLE", "readers may change only their own role");
}

/* Everybody who lists the settings of roles reads the value. */
static void check_role_setting(const AlterRoleSetStmt *statement)
{
    enum { MOST = 1000 };
    Oid changed = statement->role == NULL ? InvalidOid : get_rolespec_oid(statement->role, true);
    const char *value = ExtractSetVariableArgs(statement->setstmt);
    if (changed != own_role())
        indppg_fence_refuse("ALTER ROLE", "readers may change only their own role");
    if (value != NULL && strlen(value) > MOST)
        indppg_fence_refuse(psprintf("a setting of %zu bytes", strlen(value)),
                            psprintf("settings of roles have at most %d bytes", MOST));
}

static bool is_role(const char *setting)
{
    return strcmp(setting, "role") == 0 || strcmp(setting, "session_authorization") == 0;
}

/* A function of a reader must not go back to the role that has logged in. */
static void check_function(const List *options)
{
    ListCell *cell;
    foreach (cell, options) {
        const DefElem *option = lfirst(cell);
        if (strcmp(option->defname, "set") == 0 &&
            ((const VariableSetStmt *)option->arg)->name != NULL &&
            is_role(((const VariableSetStmt *)option->arg)->name))
            indppg_fence_refuse("the function", "it must not set the role");
    }
}

static void check_set(const VariableSetStmt *statement, ProcessUtilityContext context)
{
    if (context != PROCESS_UTILITY_TOPLEVEL && statement->name != NULL && is_role(statement->name))
        indppg_fence_refuse("the statement SET", "a function must not set the role");
    if (statement->kind == VAR_SET_MULTI && strcmp(statement->name, "TRANSACTION SNAPSHOT") == 0)
        indppg_fence_refuse("SET TRANSACTION SNAPSHOT", RULE);
}

static void check_kind(ObjectType kind)
{
    if (kind == OBJECT_LARGEOBJECT)
        indppg_fence_refuse("the statement", "large objects are rows of others");
    if (kind == OBJECT_ROLE)
        indppg_fence_refuse("the statement", "readers may change only their own role");
}

/* REFRESH MATERIALIZED VIEW CONCURRENTLY analyses its temporary table. */
static void check_vacuum(const VacuumStmt *statement, NodeTag outside)
{
    const VacuumRelation *table =
        list_length(statement->rels) == 1 ? linitial(statement->rels) : NULL;
    if (outside != T_RefreshMatViewStmt || statement->is_vacuumcmd || statement->options != NIL ||
        table == NULL || table->relation == NULL || table->relation->schemaname == NULL ||
        strncmp(table->relation->schemaname, "pg_temp", 7) != 0)
        indppg_fence_refuse(statement->is_vacuumcmd ? "the statement VACUUM"
                                                    : "the statement ANALYZE",
                            RULE);
}

/* CREATE TABLE (LIKE ..) copies statistics. */
static void check_statistics(ProcessUtilityContext context)
{
    if (context != PROCESS_UTILITY_SUBCOMMAND)
        indppg_fence_refuse("the statement CREATE STATISTICS", RULE);
}

/* A source must not be changed with the rights of its owner where a reader has logged in. The lock is
 * that of the statement: a weaker one would be an occasion for deadlocks. */
static void check_use(const RangeVar *name, LOCKMODE mode, const char *use)
{
    Oid relation = name == NULL ? InvalidOid : indppg_resolve(name, mode);
    if (OidIsValid(relation) && indppg_is_of_source(relation))
        indppg_fence_refuse(psprintf("the %s of %s", use, name->relname), INDPPG_RELATED_RULE);
}

static void check_target(const RangeVar *name, LOCKMODE mode)
{
    check_use(name, mode, "change");
}

static void check_targets(const List *names, LOCKMODE mode)
{
    ListCell *cell;
    foreach (cell, names)
        check_target(lfirst(cell), mode);
}

/* The owner of a sequence of a source may be somebody else. */
static void check_sequence(const RangeVar *name)
{
    Oid relation = indppg_resolve(name, ShareRowExclusiveLock);
    if (OidIsValid(relation) && indppg_is_related(relation))
        indppg_fence_refuse(psprintf("the change of %s", name->relname), INDPPG_RELATED_RULE);
}

/* Rights on a source. */
static void check_grant(const GrantStmt *statement)
{
    if (statement->objtype != OBJECT_TABLE && statement->objtype != OBJECT_SEQUENCE)
        return;
    if (statement->targtype == ACL_TARGET_OBJECT)
        check_targets(statement->objects, AccessShareLock);
    else if (statement->targtype == ACL_TARGET_ALL_IN_SCHEMA)
        indppg_fence_refuse("the statement", "readers name each table in GRANT and REVOKE");
}

/* The index of a key shows values that are there twice. That of a new table has none. */
static void check_index(const IndexStmt *statement)
{
    LOCKMODE mode = statement->concurrent ? ShareUpdateExclusiveLock : ShareLock;
    Oid relation = indppg_resolve(statement->relation, mode);
    check_target(statement->relation, mode);
    if (OidIsValid(relation) && !statement->isconstraint && indppg_is_closed(relation))
        indppg_fence_refuse(psprintf("an index of %s", statement->relation->relname),
                            INDPPG_CLOSED_RULE);
}

static void check_refresh(const RefreshMatViewStmt *statement)
{
    check_target(statement->relation, statement->concurrent ? ExclusiveLock : AccessExclusiveLock);
}

/* PostgreSQL computes an expression of a partition key whenever it reads the table. */
static void check_key(const PartitionSpec *key)
{
    ListCell *cell;
    foreach (cell, key == NULL ? NIL : key->partParams)
        if (lfirst_node(PartitionElem, cell)->expr != NULL)
            indppg_fence_refuse("the partition key", "readers partition by columns only");
}

static void check_create(const CreateStmt *statement)
{
    check_key(statement->partspec);
    check_targets(statement->inhRelations,
                  statement->partbound != NULL ? AccessExclusiveLock : ShareUpdateExclusiveLock);
}

static void check_changed(const Node *utility)
{
#define OF(TYPE) ((const TYPE *)utility)
    switch (nodeTag(utility)) {
    case T_AlterTableStmt:
        check_target(OF(AlterTableStmt)->relation,
                     AlterTableGetLockLevel(OF(AlterTableStmt)->cmds));
        break;
    case T_IndexStmt: check_index(OF(IndexStmt)); break;
    case T_CreateTrigStmt: check_target(OF(CreateTrigStmt)->relation, ShareRowExclusiveLock); break;
    case T_RuleStmt: check_target(OF(RuleStmt)->relation, AccessExclusiveLock); break;
    case T_RenameStmt: check_target(OF(RenameStmt)->relation, AccessExclusiveLock); break;
    case T_AlterObjectSchemaStmt:
        check_target(OF(AlterObjectSchemaStmt)->relation, AccessExclusiveLock);
        break;
    case T_AlterOwnerStmt: check_target(OF(AlterOwnerStmt)->relation, AccessExclusiveLock); break;
    case T_ViewStmt: check_target(OF(ViewStmt)->view, AccessExclusiveLock); break;
    case T_RefreshMatViewStmt: check_refresh(OF(RefreshMatViewStmt)); break;
    case T_TruncateStmt: check_targets(OF(TruncateStmt)->relations, AccessExclusiveLock); break;
    case T_CreateStmt: check_create(OF(CreateStmt)); break;
    case T_CopyStmt:
        if (OF(CopyStmt)->is_from)
            check_target(OF(CopyStmt)->relation, RowExclusiveLock);
        else
            check_use(OF(CopyStmt)->relation, AccessShareLock, "copy");
        break;
    case T_AlterSeqStmt: check_sequence(OF(AlterSeqStmt)->sequence); break;
    case T_GrantStmt: check_grant(OF(GrantStmt)); break;
    default: break;
    }
#undef OF
}

/* Whether the statement ends a transaction, or leads out of SERIALIZABLE. On a standby no
 * transaction block must begin: its snapshot would outlive the refusal of a statement. */
static bool leads_out(const Node *utility)
{
    if (IsA(utility, TransactionStmt))
        switch (((const TransactionStmt *)utility)->kind) {
        case TRANS_STMT_COMMIT:
        case TRANS_STMT_ROLLBACK:
        case TRANS_STMT_ROLLBACK_TO: return true;
        default: return !RecoveryInProgress();
        }
    return IsA(utility, VariableSetStmt) && !RecoveryInProgress();
}

static void check_statement(Node *utility, ProcessUtilityContext context, NodeTag outside)
{
    switch (nodeTag(utility)) {
    case T_TransactionStmt: check_transaction((TransactionStmt *)utility); break;
    case T_CopyStmt: check_copy((CopyStmt *)utility); break;
    case T_ExplainStmt: check_explain((ExplainStmt *)utility); break;
    case T_DefineStmt: check_definition((DefineStmt *)utility); break;
    case T_AlterTableStmt: check_alter((AlterTableStmt *)utility); break;
    case T_CreateDomainStmt: check_domain((CreateDomainStmt *)utility); break;
    case T_AlterDomainStmt: check_alter_domain((AlterDomainStmt *)utility); break;
    case T_CreateTrigStmt: check_trigger((CreateTrigStmt *)utility); break;
    case T_VacuumStmt: check_vacuum((VacuumStmt *)utility, outside); break;
    case T_CreateStatsStmt: check_statistics(context); break;
    case T_VariableSetStmt: check_set((VariableSetStmt *)utility, context); break;
    case T_CreateFunctionStmt: check_function(((CreateFunctionStmt *)utility)->options); break;
    case T_AlterFunctionStmt: check_function(((AlterFunctionStmt *)utility)->actions); break;
    case T_DoStmt: indppg_install_records(); break;
    case T_AlterRoleStmt: check_role((AlterRoleStmt *)utility); break;
    case T_AlterRoleSetStmt: check_role_setting((AlterRoleSetStmt *)utility); break;
    case T_RenameStmt: check_kind(((RenameStmt *)utility)->renameType); break;
    case T_CommentStmt: check_kind(((CommentStmt *)utility)->objtype); break;
    case T_AlterOwnerStmt: check_kind(((AlterOwnerStmt *)utility)->objectType); break;
    case T_GrantStmt: check_kind(((GrantStmt *)utility)->objtype); break;
    default: break;
    }
}

/* What a statement is for. PLAIN computes nothing by itself if plain.c finds no expression in it,
 * and CODE is for members of indp_author. What is on no list is refused. */
typedef enum Purpose { QUERY, PLAIN, CODE, UNLISTED } Purpose;

static Purpose purpose_of(const Node *utility, ProcessUtilityContext context)
{
    switch (nodeTag(utility)) {
    case T_TransactionStmt:
    case T_VariableSetStmt:
    case T_VariableShowStmt:
    case T_PrepareStmt:
    case T_ExecuteStmt:
    case T_DeallocateStmt:
    case T_DeclareCursorStmt:
    case T_FetchStmt:
    case T_ClosePortalStmt:
    case T_CallStmt:
    case T_DiscardStmt:
    case T_UnlistenStmt: /* of what the session may not listen to */
    case T_CopyStmt:
    case T_TruncateStmt:
    case T_AlterRoleStmt:
    case T_AlterRoleSetStmt: return QUERY;
    case T_ExplainStmt:
    case T_CreateStmt:
    case T_CreateTableAsStmt:
    case T_IndexStmt:
    case T_ViewStmt:
    case T_DropStmt: return PLAIN;
    case T_CreateSeqStmt: /* of a column that is an identity or serial */
    case T_AlterSeqStmt: return context == PROCESS_UTILITY_SUBCOMMAND ? QUERY : CODE;
    case T_AlterDefaultPrivilegesStmt:
    case T_AlterDomainStmt:
    case T_AlterEnumStmt:
    case T_AlterFunctionStmt:
    case T_AlterObjectSchemaStmt:
    case T_AlterOwnerStmt:
    case T_AlterTableStmt:
    case T_CommentStmt:
    case T_CompositeTypeStmt:
    case T_ConstraintsSetStmt:
    case T_CreateCastStmt:
    case T_CreateDomainStmt:
    case T_CreateEnumStmt:
    case T_CreateFunctionStmt:
    case T_CreateSchemaStmt:
    case T_CreateStatsStmt:
    case T_CreateTrigStmt:
    case T_DefineStmt:
    case T_DoStmt:
    case T_DropOwnedStmt:
    case T_GrantStmt:
    case T_RefreshMatViewStmt:
    case T_RenameStmt:
    case T_RuleStmt:
    case T_VacuumStmt: return CODE;
    default: return UNLISTED;
    }
}

static const char *statement_name(const Node *utility)
{
    return psprintf("the statement %s", GetCommandTagName(CreateCommandTag((Node *)utility)));
}

static void check_plain(const Node *utility, ProcessUtilityContext context)
{
    switch (purpose_of(utility, context)) {
    case QUERY: return;
    case PLAIN: indppg_check_plain(utility); break;
    default: indppg_refuse_code(statement_name(utility));
    }
    if (IsA(utility, ExplainStmt)) { /* EXPLAIN (ANALYZE) of a definition executes it */
        const Query *query = castNode(Query, ((const ExplainStmt *)utility)->query);
        if (query->commandType == CMD_UTILITY)
            check_plain(query->utilityStmt, context);
    }
}

/* What no reader may execute is refused first, and nothing is locked for what is refused. */
void indppg_check_utility(PlannedStmt *statement, ProcessUtilityContext context, NodeTag outside)
{
    Node *utility = statement->utilityStmt;
    if (!leads_out(utility))
        indppg_check_session();
    if (purpose_of(utility, context) == UNLISTED)
        indppg_fence_refuse(statement_name(utility), RULE);
    check_statement(utility, context, outside);
    if (indppg_is_no_author() && indppg_is_own_session())
        check_plain(utility, context);
    check_changed(utility);
}
