/* A plugin of PL/pgSQL that asks the one before it, as plpgsql_check does. */
#include "postgres.h"

#include "fmgr.h"
#include "plpgsql.h"

PG_MODULE_MAGIC;

static PLpgSQL_plugin ours, *before;

#define ASK(member, name, type)                             \
    static void name(PLpgSQL_execstate *estate, type *what) \
    {                                                       \
        if (before != NULL && before->member != NULL)       \
            before->member(estate, what);                   \
    }

ASK(func_setup, setup, PLpgSQL_function)
ASK(func_beg, begin, PLpgSQL_function)
ASK(func_end, end, PLpgSQL_function)
ASK(stmt_beg, begin_statement, PLpgSQL_stmt)
ASK(stmt_end, end_statement, PLpgSQL_stmt)

extern void _PG_init(void);

void _PG_init(void)
{
    PLpgSQL_plugin **plugin = (PLpgSQL_plugin **)find_rendezvous_variable("PLpgSQL_plugin");
    before = *plugin;
    ours.func_setup = setup;
    ours.func_beg = begin;
    ours.func_end = end;
    ours.stmt_beg = begin_statement;
    ours.stmt_end = end_statement;
    *plugin = &ours;
}
