/* Finds out whether constraints already bound the rows of each person, so that bound.c is not
 * needed. They do in two cases, both for a table without children. The first is UNIQUE (person).
 * The second is UNIQUE (person, slot), where slot is an integer column with NOT NULL and CHECK
 * (slot BETWEEN a AND b), and at most rows_per_person integers lie from a to b. Both ends must be
 * stated. The constraints must be validated, enforced and not deferrable. They must also be older
 * than the snapshot of the query: an older snapshot may still see rows that violated the constraint
 * and were deleted before the constraint was made. */
#include "answer/answer.h"

#include "access/genam.h"
#include "access/htup_details.h"
#include "access/table.h"
#include "access/transam.h"
#include "catalog/indexing.h"
#include "catalog/pg_am.h"
#include "catalog/pg_class.h"
#include "catalog/pg_constraint.h"
#include "catalog/pg_index.h"
#include "catalog/pg_inherits.h"
#include "catalog/pg_type.h"
#include "commands/defrem.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "optimizer/optimizer.h"
#include "parser/parsetree.h"
#include "utils/array.h"
#include "utils/builtins.h"
#include "utils/fmgroids.h"
#include "utils/lsyscache.h"
#include "utils/rel.h"
#include "utils/syscache.h"

/* If the source reads a single table, which has no children, returns that table and stores the
 * number of the person's column in it. Otherwise returns InvalidOid. */
static Oid plain_table(const Spec *spec, AttrNumber *person)
{
    const Query *source = ((RangeTblEntry *)linitial(spec->query->rtable))->subquery;
    const RangeTblRef *ref;
    const RangeTblEntry *entry;
    const Var *var;
    if (list_length(source->jointree->fromlist) != 1)
        return InvalidOid;
    ref = linitial(source->jointree->fromlist);
    if (!IsA(ref, RangeTblRef))
        return InvalidOid;
    entry = rt_fetch(ref->rtindex, source->rtable);
    var = (Var *)((TargetEntry *)list_nth(source->targetList, spec->person - 1))->expr;
    if (entry->rtekind != RTE_RELATION || entry->relkind != RELKIND_RELATION ||
        has_subclass(entry->relid) || !IsA(var, Var) || (int)var->varno != ref->rtindex)
        return InvalidOid;
    *person = var->varattno;
    return entry->relid;
}

/* Whether this row of the catalog was certainly committed before the snapshot was taken. */
static bool is_older(HeapTuple tuple, Snapshot snapshot)
{
    return HeapTupleHeaderXminFrozen(tuple->t_data) ||
           TransactionIdPrecedes(HeapTupleHeaderGetXmin(tuple->t_data), snapshot->xmin);
}

/* Stores the columns of a unique constraint and returns their number, which is 1 or 2. Returns 0
 * for any other constraint, and for a unique constraint that is deferrable, is not validated, or
 * compares a column by other than its default operators. */
static int unique_columns(const FormData_pg_constraint *row, AttrNumber *columns)
{
    HeapTuple tuple;
    Form_pg_index index;
    int n = 0;
    if ((row->contype != CONSTRAINT_UNIQUE && row->contype != CONSTRAINT_PRIMARY) ||
        row->condeferrable || !row->convalidated)
        return 0;
    tuple = SearchSysCache1(INDEXRELID, ObjectIdGetDatum(row->conindid));
    if (!HeapTupleIsValid(tuple))
        return 0;
    index = (Form_pg_index)GETSTRUCT(tuple);
    if (index->indisunique && index->indimmediate && index->indisvalid && index->indisready &&
        index->indislive && index->indnkeyatts <= 2 &&
        heap_attisnull(tuple, Anum_pg_index_indpred, NULL) &&
        heap_attisnull(tuple, Anum_pg_index_indexprs, NULL)) {
        bool null;
        const oidvector *classes =
            (oidvector *)DatumGetPointer(SysCacheGetAttr(INDEXRELID, tuple, Anum_pg_index_indclass,
                                                         &null));
        n = index->indnkeyatts;
        for (int i = 0; i < index->indnkeyatts; i++) {
            columns[i] = index->indkey.values[i];
            if (columns[i] <= 0 ||
                classes->values[i] !=
                    GetDefaultOpClass(get_atttype(row->conrelid, columns[i]), BTREE_AM_OID))
                n = 0;
        }
    }
    ReleaseSysCache(tuple);
    return n;
}

static bool is_integer(const Const *c, int64 *value)
{
    if (!IsA(c, Const) || c->constisnull)
        return false;
    switch (c->consttype) {
    case INT2OID: *value = DatumGetInt16(c->constvalue); return true;
    case INT4OID: *value = DatumGetInt32(c->constvalue); return true;
    case INT8OID: *value = DatumGetInt64(c->constvalue); return true;
    default: return false;
    }
}

/* The integers that the CHECK constraints of a column admit. */
typedef struct Range {
    bool has_lo, has_hi;
    int64 lo, hi;
} Range;

static void raise_lo(Range *range, int64 lo)
{
    range->lo = range->has_lo ? Max(range->lo, lo) : lo;
    range->has_lo = true;
}

static void lower_hi(Range *range, int64 hi)
{
    range->hi = range->has_hi ? Min(range->hi, hi) : hi;
    range->has_hi = true;
}

/* Whether the range has both ends and contains at most `rows` integers. The difference of two int64
 * always fits into a uint64. */
static bool is_small(const Range *range, int64 rows)
{
    if (!range->has_lo || !range->has_hi)
        return false;
    return range->hi < range->lo || (uint64)range->hi - (uint64)range->lo < (uint64)rows;
}

/* Narrows the range by a condition that compares the column with an integer constant, and by each
 * of several such conditions that are joined by AND. Other conditions narrow nothing. */
