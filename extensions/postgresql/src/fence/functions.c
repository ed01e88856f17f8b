/* Refuses calls of functions that are not admitted. PostgreSQL asks the first hook before it
 * calls a function from an expression, as an aggregate, as a window function or by the fast
 * path, wherever the expression stands. It asks the second hook before it calls for the first
 * time, in whatever way, a function that is not built in: also as a trigger, for the input or
 * output of a type, as a part of an index or of a language. It asks the third hook instead at
 * each call of one that is SECURITY DEFINER or has settings. So nothing is asked for only if a
 * built-in function is called by C code. */
#include "fence/fence.h"

#include "access/htup_details.h"
#include "access/xact.h"
#include "catalog/objectaccess.h"
#include "catalog/pg_proc.h"
#include "miscadmin.h"
#include "nodes/nodeFuncs.h"
#include "protected/protected.h"
#include "utils/acl.h"
#include "utils/builtins.h"
#include "utils/hsearch.h"
#include "utils/inval.h"
#include "utils/lsyscache.h"
#include "utils/regproc.h"
#include "utils/syscache.h"

#if PG_VERSION_NUM >= 140000
#define OAT_TRUNCATES
#endif

static object_access_hook_type previous;
static needs_fmgr_hook_type previous_needs;
static fmgr_hook_type previous_call;

/* The verdicts so far. They depend only on the catalog. */
typedef struct Known {
    Oid function;
    Verdict verdict;
} Known;
static HTAB *known;
static Oid trusted; /* the table indp.trusted when the first verdict was made */

static void forget(void)
{
    if (known != NULL)
        hash_destroy(known);
    known = NULL;
}

static void forget_function(Datum argument, int cache, uint32 hash)
{
    (void)argument;
    (void)cache;
    (void)hash;
    forget();
}

static void forget_trust(Datum argument, Oid relation)
{
    (void)argument;
    if (!OidIsValid(relation) || relation == trusted)
        forget();
}

static Verdict verdict_of(Oid function)
{
    bool found;
    Verdict verdict;
    const Known *entry;
    if (known == NULL) {
        HASHCTL control = { .keysize = sizeof(Oid), .entrysize = sizeof(Known) };
        trusted = indppg_trusted_table();
        known = hash_create("indp verdicts", 256, &control, HASH_ELEM | HASH_BLOBS);
    }
    entry = hash_search(known, &function, HASH_FIND, &found);
    if (found)
        return entry->verdict;
    verdict = indppg_verdict(function); /* may forget everything */
    if (known != NULL)
        ((Known *)hash_search(known, &function, HASH_ENTER, &found))->verdict = verdict;
    return verdict;
}

/* Code of another reader could go back to the role that has logged in. */
static bool is_of_roles(Oid function)
{
    const char *name = GetUserId() == GetSessionUserId() ? NULL : get_func_name(function);
    return name != NULL && strcmp(name, "set_config") == 0;
}

static void require_admitted(Oid function, bool called_directly)
{
    Verdict verdict = verdict_of(function);
    if (verdict == PART && !called_directly)
        return;
    if (verdict == OF_SESSION && !indppg_is_own_session())
        indppg_fence_refuse(psprintf("the function %s", format_procedure(function)),
                            "it describes the session, which is not the reader's");
    if (verdict == OF_READER &&
        (!indppg_is_readers_login() || !indppg_is_a_readers(GetUserId()) || is_of_roles(function)))
        indppg_fence_refuse(psprintf("the function %s", format_procedure(function)),
                            INDPPG_OWN_RIGHTS_RULE);
    if (called_directly && verdict != ADMITTED && indppg_is_of_sequences(function)) {
        indppg_note_draw();
        if (indppg_has_sequence())
            indppg_fence_refuse(psprintf("the function %s", format_procedure(function)),
                                INDPPG_SEQUENCES_RULE);
    }
    if (verdict != ADMITTED && verdict != OF_SESSION && verdict != OF_READER)
        indppg_fence_refuse(psprintf("the function %s", format_procedure(function)),
                            "readers may not call it");
}

static bool visit(Oid function, void *context)
{
    (void)context;
    require_admitted(function, true);
    return false;
}

static bool walk(Node *node, void *context)
{
    if (node == NULL)
        return false;
    if (IsA(node, Query))
        return query_tree_walker((Query *)node, walk, context, 0);
    (void)check_functions_in_node(node, visit, context);
    return expression_tree_walker(node, walk, context);
}

/* Refuses a query that calls a function that readers may not call, before it is executed. */
void indppg_check_functions(Query *query)
{
    if (indppg_is_fenced())
        walk((Node *)query, NULL);
}

static bool samples(Node *node, void *context)
{
    if (node == NULL)
        return false;
    if (IsA(node, TableSampleClause))
        require_admitted(((TableSampleClause *)node)->tsmhandler, false);
    if (IsA(node, Query))
        return query_tree_walker((Query *)node, samples, context, 0);
    return expression_tree_walker(node, samples, context);
}

