/* Declarations that the files of the ledger share. Each file calls only files below it in this
 * list, and ../fail.c.
 *
 * charge.c    spends a charge
 * keeping.c   tells how long an answer is kept
 * remaining.c returns what is left of the budgets
 * history.c   returns the log of charges
 * open.c      opens the ledger of a policy
 * resume.c    reopens the ledger of a policy
 * rows.c      returns rows, and checks whether the caller owns a table
 * share.c     finds the rows that a charge changes, and begins their new windows
 * write.c     writes rows and entries in one WAL record
 * entry.c     makes an entry of the log
 * slots.c     reads the rows of a policy
 * slot.c      converts a row to a struct and back
 * durable.c   checks that a charge can be durable, and makes it so
 * terms.c     reads policies and budgets, and finds the budget that pays
 * window.c    counts the windows of a budget
 * tables.c    opens the tables of the ledger
 * amount.c    adds up epsilons, exactly
 * refusal.c   contains all messages
 *
 * The tables indp.spent and indp.charges are heap tables, so that they are dumped, vacuumed and
 * replicated like other tables. But like the row of a sequence, their rows are written in place and
 * frozen, and belong to no transaction. Therefore a charge is possible in a READ ONLY transaction,
 * and ROLLBACK does not undo it. These tables must have no index, since these writes would not
 * update it.
 *
 * Locks are taken in this order: RowExclusiveLock on the two tables, the lock of the policy, the
 * page lock of indppg_lock_ledger, the relation extension lock, the buffers of indp.spent by block
 * number, and the buffer of indp.charges. */
#ifndef INDPPG_LEDGER_INTERNAL_H
#define INDPPG_LEDGER_INTERNAL_H

#include "postgres.h"

#include <float.h>

#include "access/htup.h"
#include "access/xlogdefs.h"
#include "datatype/timestamp.h"
#include "storage/block.h"
#include "storage/buf.h"
#include "storage/lockdefs.h"
#include "storage/off.h"
#include "utils/relcache.h"

#include "indp_pg.h"
#include "ledger.h"

/* Why the ledger refuses a charge, or a call of one of its functions. Each reason has a constant
 * message. */
typedef enum Refusal {
    REFUSE_RECOVERY,
    REFUSE_PARALLEL,
    REFUSE_SETTINGS,
    REFUSE_TABLES,
    REFUSE_UNCOMMITTED,
    REFUSE_CHANGED,
    REFUSE_NO_MEMBER,
    REFUSE_SEVERAL,
    REFUSE_NOT_HIS,
    REFUSE_BUDGET,
    REFUSE_MOVED,
    REFUSE_BUSY,
    REFUSE_DAMAGED,
    REFUSE_STANDBY,
    REFUSE_SOURCE,
    REFUSE_OWNER,
    REFUSE_SPENT
} Refusal;

/* refusal.c */
NO_RETURN extern void indppg_refuse(Refusal refusal);
NO_RETURN extern void indppg_refuse_because(Refusal refusal, const char *detail);

/* Defined in amount.c. A State holds the bytes of a budget of the library. The cap in these bytes
 * has no meaning, because every use first sets the cap that is in force. */
typedef struct State {
    uint8 bytes[INDP_BUDGET_STATE_SIZE];
} State;
extern void indppg_state_start(State *state);
extern bool indppg_state_is_valid(const State *state);
extern bool indppg_state_is_empty(const State *state);
extern bool indppg_state_spend(State *state, double cap, const double *epsilon, int n);
extern double indppg_state_left(const State *state, double cap);
extern void indppg_state_raise(State *state, double spent);
extern Datum indppg_sum(const double *epsilon, int n);

/* tables.c */
typedef struct Tables {
    Relation spent;
    Relation charges;
} Tables;
extern Relation indppg_open_table(const char *name, LOCKMODE mode);
extern void indppg_require_permanent(Relation relation);
extern void indppg_require_unchanged(Relation relation);
extern void indppg_open_tables(Tables *tables, LOCKMODE mode);
extern void indppg_close_tables(Tables *tables, LOCKMODE mode);
extern bool indppg_try_policy(int32 policy);
extern void indppg_share_policy(int32 policy);
extern void indppg_release_policy(int32 policy);
extern void indppg_lock_ledger(Relation spent);
extern void indppg_unlock_ledger(Relation spent);

/* window.c */
extern TimestampTz indppg_now(void);

/* terms.c */
typedef struct Policy {
    int32 policy;
    int32 version;
    Oid source;
    Oid view; /* InvalidOid if the table is no longer protected */
    double total;
    int64 keep; /* how long answers are kept, in microseconds; 0 if they are not */
} Policy;

#define NO_CAP DBL_MAX

