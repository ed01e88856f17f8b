/* Tells whether the session is fenced now: whether the role that logged in or the current role
 * is a member of indp_reader. So a reader stays fenced under SET ROLE and in SECURITY DEFINER
 * functions, and what a reader owns is fenced when others compute it, as an index that autovacuum
 * analyses. A reader can also own something as another role that the reader is a member of: so such
 * a role is fenced, too, unless it has logged in itself. Superusers are not members of anything
 * here. A session whose role was dropped is fenced. */
#include "fence/fence.h"

#include "access/htup_details.h"
#include "access/xact.h"
#include "catalog/pg_auth_members.h"
#include "catalog/pg_authid.h"
#include "catalog/pg_database.h"
#include "indp_pg.h"
#include "miscadmin.h"
#include "protected/protected.h"
#include "utils/acl.h"
#include "utils/inval.h"
#include "utils/catcache.h"
#include "utils/syscache.h"

/* The last answer, and the roles for which it holds. indp_reader is known by its number, so that
 * the session stays fenced if it gets another name. */
static struct {
    bool valid;
    Oid session, current, readers;
    bool fenced, session_fenced, logged_in, author;
} last;

/* How often it was forgotten. An answer is kept unless something changed while it was looked up. */
static uint64 changes;

static void forget(Datum argument, int cache, uint32 hash)
{
    (void)argument;
    (void)cache;
    (void)hash;
    changes++;
    last.valid = false;
}

uint64 indppg_changes_of_roles(void)
{
    return changes;
}

static bool exists(Oid role)
{
    return SearchSysCacheExists1(AUTHOID, ObjectIdGetDatum(role));
}

static bool is_reader(Oid role)
{
    if (!OidIsValid(role))
        return false;
    return !exists(role) || (!superuser_arg(role) && is_member_of_role_nosuper(role, last.readers));
}

#ifdef ROLE_PG_DATABASE_OWNER
static Oid owner_of_database(void)
{
    HeapTuple tuple = SearchSysCache1(DATABASEOID, ObjectIdGetDatum(MyDatabaseId));
    Oid owner = InvalidOid;
    if (HeapTupleIsValid(tuple)) {
        owner = ((Form_pg_database)GETSTRUCT(tuple))->datdba;
        ReleaseSysCache(tuple);
    }
    return owner;
}
#endif

/* Whether some reader is a member of the role, perhaps of a member of it. */
static bool has_reader(Oid role)
{
    CatCList *members;
    bool has = false;
    check_stack_depth();
#ifdef ROLE_PG_DATABASE_OWNER
    if (role == ROLE_PG_DATABASE_OWNER) { /* whose member is in no list */
        Oid owner = owner_of_database();
        return is_reader(owner) || (!superuser_arg(owner) && has_reader(owner));
    }
#endif
    members = SearchSysCacheList1(AUTHMEMROLEMEM, ObjectIdGetDatum(role));
    for (int i = 0; i < members->n_members && !has; i++) {
        Oid member = ((Form_pg_auth_members)GETSTRUCT(&members->members[i]->tuple))->member;
        has = is_reader(member) || (!superuser_arg(member) && has_reader(member));
    }
    ReleaseSysCacheList(members);
    return has;
}

/* Whether what this role owns may be a reader's. */
static bool may_be_a_readers(Oid role)
{
    return is_reader(role) || (!superuser_arg(role) && has_reader(role));
}

/* If indp_reader was dropped, who was fenced stays so. */
static void find_readers(void)
{
    if (!exists(last.readers))
        last.readers = get_role_oid(INDPPG_READERS, true);
}

/* Whether there are readers in this cluster, as far as is known. */
bool indppg_has_readers(void)
{
    if (!OidIsValid(last.readers))
        find_readers();
    return OidIsValid(last.readers);
}

/* The last roles that were asked for, and the answers. */
enum { ROLES = 16 };
static struct {
    Oid role;
    bool valid, is_a_readers;
    uint64 changes;
} roles[ROLES];

/* Whether what this role owns may be a reader's, in a session of whomever. */
bool indppg_is_a_readers(Oid role)
{
    int at = (int)(role % ROLES);
    uint64 before = changes;
    if (!IsTransactionState() || IsBinaryUpgrade)
        return false;
    if (roles[at].valid && roles[at].role == role && roles[at].changes == changes)
        return roles[at].is_a_readers;
    find_readers();
    roles[at].is_a_readers = OidIsValid(last.readers) && may_be_a_readers(role);
    roles[at].role = role;
    roles[at].changes = before;
    roles[at].valid = before == changes;
    return roles[at].is_a_readers;
}

