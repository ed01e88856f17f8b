/* Refuses PL/pgSQL that reads xmin, xmax, cmin or cmax of a record: r.xmin is the number of the
 * transaction that wrote the row, and no column of a query, so nothing else sees it. PL/pgSQL
 * makes an entry for each field of a record that the text of a function names, and shows a
 * function that is compiled, and about to run, to a plugin. If another module has a plugin, that
 * one goes on working. */
#include "fence/fence.h"

#include "plpgsql.h"
#include "utils/inval.h"

static PLpgSQL_plugin ours, *next;
static bool asking; /* next, which may ask ours */

/* A plugin that came after ours may ask ours, which must not ask it again. */
#define ASK(member, ...)               \
    do {                               \
        if (asking)                    \
            return;                    \
        asking = true;                 \
        PG_TRY();                      \
        {                              \
            next->member(__VA_ARGS__); \
        }                              \
        PG_FINALLY();                  \
        {                              \
            asking = false;            \
        }                              \
        PG_END_TRY();                  \
    } while (false)

/* What PL/pgSQL offers to a plugin follows the five functions of the plugin. */
static void share(void)
{
    PLpgSQL_plugin shared = ours;
    shared.func_setup = next->func_setup;
    shared.func_beg = next->func_beg;
    shared.func_end = next->func_end;
    shared.stmt_beg = next->stmt_beg;
    shared.stmt_end = next->stmt_end;
    *next = shared;
}

static void check(const PLpgSQL_function *function)
{
    for (int i = 0; i < function->ndatums; i++) {
        const PLpgSQL_datum *datum = function->datums[i];
        if (datum->dtype == PLPGSQL_DTYPE_RECFIELD &&
            indppg_names_transaction(((const PLpgSQL_recfield *)datum)->fieldname))
            indppg_fence_refuse(psprintf("the function %s", function->fn_signature),
                                "it reads xmin, xmax, cmin or cmax of a record, which count the "
                                "transactions of others");
    }
}

static void begin_statement(PLpgSQL_execstate *estate, PLpgSQL_stmt *statement);

static void setup(PLpgSQL_execstate *estate, PLpgSQL_function *function)
{
    if (indppg_is_fenced()) {
        check(function);
        ours.stmt_beg = begin_statement; /* from now on, also where no other plugin wants it */
    }
    if (asking)
        return;
    if (next == NULL || next->func_setup == NULL)
        return;
    share();
    ASK(func_setup, estate, function);
}

static void begin(PLpgSQL_execstate *estate, PLpgSQL_function *function)
{
    ASK(func_beg, estate, function);
}

static void end(PLpgSQL_execstate *estate, PLpgSQL_function *function)
{
    ASK(func_end, estate, function);
}

static void begin_statement(PLpgSQL_execstate *estate, PLpgSQL_stmt *statement)
{
    if (indppg_is_fenced())
        AcceptInvalidationMessages();
    if (next == NULL || next->stmt_beg == NULL)
        return;
    ASK(stmt_beg, estate, statement);
}

static void end_statement(PLpgSQL_execstate *estate, PLpgSQL_stmt *statement)
{
    ASK(stmt_end, estate, statement);
}

/* Called again before each function of PL/pgSQL is called for the first time, since other
 * plugins take the place without a question. One that came after ours may ask ours: `asking`
 * ends that. */
void indppg_install_records(void)
{
    PLpgSQL_plugin **plugin = (PLpgSQL_plugin **)find_rendezvous_variable("PLpgSQL_plugin");
    if (*plugin == &ours)
        return;
    next = *plugin;
    ours.func_setup = setup;
    ours.func_beg = next != NULL && next->func_beg != NULL ? begin : NULL;
    ours.func_end = next != NULL && next->func_end != NULL ? end : NULL;
    ours.stmt_beg = next != NULL && next->stmt_beg != NULL ? begin_statement : NULL;
    ours.stmt_end = next != NULL && next->stmt_end != NULL ? end_statement : NULL;
    *plugin = &ours;
}
