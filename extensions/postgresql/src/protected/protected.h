/* Declarations for protected tables. Readers query a protected view, and this code decides what
 * they get. A block is one SELECT that reads a protected view. Its private part is the part that
 * reads private rows.
 *
 * guard.c      contains the guard, which fails if a query over a protected view was not approved
 * hooks.c      replaces each block that reads a protected view by a SELECT over its answers
 * rights.c     checks rights before the planner reads a table, and when a statement is prepared
 * acl.c        tells whether a role has the rights that a statement needs
 * related.c    finds the relations from which private rows can be read or inferred
 * bodies.c     tells what stored queries write, and whether they read catalogs
 * block.c      splits a block into the private part and what is computed from the answers
 * queries.c    makes the queries that the answers come from
 * calls.c      completes a call of an aggregate with the bounds and the epsilon of the policy
 * keys.c       reads the public lists of a policy: keys, bounds and candidates
 * view.c       finds the guard of a protected view, and checks what the view reads
 * approve.c    accepts expressions over private columns that cannot fail
 * reset.c      gives the settings of a reader their built-in values
 * policy.c     reads a policy
 * nodes.c      makes constants and other nodes
 * names.c      finds the extension's own functions and its owner
 * refuse.c     raises the refusals
 *
 * A query is approved while it is planned, and only then: no approval is kept in the memory of the
 * backend. If this library is not loaded, or does not recognise a query, the guard in the view
 * raises an error. */
#ifndef INDPPG_PROTECTED_H
#define INDPPG_PROTECTED_H

#include "indp_pg.h"

#include "nodes/parsenodes.h"
#include "utils/jsonb.h"

/* A row of indp.policies. */
typedef struct Policy {
    int32 id;
    int32 version;
    Oid source;
    Oid view;
    char *person;
    int64 rows; /* rows_per_person */
    Jsonb *columns;
    Jsonb *keys;
    double epsilon;
    double min_epsilon, max_epsilon;
} Policy;

/* The role whose members may protect tables. The functions that approved queries call run as the
 * owner of the protected view, and only its members may call them. */
#define INDPPG_OWNERS "indp_owner"

/* refuse.c */
/* indppg_examine says which statement is planned, and returns the outer one. indppg_locate says
 * where
 * in it the next part stands, and returns the place before. */
extern const char *indppg_examine(const char *text);
extern int indppg_locate(int location);
NO_RETURN extern void indppg_refuse_query(const char *rule);
NO_RETURN extern void indppg_refuse_query_because(const char *rule, const char *detail);
NO_RETURN extern void indppg_refuse_parallel(void);
NO_RETURN extern void indppg_refuse_payer(const char *rule);

/* Defined in names.c. These return InvalidOid if the extension is not installed in this
 * database. */
extern Oid indppg_schema(void);
extern void indppg_install_names(void);
extern Oid indppg_guard(void);
extern bool indppg_is_installed(void);
extern Oid indppg_answers(void);
extern Oid indppg_named(const char *name, Oid schema, int n, const Oid *types);
extern Oid indppg_owner(void);
extern bool indppg_is_own(Oid function);

/* nodes.c */
extern Const *indppg_real(double number);
extern Const *indppg_integer(int64 number);
extern SortGroupClause *indppg_group_by(Oid type, Index ref);
extern RangeTblEntry *indppg_subquery(Query *query, const char *name);
extern RangeTblRef *indppg_reference(int rti);

/* Defined in policy.c. Returns NULL if no policy has this number. */
extern Policy *indppg_read_policy(int32 id);

/* approve.c */
typedef struct Approval {
    List *rtable;      /* of the query that the expression belongs to */
    int varno;         /* the only range table entry that the expression may use, or 0 for all */
    List *parameters;  /* receives the parts of the expression that read no column */
    bool parametrised; /* whether such parts become parameters, evaluated before the charge; if not,
                        * the expression is the owner's and may cost what it likes */
    List *limits;      /* list of int: how many bytes each parameter may have */
    int operations;    /* how many were counted so far */
    int depth;         /* how deeply the present node is nested */
} Approval;
extern Node *indppg_approve(Node *node, Approval *approval);
extern Node *indppg_approve_presence(Node *node, Approval *approval);
extern Node *indppg_parameter(Node *node, int longest, Approval *approval);
extern void indppg_count_operations(Approval *approval, int operations);
extern bool indppg_reads_row(Node *node);
extern Node *indppg_sortable(Node *node);
extern void indppg_require_size(Datum varlena, Oid type, int longest);
extern void indppg_require_elements(Datum list);

