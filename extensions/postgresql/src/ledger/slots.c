/* Reads the rows of a policy from indp.spent.
 *
 * The rows are not read by a snapshot, because they are overwritten in place. If a transaction is
 * just deleting or inserting a row, this code refuses to charge: it must neither count the row nor
 * ignore it. */
#include "internal.h"

#include "access/heapam.h"
#include "access/htup_details.h"
#include "access/transam.h"
#include "miscadmin.h"
#include "storage/bufmgr.h"
#include "storage/bufpage.h"
#include "utils/rel.h"

/* Which rows to collect. */
typedef struct Wanted {
    int32 policy;
    Oid reader;
    bool shares; /* also the shares of all other readers */
    bool totals; /* instead, the totals of all policies */
} Wanted;

static bool tuple_at(Relation spent, Buffer buffer, OffsetNumber offset, HeapTuple tuple)
{
    Page page = BufferGetPage(buffer);
    ItemId item;
    if (PageIsNew(page) || offset > PageGetMaxOffsetNumber(page))
        return false;
    item = PageGetItemId(page, offset);
    if (!ItemIdIsNormal(item))
        return false;
    tuple->t_tableOid = RelationGetRelid(spent);
    tuple->t_len = ItemIdGetLength(item);
    tuple->t_data = (HeapTupleHeader)PageGetItem(page, item);
    ItemPointerSet(&tuple->t_self, BufferGetBlockNumber(buffer), offset);
    return true;
}

/* Reads one row. The caller has locked its buffer. Returns false if there is no live row. */
bool indppg_read_slot(Relation spent, Buffer buffer, OffsetNumber offset, Place *place)
{
    HeapTupleData tuple;
    if (!tuple_at(spent, buffer, offset, &tuple))
        return false;
    switch (HeapTupleSatisfiesVacuum(&tuple, FirstNormalTransactionId, buffer)) {
    case HEAPTUPLE_LIVE: break;
    case HEAPTUPLE_DEAD:
    case HEAPTUPLE_RECENTLY_DEAD: return false;
    default: indppg_refuse(REFUSE_BUSY);
    }
    if (!indppg_slot_of(&tuple, &place->slot))
        indppg_refuse(REFUSE_DAMAGED);
    place->block = BufferGetBlockNumber(buffer);
    place->offset = offset;
    place->ours = indppg_is_frozen(tuple.t_data);
    return true;
}

/* Whether a row must be read as a whole. There may be thousands of shares of other readers, so this
 * function looks only at the first columns of a row. It does not skip a row of another layout,
 * which indppg_read_slot then refuses. */
static bool is_wanted(Relation spent, Buffer buffer, OffsetNumber offset, const Wanted *wanted)
{
    HeapTupleData tuple;
    const Slot *row;
    if (!tuple_at(spent, buffer, offset, &tuple))
        return false;
    row = indppg_row_of(&tuple);
    if (row == NULL)
        return true;
    if (wanted->totals)
        return row->budget == 0 && row->reader == InvalidOid;
    return row->policy == wanted->policy &&
           (wanted->shares || row->reader == InvalidOid || row->reader == NEW_READERS ||
            row->reader == wanted->reader);
}

static void append(Places *places, const Place *place)
{
    if (places->n == places->room) {
        places->room *= 2;
        places->list = repalloc(places->list, places->room * sizeof *places->list);
    }
    places->list[places->n++] = *place;
}

static void scan(Relation spent, const Wanted *wanted, Places *places)
{
    BlockNumber blocks = RelationGetNumberOfBlocks(spent);
    indppg_require_layout(spent);
    places->n = 0;
    places->room = 8;
    places->list = palloc(places->room * sizeof *places->list);
    for (BlockNumber block = 0; block < blocks; block++) {
        Buffer buffer = ReadBuffer(spent, block);
        OffsetNumber last;
        CHECK_FOR_INTERRUPTS();
        LockBuffer(buffer, BUFFER_LOCK_SHARE);
        last = PageIsNew(BufferGetPage(buffer)) ? InvalidOffsetNumber
                                                : PageGetMaxOffsetNumber(BufferGetPage(buffer));
        for (OffsetNumber offset = FirstOffsetNumber; offset <= last; offset++) {
            Place place;
            if (!is_wanted(spent, buffer, offset, wanted) ||
                !indppg_read_slot(spent, buffer, offset, &place))
                continue;
            if (!indppg_state_is_valid(&place.slot.state))
                indppg_refuse(REFUSE_DAMAGED);
            place.was = place.slot;
            append(places, &place);
        }
        UnlockReleaseBuffer(buffer);
    }
}

/* Collects the rows of a policy: the row of the total, the rows of the budgets, and rows of shares.
 * If `all` is set, it collects all rows of shares. Otherwise it collects the row of this reader and
 * the NEW_READERS row, which stands for all readers without a row of their own. */
void indppg_scan(Relation spent, int32 policy, Oid reader, bool all, Places *places)
{
    const Wanted wanted = { .policy = policy, .reader = reader, .shares = all };
    scan(spent, &wanted, places);
}

/* Collects the rows of the totals of all policies. */
void indppg_scan_totals(Relation spent, Places *places)
{
    const Wanted wanted = { .totals = true };
    scan(spent, &wanted, places);
}

/* Finds the row of a budget and a reader, or returns NULL. Raises an error if there are two such
 * rows, since one would hide what the other says was spent. */
Place *indppg_find(const Places *places, int32 budget, Oid reader)
{
    Place *found = NULL;
    for (int i = 0; i < places->n; i++) {
        Place *place = &places->list[i];
        if (place->slot.budget != budget || place->slot.reader != reader)
            continue;
        if (found != NULL)
            indppg_refuse(REFUSE_DAMAGED);
        found = place;
    }
    return found;
}
