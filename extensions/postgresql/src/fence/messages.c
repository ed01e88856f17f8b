/* Keeps numbers of transactions out of the messages of fenced sessions. Those of level DEBUG and
 * LOG show the session's own number, and the details of deadlocks and of serialization failures
 * those of others. The server's log still shows them. */
#include "fence/fence.h"

#include "utils/elog.h"
#include "utils/guc.h"
#include "utils/guc_tables.h"
#include "utils/memutils.h"

#define HIDDEN "The detail counts the transactions of others, so readers do not see it."

static GucEnumCheckHook previous_check;
static emit_log_hook_type previous_emit;

static bool is_about_transactions(int code)
{
    return ERRCODE_TO_CATEGORY(code) == ERRCODE_TRANSACTION_ROLLBACK;
}

/* Leaves the detail to the server's log. Errors are put together in a context that is emptied. */
static void move_detail(void)
{
    MemoryContext errors = MemoryContextSwitchTo(TopMemoryContext);
    ErrorData *error = CopyErrorData();
    (void)MemoryContextSwitchTo(errors);
    if (error->detail != NULL) {
        if (error->detail_log == NULL)
            errdetail_log("%s", error->detail);
        errdetail(HIDDEN);
    }
    FreeErrorData(error);
}

/* Called with each message, before a handler of a reader's function can catch it. */
static void hide_detail(void *argument)
{
    (void)argument;
    if (is_about_transactions(geterrcode()) && indppg_was_fenced())
        move_detail();
}

static ErrorContextCallback bottom = { .callback = hide_detail };

/* At the end of the stack, where nothing that returns takes it off. An error empties the stack. */
static void keep_callback(void)
{
    ErrorContextCallback **end = &error_context_stack;
    while (*end != NULL && *end != &bottom)
        end = &(*end)->previous;
    *end = &bottom;
}

/* At the end of a transaction, when no code of a reader runs, the stack may be empty. */
static void emit(ErrorData *error)
{
    if (is_about_transactions(error->sqlerrcode) && error->detail != NULL && indppg_was_fenced()) {
        if (error->detail_log == NULL)
            error->detail_log = error->detail;
        error->detail = pstrdup(HIDDEN);
    }
    if (previous_emit != NULL)
        previous_emit(error);
}

/* What comes from a file, a role or the client is raised, since an error would end the session. */
static bool check_level(int *level, void **extra, GucSource source)
{
    if (*level < NOTICE && (indppg_is_fenced() || indppg_was_fenced())) {
        if (source >= PGC_S_INTERACTIVE) {
            GUC_check_errcode(ERRCODE_INSUFFICIENT_PRIVILEGE);
            GUC_check_errmsg("indp: client_min_messages is refused: members of " INDPPG_READERS
                             " may set it to notice, warning or error, since other messages count "
                             "transactions");
            return false;
        }
        *level = NOTICE;
    }
    return previous_check == NULL || previous_check(level, extra, source);
}

static struct config_enum *level_setting(void)
{
    static const char name[] = "client_min_messages";
#if PG_VERSION_NUM >= 190000
    return &find_option(name, false, false, ERROR)->_enum;
#elif PG_VERSION_NUM >= 160000
    return (struct config_enum *)find_option(name, false, false, ERROR);
#else
    struct config_generic **settings = get_guc_variables();
    for (int i = 0; i < GetNumConfigOptions(); i++)
        if (strcmp(settings[i]->name, name) == 0)
            return (struct config_enum *)settings[i];
    elog(ERROR, "indp: there is no setting %s", name);
#endif
}

void indppg_keep_messages(void)
{
    keep_callback();
    if (client_min_messages < NOTICE)
        client_min_messages = NOTICE;
}

void indppg_install_messages(void)
{
    struct config_enum *level = level_setting();
    previous_check = level->check_hook;
    level->check_hook = check_level;
    previous_emit = emit_log_hook;
    emit_log_hook = emit;
}
