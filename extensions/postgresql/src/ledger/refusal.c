/* Contains the messages of all refusals. They are constant: a message names the rule that refused,
 * and every rule depends only on what is public, as do the numbers in the details. */
#include "internal.h"

typedef struct Message {
    int code;
    const char *text;
    const char *hint;
} Message;

#define WRONG_STATE ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE

static const Message messages[] = {
    [REFUSE_RECOVERY] = { WRONG_STATE, "a server in recovery cannot write the ledger",
                          "Run this statement on the primary server." },
    [REFUSE_PARALLEL] = { WRONG_STATE, "a parallel query cannot charge a budget",
                          INDPPG_NOT_PARALLEL },
    [REFUSE_SETTINGS] = { WRONG_STATE, "a charge could be lost: fsync or full_page_writes is off",
                          "The administrator of the server must turn both on." },
    [REFUSE_TABLES] = { WRONG_STATE,
                        "the tables of the ledger are missing or are not permanent heap tables",
                        "The owner of the extension must undo the change, such as SET UNLOGGED, of "
                        "indp.policies, indp.budgets, indp.spent or indp.charges." },
    [REFUSE_UNCOMMITTED] = { WRONG_STATE,
                             "this transaction has changed the policy, the budgets or the ledger",
                             "Commit it first." },
    [REFUSE_CHANGED] = { WRONG_STATE, "the policy has changed: run the query again", NULL },
    [REFUSE_NO_MEMBER] = { ERRCODE_INSUFFICIENT_PRIVILEGE, "you have no budget for this table",
                           "Ask the owner of the table for one." },
    [REFUSE_SEVERAL] = { ERRCODE_INSUFFICIENT_PRIVILEGE,
                         "you have several budgets for this table; name the one that pays",
                         "Name it by SET indp.budget = 'the role of that budget'." },
    [REFUSE_NOT_HIS] = { ERRCODE_INSUFFICIENT_PRIVILEGE,
                         "the setting indp.budget does not name the role of one of your budgets "
                         "for this table",
                         "Set it to such a role, or RESET it if you have only one budget." },
    [REFUSE_BUDGET] = { ERRCODE_CONFIGURATION_LIMIT_EXCEEDED,
                        "the budget, your share of it or the total of the table does not suffice",
                        "indp.remaining tells what is left." },
    [REFUSE_MOVED] = { WRONG_STATE,
                       "the ledger was restored, copied or promoted; it may lack charges",
                       "The owner of the table must call indp.resume to state what was spent." },
    [REFUSE_BUSY] = { WRONG_STATE, "the ledger is being changed",
                      "A transaction is changing its tables. Run the query again when that "
                      "transaction has ended." },
    [REFUSE_DAMAGED] = { ERRCODE_DATA_CORRUPTED, "the ledger is damaged",
                         "The owner of the extension must delete the damaged rows, or all rows of "
                         "this policy, from indp.spent. The owner of the table must then call "
                         "indp.resume to state what was spent." },
    [REFUSE_STANDBY] = { WRONG_STATE,
                         "no standby confirmed the charge, so nothing is answered; the charge "
                         "stays",
                         NULL },
    [REFUSE_SOURCE] = { ERRCODE_UNDEFINED_OBJECT, "this table is not protected", NULL },
    [REFUSE_OWNER] = { ERRCODE_INSUFFICIENT_PRIVILEGE, "only the owner of the table may do this",
                       NULL },
    [REFUSE_SPENT] = { ERRCODE_INVALID_PARAMETER_VALUE,
                       "spent must be a finite number of at least 0", NULL },
};

void indppg_refuse(Refusal refusal)
{
    indppg_refuse_because(refusal, NULL);
}

void indppg_refuse_because(Refusal refusal, const char *detail)
{
    const Message *message = &messages[refusal];
    ereport(ERROR, (errcode(message->code), errmsg("indp: %s", message->text),
                    detail != NULL ? errdetail("%s", detail) : 0,
                    message->hint != NULL ? errhint("%s", message->hint) : 0));
    pg_unreachable();
}