/* Whether the role itself is fenced: not only roles that it has as members. */
bool indppg_is_reader(Oid role)
{
    find_readers();
    return OidIsValid(last.readers) && is_reader(role);
}

/* Whether the role was allowed to define code. If indp_author was dropped, none was. */
bool indppg_is_author(Oid role)
{
    Oid authors = get_role_oid(INDPPG_AUTHORS, true);
    return OidIsValid(authors) && exists(role) && is_member_of_role_nosuper(role, authors);
}

static void ask(Oid session, Oid current)
{
    uint64 before = changes;
    find_readers();
    last.session_fenced = OidIsValid(last.readers) ? is_reader(session) : last.session_fenced;
    last.fenced = last.session_fenced ||
                  (OidIsValid(last.readers) &&
                   (current == session ? is_reader(current) : may_be_a_readers(current)));
    last.logged_in = OidIsValid(last.readers) && is_reader(GetAuthenticatedUserId());
    last.author = indppg_is_author(last.session_fenced ? session : current);
    last.session = session;
    last.current = current;
    last.valid = before == changes;
}

bool indppg_is_fenced(void)
{
    Oid session, current;
    if (last.valid && !last.fenced && last.session == GetSessionUserId() &&
        last.current == GetUserId())
        return false; /* the usual case, first */
    if (indppg_is_inside() || indppg_is_computing() || !IsTransactionState() || IsBinaryUpgrade)
        return false;
    session = GetSessionUserId();
    current = GetUserId();
    if (!last.valid || last.session != session || last.current != current)
        ask(session, current);
    return last.fenced;
}

/* Whether the fence is around a role that may not define code: the one that has logged in, if the
 * fence is around it. */
bool indppg_is_no_author(void)
{
    return indppg_is_fenced() && !last.author;
}

/* Whether the fence is around the role that logged in, or around a function of a reader, but not
 * around what VACUUM or REINDEX of somebody else do to the table of a reader. */
bool indppg_is_acting(void)
{
    return indppg_is_fenced() && (last.session_fenced || !InSecurityRestrictedOperation());
}

/* Whether the reader has logged in, or was chosen by SET ROLE. Otherwise something of the reader is
 * computed for others: a materialized view that they refresh, an index while they analyse it, or a
 * function that is SECURITY DEFINER, which is refused. */
bool indppg_is_own_session(void)
{
    return indppg_is_fenced() &&
           (last.session_fenced || !(InLocalUserIdChange() || InSecurityRestrictedOperation()));
}

/* Whether a foreign key is checked in the session of somebody else. Outside of what PostgreSQL itself
 * restricts, nothing else runs as a reader there, since readers' functions do not run for others.
 * It reads the table of the reader, which may be related to a source that refers to it. */
bool indppg_is_foreign_key(void)
{
    return indppg_is_fenced() && !indppg_is_own_session() && !InSecurityRestrictedOperation();
}

/* Whether the session is a reader's, and not only the current role. After SET ROLE, a function of
 * the reader could go back to the role that has logged in. */
bool indppg_is_readers_session(void)
{
    return indppg_is_fenced() && last.session_fenced;
}

/* Whether a reader has logged in, and the session is not by SET SESSION AUTHORIZATION the
 * reader's. */
bool indppg_is_readers_login(void)
{
    return indppg_is_fenced() && last.logged_in;
}

/* The last answer, for moments at which the catalog cannot be read. */
bool indppg_was_fenced(void)
{
    return last.fenced;
}

/* Whether the postmaster itself loaded the library, so that every process has it. */
static bool everywhere;

PG_FUNCTION_INFO_V1(dp_is_fence_loaded);

Datum dp_is_fence_loaded(PG_FUNCTION_ARGS)
{
    PG_RETURN_BOOL(everywhere);
}

void indppg_install_who(void)
{
    everywhere = process_shared_preload_libraries_in_progress;
    CacheRegisterSyscacheCallback(AUTHMEMROLEMEM, forget, (Datum)0);
    CacheRegisterSyscacheCallback(AUTHOID, forget, (Datum)0);
    CacheRegisterSyscacheCallback(DATABASEOID, forget, (Datum)0);
}
