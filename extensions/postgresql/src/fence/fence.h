/* The fence around readers: what the sessions of members of the role indp_reader may call, read and
 * execute. Everything that is not on a list is refused.
 *
 * labels.c     tells which relations their owners have labelled as public
 * refuse.c     raises the refusals
 * sequences.c  tells whether the current role may use a sequence that counts rows of others
 * who.c        tells whether the session is fenced now
 * sessions.c   refuses standbys and SERIALIZABLE
 * verdicts.c   the list of PostgreSQL's functions, with a verdict for each that is not immutable
 * rows.c       reads rows of catalogs
 * trusted.c    tells which extensions are trusted
 * expressions.c finds expressions in definitions that read numbers of transactions
 * triggers.c   refuses changes of tables with such a condition of a trigger
 * records.c    refuses PL/pgSQL that reads numbers of transactions in records
 * functions.c  refuses calls of functions
 * catalogs.c   the lists of catalogs, and of their columns that are masked
 * relations.c  refuses reading relations and columns
 * masked.c     replaces columns of catalogs that count rows or transactions by NULL, and hides rows
 * owners.c     tells who owns what
 * others.c     keeps others from computing what a reader has defined
 * stored.c     refuses defaults, constraints and the like of a reader's table that are not plain
 * adopted.c    the same for utility statements that compute or copy definitions
 * definitions.c refuses definitions that depend on sources
 * statements.c refuses utility statements and options of EXPLAIN
 * plain.c      refuses definitions that are not plain, unless the role may define code
 * messages.c   keeps numbers of transactions out of messages
 * cursors.c    keeps cursors of readers from running with the rights of others
 * plans.c      lets no plan live on that shows whether a source was vacuumed
 */
#ifndef INDPPG_FENCE_H
#define INDPPG_FENCE_H

#include "indp_pg.h"
#include "access/attnum.h"
#include "access/skey.h"
#include "access/sysattr.h"
#include "executor/execdesc.h"
#include "nodes/parsenodes.h"
#include "nodes/plannodes.h"
#include "storage/lockdefs.h"
#include "tcop/utility.h"

/* The role whose members are fenced. It belongs to the whole cluster. */
#define INDPPG_READERS "indp_reader"

/* The role whose members, if they are fenced, may define code. */
#define INDPPG_AUTHORS "indp_author"

/* who.c */
extern bool indppg_is_fenced(void);
extern bool indppg_was_fenced(void);
extern bool indppg_is_own_session(void);
extern bool indppg_is_foreign_key(void);
extern bool indppg_is_readers_session(void);
extern bool indppg_is_readers_login(void);
extern bool indppg_is_acting(void);
extern bool indppg_is_author(Oid role);
extern bool indppg_is_no_author(void);
extern bool indppg_is_a_readers(Oid role);
extern bool indppg_is_reader(Oid role);
extern bool indppg_has_readers(void);
extern uint64 indppg_changes_of_roles(void);
extern void indppg_install_who(void);

/* owners.c. indppg_owner_of takes the number of a cache: RELOID, TYPEOID or PROCOID. */
extern Oid indppg_owner_of(int cache, Oid object);
extern bool indppg_is_owners_session(void);
extern bool indppg_has_sequence(void);
extern void indppg_note_draw(void);
extern void indppg_check_identities(Oid relation);

/* sessions.c */
extern void indppg_check_session(void);

/* refuse.c */
NO_RETURN extern void indppg_fence_refuse(const char *object, const char *rule);

/* Defined in verdicts.c. */
/* PART: called by the server, and refused if called directly. OF_SESSION: admitted, but not in the
 * session of others. OF_READER: nor with the rights of others, in whose functions an expression of
 * the reader may run. */
typedef enum Verdict { ADMITTED, PART, OF_SESSION, OF_READER, REFUSED, UNKNOWN_FUNCTION } Verdict;
extern Verdict indppg_verdict(Oid function);
extern bool indppg_is_of_sequences(Oid function);

/* expressions.c */
extern bool indppg_names_transaction(const char *name);
extern bool indppg_reads_transactions(Node *expression);
extern bool indppg_has_transactions(Node *expression);

/* triggers.c */
extern void indppg_check_triggers(Oid relation);

/* records.c */
extern void indppg_install_records(void);

/* trusted.c */
extern Oid indppg_trusted_table(void);
extern bool indppg_is_trusted_extension(Oid extension);
extern bool indppg_is_trusted_function(Oid function);
extern bool indppg_is_closed(Oid relation);
extern void indppg_install_labels(void);

/* functions.c */
#define INDPPG_OWN_RIGHTS_RULE "readers may call it with their own rights only"
#define INDPPG_FOR_OTHERS_RULE "readers' functions do not run for others"
extern void indppg_install_functions(void);
extern void indppg_check_functions(Query *query);
extern void indppg_check_samples(Query *query);

/* catalogs.c. indppg_has_masked tells whether the relation's own columns are masked, and not only
 * xmin, xmax, cmin and cmax, which are masked in all catalogs. */