typedef struct Budget {
    int32 budget;
    Oid role;
    double epsilon;
    int64 every; /* 0 if there is only one window */
    TimestampTz started;
    int64 first;       /* the number of the window that begins then */
    double per_reader; /* NO_CAP if there is none */
    int64 keep;        /* as that of the policy; AS_POLICY if the budget says nothing */
} Budget;

#define AS_POLICY (-1)

extern int64 indppg_window(TimestampTz now, const Budget *budget);
extern TimestampTz indppg_window_end(int64 window, const Budget *budget);

typedef struct Budgets {
    int n;
    Budget *list;
} Budgets;

extern Bitmapset *indppg_policy_numbers(void);
extern bool indppg_policy_exists(int32 number);
extern void indppg_policy(int32 number, Oid source, bool committed, Policy *policy);
extern void indppg_budgets(int32 policy, bool committed, Budgets *budgets);
extern bool indppg_is_member(Oid reader, Oid role);
extern const Budget *indppg_payer(const Budgets *budgets, Oid payer, Oid reader, const char *name);

/* keeping.c */
extern int64 indppg_keep_of(const Policy *policy, const Budget *budget);

/* history.c */
extern bool indppg_is_mine(Oid reader, const NameData *name);

/* durable.c */
extern void indppg_require_writable(void);
extern void indppg_require_durable(void);
extern void indppg_make_durable(XLogRecPtr lsn);

/* Defined in slot.c. A row of indp.spent states what was spent, in one window, of the total of a
 * policy (budget 0), of a budget (reader 0) or of a reader's share of a budget. Slot has the layout
 * of the row. An Identity says where the row was written. It differs in a copy of the database. */
typedef struct Identity {
    int32 timeline;
    int64 system;
    Oid database;
    Oid table;
} Identity;

typedef struct Slot {
    int32 policy;
    int32 budget;
    Oid reader;
    int32 timeline;
    int64 window;
    int64 system;
    Oid database;
    Oid table;
    int32 head; /* the length word of the bytea */
    State state;
} Slot;

#define SLOT_SIZE (offsetof(Slot, state) + sizeof(State))

/* Stands for all readers who have no row of their own. indp.resume writes a row for it, which
 * states how much of its share each such reader is taken to have spent. No role has this OID. */
#define NEW_READERS ((Oid)1)

extern void indppg_slot_start(Slot *slot, int32 policy, int32 budget, Oid reader);
extern void indppg_slot_stamp(Slot *slot, Relation spent);
extern bool indppg_slot_is_here(const Slot *slot, Relation spent);
extern HeapTuple indppg_slot_tuple(const Slot *slot, Relation spent);
extern void indppg_require_layout(Relation spent);
extern const Slot *indppg_row_of(HeapTuple tuple);
extern bool indppg_slot_of(HeapTuple tuple, Slot *slot);
extern void indppg_freeze(HeapTupleHeader tuple);
extern bool indppg_is_frozen(HeapTupleHeader tuple);

/* Defined in slots.c. A row of indp.spent: where it is, its contents when it was read, and its new
 * contents. */
typedef struct Place {
    BlockNumber block; /* InvalidBlockNumber if there is no row yet */
    OffsetNumber offset;
    bool ours; /* whether the ledger itself wrote it, and not COPY or UPDATE */
    Slot was;
    Slot slot;
} Place;

typedef struct Places {
    int n;
    int room;
    Place *list;
} Places;

extern bool indppg_read_slot(Relation spent, Buffer buffer, OffsetNumber offset, Place *place);
extern void indppg_scan(Relation spent, int32 policy, Oid reader, bool all, Places *places);
extern void indppg_scan_totals(Relation spent, Places *places);
extern Place *indppg_find(const Places *places, int32 budget, Oid reader);

/* Defined in share.c. The rows that a charge changes. */
typedef struct Shares {
    Place total, budget, reader;
} Shares;
extern void indppg_shares(const Places *places, int32 policy, const Budget *budget, Oid reader,
                          TimestampTz now, Shares *shares);

/* entry.c */
extern Datum indppg_name_of_role(Oid role);
extern Datum indppg_first_part(const char *query);
extern HeapTuple indppg_entry(Relation charges, const Charge *charge, const Budget *budget,
                              Datum amount, TimestampTz now);

/* write.c */
extern XLogRecPtr indppg_write(Tables *tables, Place *const *places, int n, HeapTuple entry);

/* rows.c */
typedef struct Rows {
    struct Tuplestorestate *store;
    TupleDesc row;
} Rows;
extern void indppg_rows_start(FunctionCallInfo fcinfo, Rows *rows);
extern void indppg_rows_add(Rows *rows, Datum *values, bool *nulls);
extern bool indppg_is_owner(Oid source);

#endif
