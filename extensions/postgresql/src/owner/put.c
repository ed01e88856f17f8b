/* Writes the policies and the budgets. Only the owner of the source may call these functions, which
 * write with the rights of the owner of the extension. They invalidate every plan of the protected
 * view. */
#include "indp_pg.h"

#include "catalog/pg_class.h"
#include "catalog/pg_type.h"
#include "datums.h"
#include "executor/spi.h"
#include "ledger/ledger.h"
#include "miscadmin.h"
#include "protected/protected.h"
#include "utils/acl.h"
#include "utils/inval.h"
#include "utils/lsyscache.h"
#include "utils/syscache.h"

enum { MOST_ARGUMENTS = 10 };

/* A part of WITH. The answers belong to the policy as it was. Those that another transaction has
 * removed are left to it: that may be a reader's, and stay open for long. */
#define FORGET                                                                              \
    "gone AS (DELETE FROM indp.answers AS a USING (SELECT t.ctid AS place FROM "            \
    "indp.answers AS t WHERE t.policy OPERATOR(pg_catalog.=) (SELECT q.policy FROM "        \
    "indp.policies AS q WHERE q.source OPERATOR(pg_catalog.=) $1) FOR UPDATE SKIP LOCKED) " \
    "AS g WHERE a.ctid OPERATOR(pg_catalog.=) g.place RETURNING 1)"

static void require_owner(Oid relation)
{
    bool owns;
    if (!SearchSysCacheExists1(RELOID, ObjectIdGetDatum(relation)))
        ereport(ERROR, (errcode(ERRCODE_UNDEFINED_TABLE),
                        errmsg("indp: there is no relation with the number %u", relation)));
#if PG_VERSION_NUM >= 160000
    owns = object_ownercheck(RelationRelationId, relation, GetUserId());
#else
    owns = pg_class_ownercheck(relation, GetUserId());
#endif
    if (!owns)
        ereport(ERROR, (errcode(ERRCODE_INSUFFICIENT_PRIVILEGE),
                        errmsg("indp: only the owner of the source may do this")));
}

static void forget_plans(Oid relation)
{
    if (OidIsValid(relation) && SearchSysCacheExists1(RELOID, ObjectIdGetDatum(relation)))
        CacheInvalidateRelcacheByRelid(relation);
}

/* Locks the policy of this source, if there is one. */
static void lock_policy(Oid *types, Datum *values)
{
    bool is_null;
    SPI_execute_with_args("SELECT p.policy FROM indp.policies AS p WHERE p.source "
                          "OPERATOR(pg_catalog.=) $1",
                          1, types, values, NULL, false, 1);
    if (SPI_processed == 1)
        indppg_lock_policy(DatumGetInt32(indppg_result(0, 1, INT4OID, &is_null)));
}

/* Runs one statement with the arguments of the function. The statement returns one integer, or
 * no row if the source has no policy. If `check` is not NULL, it is a statement that runs before
 * it. */
static int32 run_statement(FunctionCallInfo fcinfo, const char *check, const char *statement)
{
    Oid *types, user, owner = indppg_owner();
    Datum values[MOST_ARGUMENTS], result = (Datum)0;
    char nulls[MOST_ARGUMENTS + 1] = { 0 };
    int security, n;
    bool is_null = true;
    /* A call by the fast path has no expression. */
    (void)get_func_signature(fcinfo->flinfo->fn_oid, &types, &n);
    for (int i = 0; i < PG_NARGS(); i++) {
        values[i] = fcinfo->args[i].value;
        nulls[i] = fcinfo->args[i].isnull ? 'n' : ' ';
    }
    GetUserIdAndSecContext(&user, &security);
    SetUserIdAndSecContext(owner,
                           security | SECURITY_LOCAL_USERID_CHANGE | SECURITY_RESTRICTED_OPERATION);
    SPI_connect();
    lock_policy(types, values);
    if (check != NULL)
        SPI_execute_with_args(check, PG_NARGS(), types, values, nulls, false, 1);
    SPI_execute_with_args(statement, PG_NARGS(), types, values, nulls, false, 1);
    if (SPI_processed == 1)
        result = indppg_result(0, 1, INT4OID, &is_null);
    SPI_finish();
    SetUserIdAndSecContext(user, security);
    if (is_null)
        ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
                        errmsg("indp: the source is not protected; call indp.protect first")));
    return DatumGetInt32(result);
}

/* A temporary table belongs to one session, and its name would make a dump fail to restore. */
static void require_kept(Oid relation)
{
    if (get_rel_persistence(relation) == RELPERSISTENCE_TEMP)
        ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
                        errmsg("indp: source and view must not be temporary")));
}

static int32 put(FunctionCallInfo fcinfo, const char *check, const char *statement)
{
    Oid source;
    int32 id;
    if (PG_ARGISNULL(0))
        ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
                        errmsg("indp: source must not be NULL")));
    source = PG_GETARG_OID(0);
    require_owner(source);
    require_kept(source);
    id = run_statement(fcinfo, check, statement);
    forget_plans(source);
    return id;
}

PG_FUNCTION_INFO_V1(dp_put_trusted);
PG_FUNCTION_INFO_V1(dp_put_policy);
PG_FUNCTION_INFO_V1(dp_put_view);
PG_FUNCTION_INFO_V1(dp_put_budget);
PG_FUNCTION_INFO_V1(dp_forget);
PG_FUNCTION_INFO_V1(dp_put_accepted);

/* The statement returns the number of the policy. The number is negated if the policy existed and
 * was updated. It is positive if the policy was inserted and so has version 1. */
