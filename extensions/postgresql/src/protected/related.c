/* Finds the relations from which private rows can be read or inferred: what indp.related names
 * for each policy, but for the protected views themselves and the tables of the extension. The
 * set is kept until a relation changes. */
#include "protected.h"

#include "access/xact.h"
#include "datums.h"
#include "executor/spi.h"
#include "miscadmin.h"
#include "utils/guc.h"
#include "utils/hsearch.h"
#include "utils/inval.h"
#include "utils/memutils.h"
#include "utils/snapmgr.h"
#include "utils/syscache.h"

/* The entries: the relations, and their indexes and TOAST tables, which the system catalogs keep
 * apart; and the protected views. */
typedef enum Part { WHOLE, PART_OF_ONE, PROTECTED_VIEW } Part;

typedef struct Relative {
    Oid relation;
    Part part;
} Relative;

static HTAB *related;
static bool changed;
static bool computing;

static void note_change(Datum argument, Oid relation)
{
    (void)argument;
    (void)relation;
    changed = true;
}

static void note_object(Datum argument, int cache, uint32 hash)
{
    (void)cache;
    (void)hash;
    note_change(argument, InvalidOid);
}

static void add(HTAB *set, uint64 rows)
{
    bool flag;
    for (uint64 i = 0; i < rows; i++) {
        Oid relation = DatumGetObjectId(indppg_result(i, 1, OIDOID, &flag));
        Part part = (Part)DatumGetInt32(indppg_result(i, 2, INT4OID, &flag));
        ((Relative *)hash_search(set, &relation, HASH_ENTER, &flag))->part = part;
    }
}

static void run(void)
{
    HASHCTL control = { .keysize = sizeof(Oid), .entrysize = sizeof(Relative) };
    HTAB *set;
    SPI_connect();
    SPI_execute(
        "WITH one AS MATERIALIZED (SELECT DISTINCT r.relation FROM indp.policies AS p, "
        "indp.related(p.source, false) AS r WHERE r.kind OPERATOR(pg_catalog.<>) ALL "
        "('{protected,policy,ledger,through}'::pg_catalog.text[])), whole AS (SELECT "
        "o.relation FROM one AS o UNION ALL SELECT c.reltoastrelid FROM one AS o JOIN "
        "pg_catalog.pg_class AS c ON c.oid OPERATOR(pg_catalog.=) o.relation"
        " WHERE c.reltoastrelid OPERATOR(pg_catalog.<>) '0')"
        /* The number of a view that was dropped may be that of another relation. */
        " SELECT p.view::pg_catalog.oid, 2 FROM indp.policies AS p"
        " WHERE NOT indp.was_replaced(p.view, p.policy, p.source)"
        " UNION ALL SELECT i.indexrelid, 1 FROM whole AS w JOIN pg_catalog.pg_index AS i ON "
        "i.indrelid OPERATOR(pg_catalog.=) w.relation"
        " UNION ALL SELECT w.relation, CASE WHEN EXISTS (SELECT FROM one AS o WHERE o.relation "
        "OPERATOR(pg_catalog.=) w.relation) THEN 0 ELSE 1 END FROM whole AS w",
        true, 0);
    set = hash_create("indp related", 64, &control, HASH_ELEM | HASH_BLOBS);
    add(set, SPI_processed);
    SPI_finish();
    if (related != NULL)
        hash_destroy(related);
    related = set;
}

/* Computes the set with the rights of the owner of the extension. What changes meanwhile is noticed
 * the next time. */
static void compute(void)
{
    Oid user;
    int security, nest = NewGUCNestLevel();
    GetUserIdAndSecContext(&user, &security);
    computing = true;
    changed = false;
    PG_TRY();
    {
        indppg_reset_settings(); /* of a planner that the reader may have made slow */
        indppg_force("jit", "off");
        indppg_force("max_parallel_workers_per_gather", "0");
        SetUserIdAndSecContext(indppg_owner(), security | SECURITY_LOCAL_USERID_CHANGE |
                                                   SECURITY_RESTRICTED_OPERATION);
        /* That of the transaction may be older than a policy. */
        PushActiveSnapshot(GetCatalogSnapshot(InvalidOid));
        run();
        PopActiveSnapshot();
        SetUserIdAndSecContext(user, security);
        AtEOXact_GUC(false, nest);
    }
    PG_CATCH();
    {
        computing = false;
        changed = true;
        PG_RE_THROW();
    }
    PG_END_TRY();
    computing = false;
}

bool indppg_is_computing(void)
{
    return computing;
}

/* Computing the set takes stack. Whether it must be computed depends on what changed, also in
 * VACUUM of a source, so the stack is required in any case. */
enum { STACK = 512 * 1024 };

pg_noinline void indppg_require_stack(void)
{
    volatile char room[STACK];
    room[0] = 0;
    check_stack_depth();
    (void)room[0];
}

/* What every relation is if the extension is here without its guard. */
static const Relative unknown;

static const Relative *find(Oid relation)
{
    if (!OidIsValid(indppg_guard()))
        return indppg_is_installed() ? &unknown : NULL;
    indppg_require_stack();
    if (related == NULL || changed)
        compute();
    return hash_search(related, &relation, HASH_FIND, NULL);
}

/* All of the set, or nothing if the extension is not here. */
Oid *indppg_all_related(MemoryContext context, int *n)
{
    Oid *out;
    HASH_SEQ_STATUS scan;
    const Relative *relative;
    *n = 0;
    if (find(InvalidOid) == &unknown || related == NULL)
        return NULL;
    out = MemoryContextAlloc(context, Max(hash_get_num_entries(related), 1) * sizeof *out);
    hash_seq_init(&scan, related);
    while ((relative = hash_seq_search(&scan)) != NULL)
        if (relative->part != PROTECTED_VIEW)
            out[(*n)++] = relative->relation;
    return out;
}

bool indppg_is_related(Oid relation)
{
    const Relative *relative = find(relation);
    return relative == &unknown || (relative != NULL && relative->part == WHOLE);
}

bool indppg_is_of_source(Oid relation)
{
    const Relative *relative = find(relation);
    return relative != NULL && relative->part != PROTECTED_VIEW;
}

bool indppg_is_protected_view(Oid relation)
{
    const Relative *relative = find(relation);
    return relative != NULL && relative->part == PROTECTED_VIEW;
}

/* What the set follows besides relations, and the roles whose views it leaves out. */
static const int caches[] = { PROCOID,      OPEROID,  TYPEOID,    CONSTROID,      CLAOID, AMPROCNUM,
                              AMOPSTRATEGY, SEQRELID, STATEXTOID, AUTHMEMROLEMEM, AUTHOID };

void indppg_install_related(void)
{
    indppg_on_relation(note_change);
    for (int i = 0; i < (int)lengthof(caches); i++)
        CacheRegisterSyscacheCallback(caches[i], note_object, (Datum)0);
}
