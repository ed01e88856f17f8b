/* Finds the relations from which private rows can be read or inferred: what indp.related names for each
 * policy, but for the protected views themselves and the tables of the extension. The set is kept until
 * a relation changes. */
#include "protected.h"

#include "access/xact.h"
#include "executor/spi.h"
#include "miscadmin.h"
#include "utils/guc.h"
#include "utils/hsearch.h"
#include "utils/inval.h"
#include "utils/memutils.h"
#include "utils/snapmgr.h"

static HTAB *related;
static bool changed;
static bool computing;

static void note_change(Datum argument, Oid relation)
{
    (void)argument;
    (void)relation;
    changed = true;
}

static void add(HTAB *set, uint64 rows)
{
    bool flag;
    for (uint64 i = 0; i < rows; i++) {
        Oid relation = DatumGetObjectId(SPI_getbinval(SPI_tuptable->vals[i], SPI_tuptable->tupdesc, 1, &flag));
        hash_search(set, &relation, HASH_ENTER, &flag);
    }
}

static void run(void)
{
    HASHCTL control = {.keysize = sizeof(Oid), .entrysize = sizeof(Oid)};
    HTAB *set;
    SPI_connect();
    SPI_execute("SELECT DISTINCT r.relation FROM indp.policies AS p, indp.related(p.source, false) AS r WHERE r.kind OPERATOR(pg_catalog.<>) ALL"
                " ('{protected,policy,ledger}'::pg_catalog.text[])",
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
        indppg_force("max_parallel_workers_per_gather", "0");
        SetUserIdAndSecContext(indppg_owner(), security | SECURITY_LOCAL_USERID_CHANGE | SECURITY_RESTRICTED_OPERATION);
        PushActiveSnapshot(GetCatalogSnapshot(InvalidOid)); /* that of the transaction may be older than a policy */
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

/* Computing the set takes stack. Whether it must be computed depends on what changed, also in VACUUM of
 * a source, so the stack is required in any case. */
enum { STACK = 256 * 1024 };

static pg_noinline void require_stack(void)
{
    volatile char room[STACK];
    room[0] = 0;
    check_stack_depth();
    (void)room[0];
}

bool indppg_is_related(Oid relation)
{
    bool found;
    if (!OidIsValid(indppg_guard()))
        return false; /* the extension is not in this database */
    require_stack();
    if (related == NULL || changed)
        compute();
    hash_search(related, &relation, HASH_FIND, &found);
    return found;
}

void indppg_install_related(void)
{
    CacheRegisterRelcacheCallback(note_change, (Datum)0);
}
