/* Raises the refusals. Each rule has one constant message; the detail and the place in the
 * statement name what breaks it. All of it depends only on the statement, its public parameters,
 * the policy, the catalog and the session. */
#include "protected.h"

#include "mb/pg_wchar.h"

/* The statement that is being planned, and the place in it of what is examined. */
static struct {
    const char *text;
    int location; /* in bytes, -1 if it is unknown */
} place = { NULL, -1 };

const char *indppg_examine(const char *text)
{
    const char *outer = place.text;
    place.text = text;
    place.location = -1;
    return outer;
}

int indppg_locate(int location)
{
    int outer = place.location;
    place.location = location;
    return outer;
}

static int position(void)
{
    if (place.text == NULL || place.location < 0)
        return 0;
    return errposition(pg_mbstrlen_with_len(place.text, place.location) + 1);
}

void indppg_refuse_query_because(const char *rule, const char *detail)
{
    ereport(ERROR, (errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
                    errmsg("indp: the query over a protected table is refused: %s", rule),
                    detail == NULL ? 0 : errdetail("%s", detail), position()));
}

void indppg_refuse_query(const char *rule)
{
    indppg_refuse_query_because(rule, NULL);
}

void indppg_refuse_parallel(void)
{
    ereport(ERROR, (errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
                    errmsg("indp: the query over a protected table is refused: it must not run "
                           "inside a parallel query"),
                    errhint(INDPPG_NOT_PARALLEL)));
}

void indppg_refuse_payer(const char *rule)
{
    ereport(ERROR, (errcode(ERRCODE_INSUFFICIENT_PRIVILEGE),
                    errmsg("indp: the query over a protected table is refused: %s", rule)));
}
