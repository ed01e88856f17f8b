/* Computes the answers of a block. First checks the policy, the reader's rights, the tables and
 * the epsilons. Then tries the aggregates over no rows, which shows whether they accept their
 * parameters. Then plans the private query, charges, and runs the private query. If that query
 * does not return a key, the key gets the answer of a group without rows. */
#include "answer/groups.h"

#include "access/genam.h"
#include "access/relation.h"
#include "access/table.h"
#include "catalog/pg_class.h"
#include "catalog/pg_inherits.h"
#include "catalog/pg_type.h"
#include "commands/tablespace.h"
#include "executor/instrument.h"
#include "executor/tuptable.h"
#include "kept/kept.h"
#include "ledger/ledger.h"
#include "miscadmin.h"
#include "nodes/plannodes.h"
#include "nodes/value.h"
#include "protected/protected.h"
#include "storage/lmgr.h"
#include "utils/acl.h"
#include "utils/builtins.h"
#include "utils/datum.h"
#include "utils/guc.h"
#include "utils/inval.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"
#include "utils/partcache.h"
#include "utils/rel.h"
#include "utils/snapmgr.h"

enum { MOST_ROWS = 1000000, MOST_CELLS = 10000000 };

static Datum kept(Datum value, Oid type)
{
    int16 length;
    bool by_value;
    get_typlenbyval(type, &length, &by_value);
    return by_value ? value : datumCopy(value, false, length);
}

/* Copies the results of the calls from a slot to a row of the answers. In the slot, `skipped`
 * columns come before them. */
static void store(Answers *answers, int64 row, int keys, TupleTableSlot *slot, int skipped)
{
    for (int i = keys; i < answers->columns; i++) {
        int from = i - keys + skipped;
        int64 at = row * answers->columns + i;
        answers->nulls[at] = slot->tts_isnull[from];
        answers->values[at] = slot->tts_isnull[from]
                                  ? (Datum)0
                                  : kept(slot->tts_values[from],
                                         TupleDescAttr(slot->tts_tupleDescriptor, from)->atttypid);
    }
}

static Answers *new_answers(const Spec *spec, Keys *keys)
{
    Answers *answers = palloc0(sizeof *answers);
    ListCell *cell;
    int n = 0;
    answers->rows = 1;
    foreach (cell, spec->keys) {
        indppg_read_keys(lfirst(cell), &keys[n]);
        answers->rows *= keys[n++].n;
        if (answers->rows > MOST_ROWS)
            indppg_refuse_query("the keys have more than a million combinations; name fewer "
                                "columns in GROUP BY");
    }
    answers->columns = list_length(spec->query->targetList);
    if (answers->rows * answers->columns > MOST_CELLS)
        indppg_refuse_query("the answer has more than ten million values; ask for fewer keys or "
                            "fewer aggregates");
    answers->values = MemoryContextAllocHuge(CurrentMemoryContext,
                                             answers->rows * answers->columns * sizeof(Datum));
    answers->nulls = MemoryContextAllocHuge(CurrentMemoryContext,
                                            answers->rows * answers->columns * sizeof(bool));
    indppg_store_keys(answers, keys, n);
    return answers;
}

/* Runs the calls over no rows, n times. */
static Tuplestorestate *run_empty(Query *query, ParamListInfo parameters, Snapshot snapshot,
                                  int64 n, TupleDesc *type)
{
    ParamExternData *times = &parameters->params[parameters->numParams - 1];
    times->ptype = INT4OID;
    times->pflags = PARAM_FLAG_CONST;
    times->isnull = false;
    times->value = Int32GetDatum((int32)n);
    return indppg_run(indppg_plan(query, parameters, false), parameters, snapshot, type);
}

/* Refuses what the aggregates refuse, such as wrong parameters. It also begins the sorts of
 * DISTINCT, so that they are not begun for the first time because of a row. */
static void try_empty(const Spec *spec, ParamListInfo parameters, Snapshot snapshot)
{
    TupleDesc type;
    tuplestore_end(run_empty(spec->empty, parameters, snapshot, 1, &type));
}