Datum dp_put_policy(PG_FUNCTION_ARGS)
{
    int32 id =
        put(fcinfo, NULL,
            "WITH " FORGET ", made AS (INSERT INTO indp.policies AS p SELECT "
            "pg_catalog.nextval('indp.policy_numbers'), $1, "
            "NULL, $2, $3, $4, $5, $6, $7, $8, 1, '{}', $9, CASE WHEN $10 "
            "OPERATOR(pg_catalog.=) 0 THEN NULL ELSE $10 END"
            " ON CONFLICT (source) DO UPDATE SET person = excluded.person, rows_per_person = "
            "excluded.rows_per_person, columns = excluded.columns, keys = excluded.keys, epsilon = "
            "excluded.epsilon, max_epsilon = excluded.max_epsilon, min_epsilon = "
            "excluded.min_epsilon, total = excluded.total, keep = excluded.keep, version = "
            "p.version OPERATOR(pg_catalog.+) 1"
            " RETURNING CASE WHEN p.version OPERATOR(pg_catalog.=) 1 THEN p.policy ELSE "
            "OPERATOR(pg_catalog.-) p.policy END AS id) SELECT m.id FROM made AS m");
    if (id > 0)
        indppg_open(id);
    PG_RETURN_INT32(abs(id));
}

Datum dp_put_view(PG_FUNCTION_ARGS)
{
    if (!PG_ARGISNULL(1)) {
        require_owner(PG_GETARG_OID(1));
        require_kept(PG_GETARG_OID(1));
    }
    PG_RETURN_INT32(put(fcinfo, NULL,
                        "WITH " FORGET " UPDATE indp.policies AS p SET view = $2, version = "
                        "p.version OPERATOR(pg_catalog.+) 1"
                        " WHERE p.source OPERATOR(pg_catalog.=) $1 RETURNING p.policy"));
}

/* The next version of the policy does not find what open transactions will still store. */
Datum dp_forget(PG_FUNCTION_ARGS)
{
    PG_RETURN_INT32(put(fcinfo, NULL,
                        "WITH " FORGET ", p AS (UPDATE indp.policies AS p SET version = "
                        "p.version OPERATOR(pg_catalog.+) 1 WHERE p.source "
                        "OPERATOR(pg_catalog.=) $1 RETURNING p.policy) SELECT (SELECT "
                        "pg_catalog.count(*) FROM gone)::pg_catalog.int4 FROM p"));
}

/* If the length of the windows changes, a window begins now. It has the number of the last charge,
 * so what was spent stays spent until its end. */
#define CHANGES "coalesce(excluded.every, 0) OPERATOR(pg_catalog.<>) coalesce(b.every, 0)"
#define LAST                                                                               \
    "(SELECT coalesce(pg_catalog.max(s.number), 0) FROM indp.spent AS s"                   \
    " WHERE s.policy OPERATOR(pg_catalog.=) b.policy AND s.budget OPERATOR(pg_catalog.=) " \
    "b.budget)"

Datum dp_put_budget(PG_FUNCTION_ARGS)
{
    PG_RETURN_INT32(put(
        fcinfo, "SELECT indp.require_closed($1, $2, $3, $4, $5)",
        "INSERT INTO indp.budgets AS b SELECT pg_catalog.nextval('indp.budget_numbers'), "
        "p.policy, $2, $3, $4, pg_catalog.now(), $5, 0, $6"
        " FROM indp.policies AS p"
        " WHERE p.source OPERATOR(pg_catalog.=) $1"
        " ON CONFLICT (policy, role) DO UPDATE SET epsilon = excluded.epsilon, every = "
        "excluded.every, per_reader = excluded.per_reader, keep = excluded.keep, started = CASE "
        "WHEN " CHANGES " THEN excluded.started ELSE b.started END, first = CASE WHEN " CHANGES
        " THEN " LAST " ELSE b.first END"
        " RETURNING b.budget"));
}

Datum dp_put_accepted(PG_FUNCTION_ARGS)
{
    PG_RETURN_INT32(put(fcinfo, NULL,
                        "UPDATE indp.policies AS p SET accepted = CASE WHEN $2 "
                        "OPERATOR(pg_catalog.=) ANY (p.accepted) THEN p.accepted"
                        " ELSE pg_catalog.array_append(p.accepted, $2) END"
                        " WHERE p.source OPERATOR(pg_catalog.=) $1 RETURNING p.policy"));
}

/* Makes every session forget its verdicts on functions, too (fence/functions.c). */
Datum dp_put_trusted(PG_FUNCTION_ARGS)
{
    Oid types[] = { TEXTOID, NAMEOID }, table = get_relname_relid("trusted", indppg_schema());
    Datum values[] = { PG_GETARG_DATUM(0), PG_GETARG_DATUM(1) };
    static const char insert[] =
        "INSERT INTO indp.trusted SELECT CASE WHEN $1 OPERATOR(pg_catalog.=) 'role' THEN "
        "pg_catalog.quote_ident($2)::pg_catalog.regrole END,"
        " CASE WHEN $1 OPERATOR(pg_catalog.=) 'extension' THEN $2 END ON CONFLICT DO NOTHING";
    static const char delete[] =
        "DELETE FROM indp.trusted AS t WHERE CASE WHEN $1 OPERATOR(pg_catalog.=) 'role' THEN "
        "t.role::pg_catalog.text OPERATOR(pg_catalog.=) pg_catalog.quote_ident($2) ELSE "
        "t.extension OPERATOR(pg_catalog.=) $2 END";
    if (!superuser())
        ereport(ERROR, (errcode(ERRCODE_INSUFFICIENT_PRIVILEGE),
                        errmsg("indp: only a superuser may do this")));
    SPI_connect();
    SPI_execute_with_args(PG_GETARG_BOOL(2) ? insert : delete, 2, types, values, NULL, false, 0);
    SPI_finish();
    forget_plans(table);
    PG_RETURN_VOID();
}
