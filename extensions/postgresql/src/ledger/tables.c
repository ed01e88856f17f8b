/* Opens the tables of the ledger. */
#include "internal.h"

#include "access/table.h"
#include "access/xact.h"
#include "catalog/namespace.h"
#include "catalog/objectaddress.h"
#include "catalog/pg_am.h"
#include "catalog/pg_class.h"
#include "miscadmin.h"
#include "storage/lmgr.h"
#include "storage/lock.h"
#include "utils/lsyscache.h"
#include "utils/rel.h"

#if PG_VERSION_NUM >= 160000
#define NEW_FILE(relation) ((relation)->rd_newRelfilelocatorSubid)
#define FIRST_NEW_FILE(relation) ((relation)->rd_firstRelfilelocatorSubid)
#else
#define NEW_FILE(relation) ((relation)->rd_newRelfilenodeSubid)
#define FIRST_NEW_FILE(relation) ((relation)->rd_firstRelfilenodeSubid)
#endif

Relation indppg_open_table(const char *name, LOCKMODE mode)
{
    Oid table = get_relname_relid(name, get_namespace_oid("indp", false));
    if (!OidIsValid(table))
        indppg_refuse(REFUSE_TABLES);
    return table_open(table, mode);
}

/* Refuses a table that is not an ordinary permanent one. An unlogged table, for example, is empty
 * after a crash. */
void indppg_require_permanent(Relation relation)
{
    const FormData_pg_class *class = relation->rd_rel;
    if (class->relkind != RELKIND_RELATION || class->relpersistence != RELPERSISTENCE_PERMANENT ||
        class->relam != HEAP_TABLE_AM_OID)
        indppg_refuse(REFUSE_TABLES);
}

/* Refuses the table if this transaction created it or gave it a new file. ROLLBACK would bring the
 * old contents back. */
void indppg_require_unchanged(Relation relation)
{
    if (relation->rd_createSubid != InvalidSubTransactionId ||
        NEW_FILE(relation) != InvalidSubTransactionId ||
        FIRST_NEW_FILE(relation) != InvalidSubTransactionId)
        indppg_refuse(REFUSE_UNCOMMITTED);
}

void indppg_open_tables(Tables *tables, LOCKMODE mode)
{
    tables->spent = indppg_open_table("spent", mode);
    tables->charges = indppg_open_table("charges", mode);
    indppg_require_permanent(tables->spent);
    indppg_require_permanent(tables->charges);
}

/* Releases the locks of the tables before the end of the transaction. That is safe, since nothing
 * undoes a charge. A reader with an open transaction then does not block the owner. */
void indppg_close_tables(Tables *tables, LOCKMODE mode)
{
    table_close(tables->charges, mode);
    table_close(tables->spent, mode);
}

/* A policy is locked by a lock on this object, whose class is indp.policies. Nothing else locks
 * objects of that class. Each policy has its own lock, so one owner's open transaction does not
 * block charges to the tables of other owners. */
static void policy_object(int32 policy, ObjectAddress *object)
{
    object->classId = get_relname_relid("policies", get_namespace_oid("indp", false));
    object->objectId = (Oid)policy;
}

void indppg_lock_policy(int32 policy)
{
    ObjectAddress object;
    policy_object(policy, &object);
    LockDatabaseObject(object.classId, object.objectId, 0, AccessExclusiveLock);
}

/* Like indppg_lock_policy, but returns false instead of waiting. */
bool indppg_try_policy(int32 policy)
{
    ObjectAddress object;
    LOCKTAG tag;
    policy_object(policy, &object);
    SET_LOCKTAG_OBJECT(tag, MyDatabaseId, object.classId, object.objectId, 0);
    return LockAcquire(&tag, AccessExclusiveLock, false, true) != LOCKACQUIRE_NOT_AVAIL;
}

void indppg_share_policy(int32 policy)
{
    ObjectAddress object;
    policy_object(policy, &object);
    LockDatabaseObject(object.classId, object.objectId, 0, AccessShareLock);
}

void indppg_release_policy(int32 policy)
{
    ObjectAddress object;
    policy_object(policy, &object);
    UnlockDatabaseObject(object.classId, object.objectId, 0, AccessShareLock);
}

/* Takes the lock of the ledger, since only one charge at a time may work on it. A charge waits for
 * the disk only after it has released this lock, so the waits of several charges overlap. The lock
 * is a page lock, a kind that PostgreSQL does not use for heap tables. Page locks are released
 * after errors and take part in the detection of deadlocks, and a wait for one can be cancelled. */
void indppg_lock_ledger(Relation spent)
{
    LockPage(spent, 0, ExclusiveLock);
}

void indppg_unlock_ledger(Relation spent)
{
    UnlockPage(spent, 0, ExclusiveLock);
}
