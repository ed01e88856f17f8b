/* Tells whether the session is fenced now: whether the role that logged in or the current role is a
 * member of indp_reader. So a reader stays fenced under SET ROLE and in SECURITY DEFINER functions, and
 * a reader's function is fenced when it runs for somebody else, as in an index that autovacuum
 * rebuilds. Superusers are not members of anything here. */
#include "fence/fence.h"

#include "access/xact.h"
#include "indp_pg.h"
#include "miscadmin.h"
#include "protected/protected.h"
#include "utils/acl.h"
#include "utils/inval.h"
#include "utils/syscache.h"

/* The last answer, and the two roles for which it holds. */
static struct {
    bool valid;
    Oid session, current;
    bool fenced;
} last;

static void forget(Datum argument, int cache, uint32 hash)
{
    (void)argument;
    (void)cache;
    (void)hash;
    last.valid = false;
}

static bool is_reader(Oid role, Oid readers)
{
    return OidIsValid(role) && !superuser_arg(role) && is_member_of_role_nosuper(role, readers);
}

bool indppg_is_fenced(void)
{
    Oid session, current, readers;
    if (indppg_is_inside() || indppg_is_computing() || !IsTransactionState())
        return false;
    session = GetSessionUserId();
    current = GetUserId();
    if (last.valid && last.session == session && last.current == current)
        return last.fenced;
    readers = get_role_oid(INDPPG_READERS, true);
    last.fenced = OidIsValid(readers) && (is_reader(session, readers) || is_reader(current, readers));
    last.session = session;
    last.current = current;
    last.valid = true;
    return last.fenced;
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
}