/* bodies.c */
extern bool indppg_is_protected(Oid view);

/* view.c */
extern Const *indppg_guard_of(Query *query);
extern int indppg_protected_entry(Query *query);
extern Query *indppg_source(Query *block, int rti, Policy **policy);
extern void indppg_source_columns(Query *source, Bitmapset *used);
extern int indppg_column(const Query *source, const char *name);
extern const char *indppg_column_name(const Query *source, int attribute);
extern List *indppg_relations(Query *block, int rti);

/* keys.c */
#define INDPPG_NO_KEYS "GROUP BY may name only columns that have a list of keys in the policy"
extern Const *indppg_key_list(const Policy *policy, const char *column, Oid type, int32 typmod,
                              Oid collation);
extern bool indppg_bounds(const Policy *policy, const char *column, Oid type, Const **lo,
                          Const **hi);
extern Const *indppg_candidates(const Policy *policy, const char *column, Oid element);

/* calls.c */
typedef struct Calls {
    const Policy *policy;
    Query *source;
    Approval *approval;
    bool grouped;
    List *calls;   /* list of Aggref: the completed calls, without duplicates */
    List *written; /* list of Aggref: the calls as the reader wrote them */
    /* list of int: for each call, the number of the parameter that is its epsilon */
    List *epsilons;
    List *names; /* list of String: the names of the calls, for messages */
} Calls;
extern int indppg_call(Calls *calls, const Aggref *written);

/* queries.c */
extern Query *indppg_private_part(Query *source, int rti, Node *quals, List *columns, List *keys,
                                  List *calls);
extern Query *indppg_loosened(const Query *query, int n);
extern void indppg_lists_first(Query *query, int n);
extern Query *indppg_empty_part(List *calls, int parameter);

/* block.c */
extern Query *indppg_replace_block(Query *block, int rti);

/* Defined in acl.c. What a statement needs of a relation. */
typedef struct Needed {
    Oid relation;
    Oid role; /* whose rights count; InvalidOid for the current role */
    AclMode rights;
    const Bitmapset *selected, *inserted, *updated;
} Needed;
#if PG_VERSION_NUM >= 160000
extern Needed indppg_needed(const RTEPermissionInfo *info);
#else
extern Needed indppg_needed(const RangeTblEntry *entry);
#endif
extern bool indppg_has_rights(const Needed *needed, bool raise);
extern void indppg_install_acl(void);

/* rights.c */
struct PlannerInfo;
extern void indppg_check_relation(struct PlannerInfo *root, RangeTblEntry *entry);
extern void indppg_install_rights(void);

/* changes.c. Calls the function when a relation has changed, or with InvalidOid when all may
 * have. */
extern void indppg_on_relation(void (*function)(Datum, Oid));

/* reset.c */
extern void indppg_reset_settings(void);
extern const char *indppg_fixed_setting(void);

/* related.c */
extern void indppg_require_stack(void);
extern bool indppg_is_related(Oid relation);
extern bool indppg_is_of_source(Oid relation); /* also indexes and TOAST tables */
extern bool indppg_is_protected_view(Oid relation);
extern Oid *indppg_all_related(MemoryContext context, int *n);

/* maintenance.c. Call these before and after a statement that may write counts to pg_class,
 * whoever runs it, also if it fails. */
extern void indppg_begin_maintenance(void);
extern void indppg_end_maintenance(void);
extern void indppg_install_maintenance(void);
extern bool indppg_is_computing(void);
extern void indppg_install_related(void);

/* hooks.c */
extern void indppg_install_hooks(void);

#endif
