/* Declares indppg_padded: the value of an expression on rows in which an outer join padded one side
 * with NULLs. */
#ifndef INDP_PG_PADDED_H
#define INDP_PG_PADDED_H

#include "indp_pg.h"

#include "nodes/plannodes.h"

/* A node of the plan, with the nodes above it up to the aggregate. */
typedef struct Place {
    const Plan *plan;
    const struct Place *above;
} Place;

/* One side of an outer join, which the join pads with NULLs if no row of that side matches. */
typedef struct Padding {
    const Place *join;
    bool inner;
} Padding;

typedef enum Padded {
    PAD_NONE, /* reads nothing from the padded side */
    PAD_NULL,
    PAD_FALSE,
    PAD_TRUE,
    PAD_NOT_TRUE, /* false or NULL */
    PAD_COUNTS    /* may have any value, so the aggregate may count the padded row */
} Padded;

extern Padded indppg_padded(Node *expression, const Place *place, const Padding *padding);

/* Whether a condition with this value rejects padded rows. */
static inline bool is_not_true(Padded padded)
{
    return padded == PAD_NULL || padded == PAD_FALSE || padded == PAD_NOT_TRUE;
}

#endif
