/* Declares what the files of indp.explain share. explain.c plans a query and finds out what its
 * aggregates would cost. again.c tells whether an answer is kept. afford.c compares these costs
 * with the budgets, and returns the rows. */
#ifndef INDPPG_OWNER_H
#define INDPPG_OWNER_H

#include "postgres.h"

/* One aggregate of a block. Its epsilon and its bounds are unknown if they depend on a value that
 * planning does not know, such as a parameter of a prepared statement. */
typedef struct Term {
    int block; /* from 1 */
    int32 policy;
    int32 version;
    Oid view;
    const char *name;
    bool has_epsilon;
    double epsilon;
    int64 rows; /* rows_per_person */
    bool has_bounds;
    double lo, hi;
    bool has_q;
    double q;         /* the rank of a single quantile */
    int64 candidates; /* at most this many, of a quantile or mode; 0 if unknown */
    bool is_kept;     /* the block has an answer that is kept, and costs nothing */
    const char *kept; /* whether it has, or why not */
} Term;

typedef struct Terms {
    int n;
    int room;
    Term *list;
} Terms;

/* Defined in again.c. Whether the block of this node has an answer that is kept. `why` says so in
 * words. The caller must have a budget. */
struct CustomScan;
struct Spec;
extern bool indppg_is_kept(const struct CustomScan *scan, struct Spec *spec, const char **why);

/* Defined in explain.c. If the query is refused, raises the error of that refusal. */
extern void indppg_explain(const char *text, Terms *terms);

#endif
