/* Decides what a charge makes of the rows of its budgets, before it spends. */
#include "parts.h"

/* A new window begins with nothing spent. A clock that goes back does not bring an old window
 * back. */
static void turn_to(Slot *slot, int64 window)
{
    if (slot->window >= window)
        return;
    slot->window = window;
    indppg_state_start(&slot->state);
}

static void take(const Places *places, int32 policy, int32 budget, Oid reader, Place *out)
{
    const Place *found = indppg_find(places, budget, reader);
    if (found != NULL) {
        *out = *found;
        return;
    }
    out->block = InvalidBlockNumber;
    out->offset = InvalidOffsetNumber;
    out->ours = true;
    indppg_slot_start(&out->slot, policy, budget, reader);
}

/* Without a row of his own, a reader has spent what the row of new readers says. */
static void take_share(const Places *places, int32 policy, int32 budget, Oid reader, Place *out)
{
    const Place *others = indppg_find(places, budget, NEW_READERS);
    take(places, policy, budget, reader, out);
    if (out->block == InvalidBlockNumber && others != NULL) {
        out->slot.window = others->slot.window;
        out->slot.state = others->slot.state;
    }
}

/* The share follows the window of the budget: otherwise a clock that goes back and forth would
 * begin several windows of the share in one window of the budget. */
void indppg_shares(const Places *places, int32 policy, const Budget *budget, Oid reader,
                   TimestampTz now, Shares *shares)
{
    take(places, policy, 0, InvalidOid, &shares->total);
    take(places, policy, budget->budget, InvalidOid, &shares->budget);
    take_share(places, policy, budget->budget, reader, &shares->reader);
    turn_to(&shares->budget.slot, indppg_window(now, budget->started, budget->every));
    turn_to(&shares->reader.slot, shares->budget.slot.window);
}
