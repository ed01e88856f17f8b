/* Writes rows of indp.spent and an entry of indp.charges in one WAL record, so that a crash leaves
 * all of them or none. The caller holds the lock of the ledger, under which it has read the
 * rows. */
#include "internal.h"

#include "access/generic_xlog.h"
#include "access/htup_details.h"
#include "storage/bufmgr.h"
#include "storage/lmgr.h"
#include "utils/rel.h"

/* The pages that are changed. Those of indp.spent come first, in the order of their numbers. */
typedef struct Pages {
    int n;
    struct {
        BlockNumber block;
        Buffer buffer;
        Page image;
    } list[MAX_GENERIC_XLOG_PAGES];
} Pages;

static bool has_room(Relation relation, BlockNumber block, Size length, int n)
{
    Buffer buffer = ReadBuffer(relation, block);
    Page page = BufferGetPage(buffer);
    bool room;
    LockBuffer(buffer, BUFFER_LOCK_SHARE);
    room = PageIsNew(page) ||
           (PageGetHeapFreeSpace(page) > 0 &&
            PageGetFreeSpaceForMultipleTuples(page, n) >= (Size)n * MAXALIGN(length));
    UnlockReleaseBuffer(buffer);
    return room;
}

/* The last page, or a new one if n rows do not fit there. A new page stays zero until the record of
 * the charge fills it. If a crash comes first, the page stays zero and is used by a later
 * charge. */
static BlockNumber page_with_room(Relation relation, Size length, int n)
{
    BlockNumber blocks = RelationGetNumberOfBlocks(relation), block;
    Buffer buffer;
    if (blocks > 0 && has_room(relation, blocks - 1, length, n))
        return blocks - 1;
#if PG_VERSION_NUM >= 160000
    buffer = ExtendBufferedRel(BMR_REL(relation), MAIN_FORKNUM, NULL, 0);
#else
    LockRelationForExtension(relation, ExclusiveLock);
    buffer = ReadBuffer(relation, P_NEW);
    UnlockRelationForExtension(relation, ExclusiveLock);
#endif
    block = BufferGetBlockNumber(buffer);
    ReleaseBuffer(buffer);
    return block;
}

static void add_page(Pages *pages, BlockNumber block)
{
    int i = pages->n;
    for (int k = 0; k < pages->n; k++)
        if (pages->list[k].block == block)
            return;
    for (; i > 0 && pages->list[i - 1].block > block; i--)
        pages->list[i] = pages->list[i - 1];
    pages->list[i].block = block;
    pages->n++;
}

static void lock(Relation relation, Pages *pages, int first)
{
    for (int i = first; i < pages->n; i++) {
        pages->list[i].buffer = ReadBuffer(relation, pages->list[i].block);
        LockBuffer(pages->list[i].buffer, BUFFER_LOCK_EXCLUSIVE);
    }
}

static void register_pages(GenericXLogState *record, Pages *pages)
{
    for (int i = 0; i < pages->n; i++) {
        Buffer buffer = pages->list[i].buffer;
        bool fresh = PageIsNew(BufferGetPage(buffer));
        pages->list[i].image =
            GenericXLogRegisterBuffer(record, buffer, fresh ? GENERIC_XLOG_FULL_IMAGE : 0);
        if (fresh)
            PageInit(pages->list[i].image, BLCKSZ, 0);
    }
}

static int page_of(const Pages *pages, BlockNumber block)
{
    int i = 0;
    while (pages->list[i].block != block)
        i++;
    return i;
}

static void add_row(Page image, BlockNumber block, HeapTuple tuple)
{
    OffsetNumber offset = PageAddItemExtended(image, (char *)tuple->t_data, tuple->t_len,
                                              InvalidOffsetNumber, PAI_IS_HEAP);
    HeapTupleHeader row;
    if (offset == InvalidOffsetNumber)
        indppg_refuse(REFUSE_BUSY);
    row = (HeapTupleHeader)PageGetItem(image, PageGetItemId(image, offset));
    ItemPointerSet(&row->t_ctid, block, offset);
}

/* Replaces a row in the image of its page. Refuses if SQL has changed the row since it was read,
 * which only the owner of the tables can do. */
static void replace_row(Relation spent, const Pages *pages, const Place *place)
{
    int i = page_of(pages, place->block);
    Place now;
    HeapTupleHeader row;
    if (!indppg_read_slot(spent, pages->list[i].buffer, place->offset, &now) ||
        now.ours != place->ours || memcmp(&now.slot, &place->was, SLOT_SIZE) != 0)
        indppg_refuse(REFUSE_BUSY);
    row = (HeapTupleHeader)PageGetItem(pages->list[i].image,
                                       PageGetItemId(pages->list[i].image, place->offset));
    memcpy((char *)row + row->t_hoff, &place->slot, SLOT_SIZE);
    indppg_freeze(row);
}

/* Writes up to three rows, and also the entry unless it is NULL. If an error occurs before
 * GenericXLogFinish, nothing is changed, since the images are only copies of the pages. The error
 * then also releases the buffers. */
XLogRecPtr indppg_write(Tables *tables, Place *const *places, int n, HeapTuple entry)
{
    HeapTuple fresh[MAX_GENERIC_XLOG_PAGES];
    BlockNumber home = InvalidBlockNumber, log = InvalidBlockNumber;
    Pages pages = { 0 };
    GenericXLogState *record;
    XLogRecPtr lsn;
    int n_fresh = 0, n_spent;
    for (int i = 0; i < n; i++) {
        if (places[i]->block == InvalidBlockNumber) {
            indppg_slot_stamp(&places[i]->slot, tables->spent);
            fresh[n_fresh++] = indppg_slot_tuple(&places[i]->slot, tables->spent);
        } else {
            add_page(&pages, places[i]->block);
        }
    }
    if (n_fresh > 0) {
        home = page_with_room(tables->spent, fresh[0]->t_len, n_fresh);
        add_page(&pages, home);
    }
    if (entry != NULL)
        log = page_with_room(tables->charges, entry->t_len, 1);
    n_spent = pages.n;
    lock(tables->spent, &pages, 0);
    if (entry != NULL) {
        pages.list[pages.n++].block = log;
        lock(tables->charges, &pages, n_spent);
    }
    record = GenericXLogStart(tables->spent);
    register_pages(record, &pages);
    for (int i = 0; i < n; i++)
        if (places[i]->block != InvalidBlockNumber)
            replace_row(tables->spent, &pages, places[i]);
    for (int i = 0; i < n_fresh; i++)
        add_row(pages.list[page_of(&pages, home)].image, home, fresh[i]);
    if (entry != NULL)
        add_row(pages.list[n_spent].image, log, entry);
    lsn = GenericXLogFinish(record);
    for (int i = 0; i < pages.n; i++)
        UnlockReleaseBuffer(pages.list[i].buffer);
    return lsn;
}