/* Refuses methods of TABLESAMPLE that are not admitted, which PostgreSQL calls without a
 * question. */
void indppg_check_samples(Query *query)
{
    samples((Node *)query, NULL);
}

static void access_object(ObjectAccessType access, Oid class, Oid object, int part, void *argument)
{
    if (previous != NULL)
        previous(access, class, object, part, argument);
    if (access == OAT_FUNCTION_EXECUTE && class == ProcedureRelationId)
        indppg_check_aggregate(object);
#ifdef OAT_TRUNCATES
    if (access == OAT_TRUNCATE)
        indppg_check_truncated(object, indppg_is_fenced());
#endif
    if (access == OAT_FUNCTION_EXECUTE && class == ProcedureRelationId && indppg_is_fenced()) {
        indppg_check_session();
        require_admitted(object, true);
        indppg_note_call();
    } else if (access == OAT_POST_CREATE && indppg_is_fenced()) {
        indppg_check_created(class, object, part);
    } else if (access == OAT_POST_ALTER && indppg_is_readers_session()) {
        indppg_check_altered(class, object, ((ObjectAccessPostAlter *)argument)->auxiliary_id);
    } else if (access == OAT_DROP && indppg_is_fenced()) {
        indppg_check_dropped(class, object);
    }
}

/* Whether a function is not known to be harmless with the rights of others: it is neither built in
 * nor in C, and a reader may own it. Where a reader has logged in, it may also be that of a former
 * reader: there the current role, one of which it is a member, or a superuser must own it. */
static bool is_a_readers(Oid function)
{
    HeapTuple tuple;
    Oid owner = InvalidOid;
    if (!IsTransactionState() || indppg_is_in_c(function))
        return false;
    tuple = SearchSysCache1(PROCOID, ObjectIdGetDatum(function));
    if (HeapTupleIsValid(tuple)) {
        owner = ((Form_pg_proc)GETSTRUCT(tuple))->proowner;
        ReleaseSysCache(tuple);
    }
    if (!OidIsValid(owner) || indppg_is_a_readers(owner))
        return OidIsValid(owner);
    return indppg_is_readers_session() && !superuser_arg(owner) &&
           !has_privs_of_role(GetUserId(), owner);
}

/* A function of a reader runs with the rights of readers only. Others would run it without knowing:
 * their own functions keep, for the session, what names meant on the search path of the first call,
 * and a reader can make that call. Readers who may define no code run none of readers, either. */
static void check_rights(Oid function)
{
    indppg_check_code("function", function);
    if (!indppg_is_a_readers(GetUserId()) || indppg_is_anothers(indppg_owner_of(PROCOID, function)))
        indppg_fence_refuse(psprintf("the function %s", format_procedure(function)),
                            INDPPG_FOR_OTHERS_RULE);
}

/* In the session of others, a function of a reader could learn from what is pending there, and
 * leave behind what later code of others uses: the caches of indexes, types and functions keep what
 * names meant on the search path of the first use. So it does not run there: neither in an index
 * that others analyse, nor as SECURITY DEFINER. An index of a reader's table may have functions of
 * an extension that is not trusted. They must not keep others from vacuuming it. */
static void check_first_call(Oid function)
{
    if (indppg_is_fenced() && !indppg_is_readers_session() && !indppg_is_in_c(function))
        indppg_fence_refuse(psprintf("the function %s", format_procedure(function)),
                            INDPPG_FOR_OTHERS_RULE);
    if (indppg_is_acting()) {
        require_admitted(function, false);
        indppg_install_records();
    }
}

/* A function that needs the hook is not inlined (casts.c), and asks the hook at each call. */
static bool needs_hook(Oid function)
{
    indppg_check_inside(function);
    check_first_call(function);
    if (is_a_readers(function)) {
        check_rights(function);
        return true;
    }
    if (indppg_is_fenced() && !indppg_is_planning() && indppg_is_cast(function))
        return true;
    return previous_needs != NULL && previous_needs(function);
}

static void call(FmgrHookEventType event, FmgrInfo *function, Datum *argument)
{
    if (event == FHET_START) {
        indppg_check_inside(function->fn_oid);
        check_first_call(function->fn_oid);
        if (is_a_readers(function->fn_oid))
            check_rights(function->fn_oid);
    }
    if (previous_call != NULL)
        previous_call(event, function, argument);
}

void indppg_install_functions(void)
{
    previous_needs = needs_fmgr_hook;
    needs_fmgr_hook = needs_hook;
    previous_call = fmgr_hook;
    fmgr_hook = call;
    indppg_install_records();
    indppg_install_casts();
    CacheRegisterSyscacheCallback(PROCOID, forget_function, (Datum)0);
    indppg_on_relation(forget_trust);
    previous = object_access_hook;
    object_access_hook = access_object;
}