/* The calls over no rows, without the sorts of DISTINCT, which take time for each group. */
static Query *unsorted(const Spec *spec)
{
    Query *query = COPY(spec->empty);
    ListCell *cell;
    foreach (cell, query->targetList) {
        Aggref *call = (Aggref *)((TargetEntry *)lfirst(cell))->expr;
        if (IsA(call, Aggref))
            call->aggdistinct = NIL;
    }
    return query;
}

/* Stores answers of groups without rows for the keys that have no answer yet. So each key is
 * released once, whether it has rows or not, and the first row of a group does not cost a
 * further release. */
static void answer_rest(const Spec *spec, ParamListInfo parameters, Snapshot snapshot,
                        const bool *answered, Answers *answers)
{
    int64 *rest = MemoryContextAllocHuge(CurrentMemoryContext, (answers->rows + 1) * sizeof *rest),
          n = 0;
    TupleDesc type;
    Tuplestorestate *rows;
    TupleTableSlot *slot;
    for (int64 row = 0; row < answers->rows; row++)
        if (!answered[row])
            rest[n++] = row;
    rows = run_empty(unsorted(spec), parameters, snapshot, n, &type);
    slot = MakeSingleTupleTableSlot(type, &TTSOpsMinimalTuple);
    while (tuplestore_gettupleslot(rows, true, false, slot)) {
        slot_getallattrs(slot);
        store(answers, rest[DatumGetInt32(slot->tts_values[0]) - 1], list_length(spec->keys), slot,
              1);
    }
    ExecDropSingleTupleTableSlot(slot);
    tuplestore_end(rows);
}

static void answer_private(const Spec *spec, PlannedStmt *plan, const Keys *keys,
                           ParamListInfo parameters, Snapshot snapshot, bool *answered,
                           Answers *answers)
{
    TupleDesc type;
    Tuplestorestate *rows = indppg_run(plan, parameters, snapshot, &type);
    TupleTableSlot *slot = MakeSingleTupleTableSlot(type, &TTSOpsMinimalTuple);
    int n = list_length(spec->keys);
    while (tuplestore_gettupleslot(rows, true, false, slot)) {
        int64 row = 0;
        slot_getallattrs(slot);
        for (int i = 0; i < n && row >= 0; i++) {
            int key = slot->tts_isnull[i] ? -1 : indppg_find_key(&keys[i], slot->tts_values[i]);
            row = key < 0 ? -1 : row * keys[i].n + key;
        }
        if (row >= 0) {
            store(answers, row, n, slot, n);
            answered[row] = true;
        }
    }
    ExecDropSingleTupleTableSlot(slot);
    tuplestore_end(rows);
}

void indppg_check_range(const Spec *spec, double epsilon, const char *name)
{
    indppg_check_epsilon(epsilon, name);
    if (epsilon > spec->max_epsilon)
        indppg_refuse_query_because("an epsilon is larger than max_epsilon of the policy",
                                    psprintf("%s: epsilon is %s, max_epsilon is %s.", name,
                                             indppg_number_text(epsilon),
                                             indppg_number_text(spec->max_epsilon)));
    if (epsilon < spec->min_epsilon)
        indppg_refuse_query_because("an epsilon is smaller than min_epsilon of the policy",
                                    psprintf("%s: epsilon is %s, min_epsilon is %s.", name,
                                             indppg_number_text(epsilon),
                                             indppg_number_text(spec->min_epsilon)));
}

/* Replaces the epsilon of each call by the epsilon to release with, which may be slightly smaller.
 * Returns the epsilons to charge. */
double *indppg_take_epsilons(const Spec *spec, ParamListInfo parameters)
{
    double *epsilons = palloc(list_length(spec->epsilons) * sizeof *epsilons);
    ListCell *cell, *name;
    int n = 0;
    forboth (cell, spec->epsilons, name, spec->names) {
        ParamExternData *parameter = &parameters->params[lfirst_int(cell) - 1];
        double epsilon = parameter->isnull ? 0 : DatumGetFloat8(parameter->value);
        indppg_check_range(spec, epsilon, strVal(lfirst(name)));
        epsilons[n++] = epsilon;
        parameter->value = Float8GetDatum(indppg_usable(epsilon));
    }
    return epsilons;
}

/* Locks and opens the TOAST table and its index in advance. Otherwise the first row with a long
 * value would lock them, and other sessions can see locks. It would also read catalogs, and so
 * learn of what others have committed meanwhile. They stay open until the private part has run,
 * since a message about them would otherwise make the session forget them. */
