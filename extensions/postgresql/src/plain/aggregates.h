/* Declares the aggregates, one for each type of answer. Their list, kinds_list.h, is generated, and
 * inputs.c defines their functions. An aggregate has an ID from 1 to 63, which the transition
 * states of its groups contain. */
#ifndef INDP_PG_AGGREGATES_H
#define INDP_PG_AGGREGATES_H

#include "indp_pg.h"

/* What the candidates of a quantile are by default. WHOLE: the whole numbers between the bounds, for
 * types whose values are whole numbers. FINE: a fine grid, for all other types. */
#define WHOLE true
#define FINE false

/* Columns: ID; name; kind in ../../common; an SQL type; WHOLE or FINE. The SQL type is that of the
 * answer, with three exceptions: for several quantiles it is the type of each quantile, for a
 * histogram the type of the edges, and for counts the type of the candidates. */
#include "kinds_list.h"

#define INDPPG_KIND_ID(ID, NAME, OF, VALUE, CANDIDATES) KIND_ID_##NAME = ID,
enum { INDPPG_KINDS(INDPPG_KIND_ID) };

/* The table of the aggregates, indexed by ID. IDs start at 1. */
extern const Kind indppg_kinds[];

#define KIND(NAME) (&indppg_kinds[KIND_ID_##NAME])

#endif
