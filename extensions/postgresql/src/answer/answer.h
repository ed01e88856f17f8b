/* Declares the plan node that answers a block. A block is one SELECT that reads a protected view;
 * the part of it that reads private rows is its private part. The node is a custom scan, and runs
 * the private part as a query of its own. It charges, runs that query to its end, and only then
 * returns rows.
 *
 * scan.c      makes the custom scan for the placeholder that block.c put into the query
 * node.c      executes the custom scan
 * spec.c      converts a Spec to a list of nodes and back
 * answers.c   computes the rows: answers of groups without rows, charge, private query
 * groups.c    reads the keys of GROUP BY
 * order.c     orders the rows of a person at random
 * bound.c     bounds the rows of each person, unless a constraint already does
 * unique.c    finds constraints that bound the rows of each person
 * bare.c      keeps code of others out of the private part
 * traces.c    removes what the private part leaves in the session
 * private.c   plans and runs a query without statistics, indexes, counters and messages
 */
#ifndef INDPPG_ANSWER_H
#define INDPPG_ANSWER_H

#include "indp_pg.h"

#include "nodes/params.h"
#include "nodes/parsenodes.h"
#include "utils/snapshot.h"
#include "utils/tuplestore.h"

/* What a block asks for. In a plan it is a list of nodes, which PostgreSQL can copy. */
typedef struct Spec {
    int32 policy;
    int32 version;
    Oid view;
    double min_epsilon, max_epsilon;
    int64 rows;   /* rows_per_person */
    int person;   /* the number of the person's column in the source */
    Query *query; /* the private part, with the source as its only range table entry */
    Query *loose; /* the private part, which may also return keys that are not listed; used if
                       * no bounding is needed */
    Query *empty; /* the same calls over no rows; its last parameter is the number of groups */
    List *keys;   /* list of Const: an array for each column of GROUP BY */
    /* list of int: for each call, the number of the parameter that is its epsilon */
    List *epsilons;
    List *names;     /* list of String: the name of each call */
    List *relations; /* list of Oid: the tables that the source reads */
    List *types;     /* list of Oid: the type of each parameter */
    List *limits;    /* list of int: how many bytes each parameter may have */
} Spec;

extern List *indppg_spec_to_list(const Spec *spec);
extern Spec *indppg_spec_of_list(List *list);

/* The rows of an answer. Each has the keys, then the results of the calls. */
typedef struct Answers {
    int64 rows;
    int columns;
    Datum *values;
    bool *nulls;
} Answers;

/* scan.c */
extern RangeTblEntry *indppg_placeholder(const Spec *spec, List *parameters);
extern void indppg_install_scan(void);

/* Defined in answers.c. Refuses an epsilon that the policy does not allow. */
extern void indppg_check_range(const Spec *spec, double epsilon, const char *name);

/* Defined in answers.c. Puts the epsilons to release with in the place of those of the calls.
 * Returns the epsilons to charge. */
extern double *indppg_take_epsilons(const Spec *spec, ParamListInfo parameters);

/* Defined in answers.c. `parameters` are the values of the public expressions. */
extern Answers *indppg_answer(Spec *spec, ParamListInfo parameters, Snapshot snapshot,
                              const char *text);

/* bound.c */
extern Query *indppg_bounded(const Spec *spec);

/* unique.c */
extern bool indppg_rows_are_bounded(const Spec *spec, Snapshot snapshot);

/* Defined in bare.c. Between the two calls the planner sees these tables (list of Relation) without
 * indexes and statistics. */
typedef struct Bare Bare;
extern Bare *indppg_make_bare(List *tables);
extern void indppg_make_whole(const Bare *bare);
/* traces.c. Call the first before the charge, the second after the private part. */
extern void indppg_learn(Query *query);
extern void indppg_forget_traces(void);

/* private.c */
typedef struct Private {
    Oid user;
    int security;
    int nest;
} Private;
extern void indppg_install_private(void);
extern Oid indppg_view_owner(Oid view);
extern void indppg_enter(Private *state, Oid view);
extern void indppg_leave(const Private *state);
extern struct PlannedStmt *indppg_plan(Query *query, ParamListInfo parameters, bool parallel);
extern void indppg_require_rights(const struct PlannedStmt *plan);
extern Tuplestorestate *indppg_run(struct PlannedStmt *plan, ParamListInfo parameters,
                                   Snapshot snapshot, TupleDesc *type);

#endif
