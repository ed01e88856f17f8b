/* Raises the refusals of the fence. Each names the object and the rule. */
#include "fence/fence.h"

void indppg_fence_refuse(const char *object, const char *rule)
{
    ereport(ERROR, (errcode(ERRCODE_INSUFFICIENT_PRIVILEGE),
                    errmsg("indp: %s is refused: %s", object, rule),
                    errhint("The session or its current role is a member of " INDPPG_READERS
                            ", whose members may use only what is listed as harmless.")));
}
