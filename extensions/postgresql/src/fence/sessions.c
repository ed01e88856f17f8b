/* Refuses fenced sessions where PostgreSQL ends transactions because of what others write. */
#include "fence/fence.h"

#include "access/xact.h"
#include "access/xlog.h"
#include "protected/protected.h"

/* A standby ends the statement of a reader if it must remove a row that its snapshot may see. Of
 * several SERIALIZABLE transactions PostgreSQL lets one fail, depending on the rows that others
 * have read and written. */
void indppg_check_session(void)
{
    const char *fixed = indppg_fixed_setting();
    if (!indppg_is_own_session())
        return; /* others analyse a table of a reader, or a foreign key refers to one */
    if (fixed != NULL)
        indppg_fence_refuse(psprintf("the session with %s", fixed),
                            "readers may not set it when they connect");
    if (RecoveryInProgress())
        indppg_fence_refuse("the statement", "readers may not use a standby, which can end their "
                                             "transactions because of private rows");
    if (IsolationIsSerializable())
        indppg_fence_refuse("the transaction", "readers may not use SERIALIZABLE, which can fail "
                                               "because of private rows; use REPEATABLE READ");
}
