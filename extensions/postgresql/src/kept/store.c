/* Finds an answer in indp.answers, and adds one. An answer is stored like any row: it vanishes with
 * ROLLBACK, and READ ONLY transactions store none. It is added after its charge is durable. Nobody
 * waits for an equal question that is being answered: such a wait would tell of it.
 *
 * The rows are written without SQL, so that no code of others runs. Rows of an earlier version of
 * the policy are never found again, and those that are too old are removed when the next answer is
 * stored. */
#include "kept.h"

#include "access/genam.h"
#include "access/heapam.h"
#include "access/htup_details.h"
#include "access/table.h"
#include "access/xact.h"
#include "catalog/indexing.h"
#include "catalog/namespace.h"
#include "catalog/pg_type.h"
#include "datums.h"
#include "ledger/internal.h"
#include "miscadmin.h"
#include "utils/builtins.h"
#include "utils/fmgroids.h"
#include "utils/lsyscache.h"
#include "utils/rel.h"
#include "utils/snapmgr.h"
#include "utils/timestamp.h"

Relation indppg_open_kept(LOCKMODE mode)
{
    Relation answers = indppg_open_table("answers", mode);
    if (RelationGetNumberOfAttributes(answers) != KEPT_COLUMNS)
        indppg_refuse(REFUSE_TABLES);
    return answers;
}

Datum indppg_kept_column(Relation answers, HeapTuple row, int number, Oid type)
{
    bool is_null;
    Datum value = indppg_column_of(row, RelationGetDescr(answers), number, type, &is_null);
    if (is_null)
        indppg_refuse(REFUSE_TABLES);
    return value;
}

/* If the clock went back, an answer of the future is not young. */
bool indppg_is_young(TimestampTz at, TimestampTz now, int64 keep)
{
    return at <= now && now - at < keep;
}

typedef struct Search {
    Relation answers;
    Snapshot snapshot;
    SysScanDesc scan;
} Search;

static void start(Search *search, const Question *question, LOCKMODE mode, bool by_hash)
{
    Oid index = get_relname_relid("answers_hash", get_namespace_oid("indp", false));
    ScanKeyData keys[2];
    search->answers = indppg_open_kept(mode);
    search->snapshot = RegisterSnapshot(GetLatestSnapshot());
    ScanKeyInit(&keys[0], KEPT_POLICY, BTEqualStrategyNumber, F_INT4EQ,
                Int32GetDatum(question->policy));
    ScanKeyInit(&keys[1], KEPT_HASH, BTEqualStrategyNumber, F_INT8EQ,
                Int64GetDatum(question->hash));
    search->scan = systable_beginscan(search->answers, index, OidIsValid(index), search->snapshot,
                                      by_hash ? 2 : 1, keys);
}

/* The lock stays until the end of the transaction, as that of any statement that writes. */
static void finish(Search *search)
{
    systable_endscan(search->scan);
    UnregisterSnapshot(search->snapshot);
    table_close(search->answers, NoLock);
}

static Datum column(const Search *search, HeapTuple row, int number, Oid type)
{
    return indppg_kept_column(search->answers, row, number, type);
}

static bool is_same(const Search *search, HeapTuple row, const Question *question)
{
    const bytea *text = DatumGetByteaPP(column(search, row, KEPT_QUESTION, BYTEAOID));
    return (int)VARSIZE_ANY_EXHDR(text) == question->length &&
           memcmp(VARDATA_ANY(text), question->text, question->length) == 0;
}

bool indppg_find_kept(const Question *question, const Spec *spec, Answers *answers,
                      TimestampTz *until)
{
    TimestampTz now = indppg_now(), newest = DT_NOBEGIN;
    bytea *bytes = NULL;
    Search search;
    HeapTuple row;
    start(&search, question, AccessShareLock, true);
    while (HeapTupleIsValid(row = systable_getnext(search.scan))) {
        TimestampTz at = DatumGetTimestampTz(column(&search, row, KEPT_AT, TIMESTAMPTZOID));
        if (at <= newest || !indppg_is_young(at, now, question->keep) ||
            !is_same(&search, row, question))
            continue;
        newest = at;
        bytes = DatumGetByteaPCopy(column(&search, row, KEPT_ANSWER, BYTEAOID));
    }
    finish(&search);
    *until = newest + question->keep;
    return bytes != NULL && (answers == NULL || indppg_decode(spec, bytes, answers));
}

bool indppg_may_keep(void)
{
    return !XactReadOnly && !RecoveryInProgress();
}

/* Whoever removes the row at the same time is not waited for. */
static void remove_row(Relation answers, HeapTuple row)
{
    TM_FailureData failure;
#if PG_VERSION_NUM >= 190000
    (void)heap_delete(answers, &row->t_self, GetCurrentCommandId(true), 0, InvalidSnapshot, false,
                      &failure);
#else
    (void)heap_delete(answers, &row->t_self, GetCurrentCommandId(true), InvalidSnapshot, false,
                      &failure, false);
#endif
}

static void remove_old(const Question *question)
{
    TimestampTz now = indppg_now();
    Search search;
    HeapTuple row;
    start(&search, question, RowExclusiveLock, false);
    while (HeapTupleIsValid(row = systable_getnext(search.scan))) {
        bool outdated =
            DatumGetInt32(column(&search, row, KEPT_VERSION, INT4OID)) != question->version;
        bool ours = DatumGetInt32(column(&search, row, KEPT_BUDGET, INT4OID)) == question->budget;
        TimestampTz at = DatumGetTimestampTz(column(&search, row, KEPT_AT, TIMESTAMPTZOID));
        if (outdated || (ours && !indppg_is_young(at, now, question->keep)))
            remove_row(search.answers, row);
    }
    finish(&search);
}

void indppg_keep(const Question *question, const Charge *charge, const Spec *spec,
                 const Answers *answers)
{
    Datum values[KEPT_COLUMNS];
    bool nulls[KEPT_COLUMNS] = { false };
    bytea *bytes = indppg_may_keep() ? indppg_encode(spec, answers) : NULL;
    bytea *text;
    Relation table;
    if (bytes == NULL)
        return;
    remove_old(question);
    text = palloc(VARHDRSZ + question->length);
    SET_VARSIZE(text, VARHDRSZ + question->length);
    memcpy(VARDATA(text), question->text, question->length);
    values[KEPT_AT - 1] = TimestampTzGetDatum(indppg_now());
    values[KEPT_POLICY - 1] = Int32GetDatum(question->policy);
    values[KEPT_VERSION - 1] = Int32GetDatum(question->version);
    values[KEPT_BUDGET - 1] = Int32GetDatum(question->budget);
    values[KEPT_READER - 1] = ObjectIdGetDatum(question->reader);
    values[KEPT_NAME - 1] = indppg_name_of_role(question->reader);
    values[KEPT_HASH - 1] = Int64GetDatum(question->hash);
    values[KEPT_QUESTION - 1] = PointerGetDatum(text);
    values[KEPT_ANSWER - 1] = PointerGetDatum(bytes);
    values[KEPT_QUERY - 1] = indppg_first_part(charge->query);
    table = indppg_open_kept(RowExclusiveLock);
    CatalogTupleInsert(table, heap_form_tuple(RelationGetDescr(table), values, nulls));
    table_close(table, NoLock);
}