#define INDPPG_COUNTS_RULE "xmin, xmax, cmin and cmax count the transactions of others"
extern bool indppg_is_emptied(Oid relation);
extern bool indppg_counts_transactions(AttrNumber column);
extern bool indppg_is_catalog(Oid relation);
extern bool indppg_is_admitted_catalog(Oid relation);
extern bool indppg_has_masked(Oid relation);
extern bool indppg_is_masked(Oid relation, AttrNumber column);

/* relations.c */
#define INDPPG_RELATED_RULE "private rows can be read or inferred from it"
#define INDPPG_SEQUENCES_RULE \
    "the current role has rights on a sequence that is private or has no label"
#define INDPPG_CLOSED_RULE \
    "it needs a label by its owner: SECURITY LABEL FOR indp ON .. IS 'public'"
extern void indppg_install_relations(void);
extern void indppg_check_again(const PlannedStmt *plan);
extern bool indppg_check_fence(Oid relation, AclMode rights, const Bitmapset *columns, bool raise);

/* In masked.c, a column that no relation has. Among the columns that a statement reads, it tells
 * that the rows of the relation are hidden. */
#define INDPPG_HIDDEN FirstLowInvalidHeapAttributeNumber

/* Defined in masked.c. Returns the query itself if nothing in it is masked. */
extern Query *indppg_mask(Query *query);

#if PG_VERSION_NUM >= 190000
#define HAS_CONSTRAINTS(DOMAIN) DomainHasConstraints(DOMAIN, NULL)
#else
#define HAS_CONSTRAINTS(DOMAIN) DomainHasConstraints(DOMAIN)
#endif

#if PG_VERSION_NUM >= 160000
#define INDPPG_OWNS(RELATION) object_ownercheck(RelationRelationId, RELATION, GetUserId())
#else
#define INDPPG_OWNS(RELATION) pg_class_ownercheck(RELATION, GetUserId())
#endif

/* definitions.c */
extern void indppg_check_created(Oid catalog, Oid object, int part);
extern void indppg_check_altered(Oid catalog, Oid object, Oid parent);
extern void indppg_check_dropped(Oid catalog, Oid object);

/* others.c. indppg_refuse_others takes what is refused, and what to do instead. */
NO_RETURN extern void indppg_refuse_others(const char *what, const char *instead);
NO_RETURN extern void indppg_refuse_use(Oid relation, const char *what);
extern Oid indppg_resolve(const RangeVar *name, LOCKMODE mode);
extern bool indppg_is_other(void);
extern bool indppg_is_anothers(Oid owner);
extern void indppg_check_use(Oid relation, AclMode rights);
extern void indppg_check_rewritten(Oid relation);
extern void indppg_check_truncated(Oid relation, bool fenced);
extern void indppg_check_entries(List *table, List *permissions);
extern void indppg_check_uses(Query *query);
extern void indppg_check_aggregate(Oid function);
extern void indppg_install_others(void);

/* rows.c */
typedef void IndppgRowFunction(HeapTuple row, TupleDesc type, void *context);
extern void indppg_each_row(Oid catalog, Oid by, ScanKey keys, int n, IndppgRowFunction *function,
                            void *context);
extern void indppg_each_of(Oid catalog, Oid by, AttrNumber column, Oid object,
                           IndppgRowFunction *function, void *context);

/* stored.c */
extern void indppg_check_written(Oid relation);
extern void indppg_check_copied(Oid relation);
extern const char *indppg_computes(Node *expression, Oid relation); /* NULL if it is plain */

/* cursors.c */
extern void indppg_check_fetch(const QueryDesc *plan);
extern void indppg_check_portal(const PlannedStmt *statement);
extern void indppg_install_cursors(void);

/* adopted.c */
extern void indppg_check_use_by_utility(const Node *utility);

/* casts.c */
extern bool indppg_is_cast(Oid function);
extern void indppg_install_casts(void);

/* statements.c. `outside` is the utility statement that executes this one, or T_Invalid. */
extern void indppg_check_utility(PlannedStmt *statement, ProcessUtilityContext context,
                                 NodeTag outside);

/* plain.c */
NO_RETURN extern void indppg_refuse_code(const char *what);
extern void indppg_check_plain(const Node *utility);
extern void indppg_check_columns(Oid relation);
extern void indppg_check_type(Oid type);
extern void indppg_check_code(const char *what, Oid function);

/* plans.c. Call indppg_forget_plans when a fenced session begins a utility statement;
 * indppg_check_analysis when a query was analysed, of the client or of a function;
 * indppg_begin_planning before a query is planned or refused, and indppg_end_planning then;
 * indppg_note_call before a function is called; indppg_tell_others after a utility statement. */
extern void indppg_forget_plans(void);
extern void indppg_check_analysis(Query *query, bool of_client);
extern bool indppg_begin_planning(Query *query);
extern bool indppg_is_planning(void);
extern void indppg_note_call(void);
extern void indppg_end_planning(bool of_source, const PlannedStmt *planned);
extern void indppg_tell_others(Node *statement);
extern void indppg_install_plans(void);

/* messages.c. Call indppg_keep_messages whenever the session is found to be fenced. */
extern void indppg_keep_messages(void);
extern void indppg_install_messages(void);

#endif
