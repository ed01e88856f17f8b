/* Checks that charges can be made durable here, and makes a charge durable. */
#include "internal.h"

#include "access/parallel.h"
#include "access/xact.h"
#include "access/xlog.h"
#include "miscadmin.h"
#include "replication/syncrep.h"
#include "replication/walsender.h"
#include "replication/walsender_private.h"
#include "storage/lwlock.h"
#include "utils/guc.h"

void indppg_require_writable(void)
{
    if (RecoveryInProgress())
        indppg_refuse(REFUSE_RECOVERY);
    if (IsInParallelMode() || IsParallelWorker())
        indppg_refuse(REFUSE_PARALLEL);
}

void indppg_require_durable(void)
{
    indppg_require_writable();
    if (!enableFsync || !fullPageWrites)
        indppg_refuse(REFUSE_SETTINGS);
}

static bool standbys_are_configured(void)
{
    return max_wal_senders > 0 && SyncRepStandbyNames != NULL && SyncRepStandbyNames[0] != 0;
}

static bool standbys_have_flushed(XLogRecPtr lsn)
{
    XLogRecPtr flushed;
    LWLockAcquire(SyncRepLock, LW_SHARED);
    flushed = WalSndCtl->lsn[SYNC_REP_WAIT_FLUSH];
    LWLockRelease(SyncRepLock);
    return lsn <= flushed;
}

/* Waits until the standbys have flushed this position of the WAL. A reader may have turned
 * synchronous_commit off, so this function turns it on. If the wait is cancelled or the session is
 * terminated, SyncRepWaitForLSN returns with a mere warning. So the position that the standbys have
 * reported decides whether this function raises an error. What was charged stays charged. */
static void wait_for_standbys(XLogRecPtr lsn)
{
    int level = NewGUCNestLevel();
    bool confirmed;
    if (synchronous_commit < SYNCHRONOUS_COMMIT_REMOTE_FLUSH)
        (void)set_config_option("synchronous_commit", "on", PGC_USERSET, PGC_S_SESSION,
                                GUC_ACTION_SAVE, true, 0, false);
    HOLD_INTERRUPTS();
    SyncRepWaitForLSN(lsn, false);
    confirmed = standbys_have_flushed(lsn);
    RESUME_INTERRUPTS();
    AtEOXact_GUC(true, level);
    if (!confirmed)
        indppg_refuse(REFUSE_STANDBY);
}

void indppg_make_durable(XLogRecPtr lsn)
{
    XLogFlush(lsn);
    if (standbys_are_configured())
        wait_for_standbys(lsn);
}