static List *open_toast(Oid relation, List *opened, List **tables)
{
    Relation table = table_open(relation, NoLock);
    Oid toast = table->rd_rel->reltoastrelid;
    *tables = lappend(*tables, table);
    opened = lappend(opened, table);
    if (table->rd_rel->relkind == RELKIND_PARTITIONED_TABLE)
        /* Computes its expressions with the reader's rights. */
        (void)RelationGetPartitionKey(table);
    if (OidIsValid(toast)) {
        Relation values = table_open(toast, AccessShareLock);
        ListCell *cell;
        foreach (cell, RelationGetIndexList(values))
            opened = lappend(opened, index_open(lfirst_oid(cell), AccessShareLock));
        opened = lappend(opened, values);
    }
    return opened;
}

static void close_all(List *opened)
{
    ListCell *cell;
    foreach (cell, opened)
        relation_close(lfirst(cell), NoLock);
}

/* Requires all partitions and children to be tables of this server, and opens them and their TOAST
 * tables. */
static List *check_relations(const Spec *spec, List **tables)
{
    List *opened = NIL;
    ListCell *cell, *child;
    int nest = NewGUCNestLevel();
    /* The caches keep what a partition key means. */
    indppg_force("search_path", "pg_catalog, pg_temp");
    foreach (cell, spec->relations)
        foreach (child, find_all_inheritors(lfirst_oid(cell), AccessShareLock, NULL)) {
            char kind = get_rel_relkind(lfirst_oid(child));
            if (kind != RELKIND_RELATION && kind != RELKIND_PARTITIONED_TABLE)
                indppg_refuse_query("the source of the protected view reads something that is "
                                    "neither an ordinary nor a partitioned table");
            opened = open_toast(lfirst_oid(child), opened, tables);
        }
    AtEOXact_GUC(false, nest);
    return opened;
}

/* Whether the plan reads more than one table. */
static bool reads_several(const PlannedStmt *plan)
{
    int n = 0;
    ListCell *cell;
    foreach (cell, plan->rtable) {
        const RangeTblEntry *entry = lfirst(cell);
        n += entry->rtekind == RTE_RELATION && entry->relkind != RELKIND_VIEW;
    }
    return n > 1;
}

/* If a constraint already bounds the rows of a person, plans the private part without the sort that
 * bounds them. That plan is used only if it reads a single table. It reads several if the table has
 * gained a child since the constraint was checked. */
static PlannedStmt *plan_one(const Spec *spec, ParamListInfo parameters, bool is_bounded)
{
    bool parallel = list_length(spec->relations) == 1;
    if (is_bounded) {
        PlannedStmt *plan = indppg_plan(spec->loose, parameters, parallel);
        if (!reads_several(plan))
            return plan;
    }
    return indppg_plan(indppg_bounded(spec), parameters, parallel);
}

static PlannedStmt *plan_private(const Spec *spec, ParamListInfo parameters, Snapshot snapshot,
                                 List *tables)
{
    bool is_bounded = indppg_rows_are_bounded(spec, snapshot);
    PlannedStmt *volatile plan = NULL;
    Bare *bare = indppg_make_bare(tables);
    PG_TRY();
    {
        plan = plan_one(spec, parameters, is_bounded);
    }
    PG_FINALLY();
    {
        indppg_make_whole(bare);
    }
    PG_END_TRY();
    return plan;
}

/* Before PostgreSQL 17, this setting lets a query fail because the pages that it reads were changed
 * after its snapshot. Whether they were depends on the rows. */
static void check_settings(void)
{
    const char *fixed = indppg_fixed_setting();
    if (fixed != NULL)
        indppg_refuse_query(psprintf("connect without the setting %s", fixed));
#if PG_VERSION_NUM < 170000
    if (old_snapshot_threshold >= 0)
        indppg_refuse_query("old_snapshot_threshold must be -1; the administrator of the server "
                            "must reset it");
#endif
}