static void narrow(Node *node, AttrNumber column, Range *range)
{
    ListCell *cell;
    const OpExpr *test = (const OpExpr *)node;
    const Var *var;
    const char *name;
    int64 value;
    if (is_andclause(node)) {
        foreach (cell, ((BoolExpr *)node)->args)
            narrow(lfirst(cell), column, range);
        return;
    }
    if (!IsA(node, OpExpr) || list_length(test->args) != 2 || test->opno >= FirstNormalObjectId)
        return;
    var = linitial(test->args);
    name = get_opname(test->opno);
    if (!IsA(var, Var) || var->varattno != column || !is_integer(lsecond(test->args), &value))
        return;
    if (strcmp(name, ">=") == 0)
        raise_lo(range, value);
    else if (strcmp(name, "<=") == 0)
        lower_hi(range, value);
    else if (strcmp(name, ">") == 0 && value < PG_INT64_MAX)
        raise_lo(range, value + 1);
    else if (strcmp(name, "<") == 0 && value > PG_INT64_MIN)
        lower_hi(range, value - 1);
}

typedef struct Found {
    AttrNumber slots[64]; /* columns, each of which is unique together with the person */
    int n;
    bool alone; /* a constraint says that the person alone is unique */
} Found;

/* Calls `use` for each of the table's constraints that was committed before the snapshot. */
static void each_constraint(Oid table, Snapshot snapshot, void (*use)(HeapTuple, TupleDesc, void *),
                            void *state)
{
    Relation constraints = table_open(ConstraintRelationId, AccessShareLock);
    ScanKeyData key;
    SysScanDesc scan;
    HeapTuple tuple;
    ScanKeyInit(&key, Anum_pg_constraint_conrelid, BTEqualStrategyNumber, F_OIDEQ,
                ObjectIdGetDatum(table));
    scan = systable_beginscan(constraints, ConstraintRelidTypidNameIndexId, true, NULL, 1, &key);
    while (HeapTupleIsValid(tuple = systable_getnext(scan)))
        if (is_older(tuple, snapshot))
            use(tuple, RelationGetDescr(constraints), state);
    systable_endscan(scan);
    table_close(constraints, AccessShareLock);
}

typedef struct Search {
    AttrNumber person;
    Found found;
    AttrNumber slot;
    Range range;
    bool not_null; /* a validated NOT NULL constraint of the slot has a row of its own */
} Search;

static void find_unique(HeapTuple tuple, TupleDesc type, void *state)
{
    Search *search = state;
    AttrNumber columns[2];
    int n = unique_columns((Form_pg_constraint)GETSTRUCT(tuple), columns);
    (void)type;
    if (n == 1 && columns[0] == search->person)
        search->found.alone = true;
    if (n == 2 && (columns[0] == search->person || columns[1] == search->person) &&
        search->found.n < (int)lengthof(search->found.slots))
        search->found.slots[search->found.n++] =
            columns[0] == search->person ? columns[1] : columns[0];
}

static bool is_enforced(const FormData_pg_constraint *row)
{
#if PG_VERSION_NUM >= 180000
    if (!row->conenforced)
        return false;
#endif
    return row->convalidated;
}

static void use_check(HeapTuple tuple, TupleDesc type, void *state)
{
    Search *search = state;
    Form_pg_constraint row = (Form_pg_constraint)GETSTRUCT(tuple);
    bool null;
    Datum check = heap_getattr(tuple, Anum_pg_constraint_conbin, type, &null);
    if (row->contype != CONSTRAINT_CHECK || !is_enforced(row) || null)
        return;
    narrow((Node *)stringToNode(TextDatumGetCString(check)), search->slot, &search->range);
}

#if PG_VERSION_NUM >= 180000
static void use_not_null(HeapTuple tuple, TupleDesc type, void *state)
{
    Search *search = state;
    Form_pg_constraint row = (Form_pg_constraint)GETSTRUCT(tuple);
    (void)type;
    if (row->contype == CONSTRAINT_NOTNULL && is_enforced(row) &&
        extractNotNullColumn(tuple) == search->slot)
        search->not_null = true;
}
#endif

/* From PostgreSQL 18 on, a NOT NULL constraint has a row in pg_constraint, and attnotnull is also
 * true for one that was never validated, so that rows may still violate it. */
static bool is_not_null(Oid table, Search *search, Snapshot snapshot)
{
    HeapTuple tuple = SearchSysCache2(ATTNUM, ObjectIdGetDatum(table), Int16GetDatum(search->slot));
    bool found = HeapTupleIsValid(tuple) && ((Form_pg_attribute)GETSTRUCT(tuple))->attnotnull &&
                 is_older(tuple, snapshot);
#if PG_VERSION_NUM >= 180000
    search->not_null = false;
    each_constraint(table, snapshot, use_not_null, search);
    found = found && search->not_null;
#endif
    if (HeapTupleIsValid(tuple))
        ReleaseSysCache(tuple);
    return found;
}

bool indppg_rows_are_bounded(const Spec *spec, Snapshot snapshot)
{
    Search search = { .slot = 0 };
    Oid table = plain_table(spec, &search.person);
    if (!OidIsValid(table))
        return false;
    each_constraint(table, snapshot, find_unique, &search);
    if (search.found.alone)
        return true;
    for (int i = 0; i < search.found.n; i++) {
        search.slot = search.found.slots[i];
        search.range = (Range){ false, false, 0, 0 };
        if (!is_not_null(table, &search, snapshot))
            continue;
        each_constraint(table, snapshot, use_check, &search);
        if (is_small(&search.range, spec->rows))
            return true;
    }
    return false;
}
