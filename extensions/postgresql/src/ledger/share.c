/* Finds the rows that a charge will change, and brings them to the present window. charge.c then
 * spends from them. */
#include "internal.h"

/* Begins a new window with nothing spent. If the clock has gone back, the slot keeps its later
 * window. */
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

/* The row of a reader's share. A reader without a row has spent what the row of new readers
 * says. */
static void take_share(const Places *places, int32 policy, int32 budget, Oid reader, Place *out)
{
    const Place *others = indppg_find(places, budget, NEW_READERS);
    take(places, policy, budget, reader, out);
    if (out->block == InvalidBlockNumber && others != NULL) {
        out->slot.window = others->slot.window;
        out->slot.state = others->slot.state;
    }
}

/* Finds the rows that a charge changes. The row of the share gets the same window as the row of the
 * budget. If each had a window of its own, a clock that goes back and forth could begin several
 * windows of the share within one window of the budget. */
void indppg_shares(const Places *places, int32 policy, const Budget *budget, Oid reader,
                   TimestampTz now, Shares *shares)
{
    take(places, policy, 0, InvalidOid, &shares->total);
    take(places, policy, budget->budget, InvalidOid, &shares->budget);
    take_share(places, policy, budget->budget, reader, &shares->reader);
    turn_to(&shares->budget.slot, indppg_window(now, budget));
    turn_to(&shares->reader.slot, shares->budget.slot.window);
}