static void check_payer(const Spec *spec)
{
    const Policy *policy = indppg_read_policy(spec->policy);
    if (policy == NULL || policy->version != spec->version || policy->view != spec->view)
        indppg_refuse_query("the policy has changed: run the query again");
    if (pg_class_aclcheck(spec->view, GetUserId(), ACL_SELECT) != ACLCHECK_OK)
        indppg_refuse_payer("the current role must hold SELECT on the protected view itself");
    if (!has_privs_of_role(indppg_view_owner(spec->view), get_role_oid(INDPPG_OWNERS, true)))
        indppg_refuse_payer("the owner of the protected view is no longer a member of the "
                            "role " INDPPG_OWNERS);
}

enum { HEADROOM = 256 * 1024 };

/* Fails if little of the stack is left. Some nodes of a plan check the depth of the stack only if
 * there are rows. A reader who calls from deep within functions could otherwise learn from such an
 * error that there are rows. */
static pg_noinline void require_stack(void)
{
    volatile char used[HEADROOM];
    used[0] = used[HEADROOM - 1] = 0;
    check_stack_depth();
    (void)used[0];
}

/* Charges, and runs the private part. */
static void answer_now(const Spec *spec, PlannedStmt *plan, const Keys *keys,
                       ParamListInfo parameters, Snapshot snapshot, const Charge *charge,
                       Answers *answers)
{
    bool *answered = palloc0(answers->rows * sizeof *answered);
    Private state;
    indppg_charge(charge);
    indppg_enter(&state, spec->view);
    answer_private(spec, plan, keys, parameters, snapshot, answered, answers);
    answer_rest(spec, parameters, snapshot, answered, answers);
    indppg_leave(&state);
}

/* Gives an answer that is kept, after everything that could refuse the query. */
static bool answer_again(const Question *question, const Spec *spec, Charge *charge,
                         Answers *answers)
{
    TimestampTz until;
    if (question == NULL || !indppg_find_kept(question, spec, answers, &until))
        return false;
    charge->kept = question->budget;
    indppg_charge_nothing(charge);
    return true;
}

static Answers *answer(Spec *spec, ParamListInfo parameters, Snapshot snapshot, const char *text)
{
    Keys *keys = palloc0((list_length(spec->keys) + 1) * sizeof *keys);
    Charge charge = { .policy = spec->policy,
                      .version = spec->version,
                      .payer = GetUserId(),
                      .reader = GetSessionUserId(),
                      .budget = indppg_budget_name(),
                      .query = text };
    Keeping keeping;
    const Question *question;
    Answers *answers;
    Private state;
    PlannedStmt *plan;
    List *opened, *tables = NIL;
    require_stack();
    check_settings();
    check_payer(spec);
    opened = check_relations(spec, &tables);
    PrepareTempTablespaces(); /* before the first row that is written to disk */
    charge.n = list_length(spec->epsilons);
    charge.epsilon = indppg_take_epsilons(spec, parameters);
    indppg_keeping(&charge, true, &keeping);
    question = indppg_question(&charge, &keeping, spec, parameters);
    answers = new_answers(spec, keys);
    indppg_enter(&state, spec->view);
    try_empty(spec, parameters, snapshot);
    indppg_learn(spec->query);
    plan = plan_private(spec, parameters, snapshot, tables);
    indppg_require_rights(plan); /* of the owner of the view */
    indppg_leave(&state);
    if (!answer_again(question, spec, &charge, answers)) {
        answer_now(spec, plan, keys, parameters, snapshot, &charge, answers);
        if (question != NULL)
            indppg_keep(question, &charge, spec, answers);
    }
    close_all(opened);
    return answers;
}

/* Computes the answers of a block. At the end, also after an error, restores the server's counts of
 * buffers and WAL. Otherwise EXPLAIN ANALYZE of a function that contains the query, and perhaps
 * catches its error, would show what the private part added to them. Nor do its other traces
 * stay. */
Answers *indppg_answer(Spec *spec, ParamListInfo parameters, Snapshot snapshot, const char *text)
{
    BufferUsage buffers = pgBufferUsage;
    WalUsage wal = pgWalUsage;
    Answers *volatile answers = NULL;
    PG_TRY();
    {
        answers = answer(spec, parameters, snapshot, text);
        /* In any case, and not only if a row made the private part read a catalog. */
        AcceptInvalidationMessages();
    }
    PG_FINALLY();
    {
        indppg_forget_traces();
        pgBufferUsage = buffers;
        pgWalUsage = wal;
    }
    PG_END_TRY();
    return answers;
}
