/* The ledger: charges queries to the budgets of a protected table, durably and for good. */
#ifndef INDPPG_LEDGER_H
#define INDPPG_LEDGER_H

#include "postgres.h"

/* A charge: the epsilons that one execution of a query is to spend, and the budget that pays for
 * them. */
typedef struct Charge {
    int32 policy;
    int32 version;         /* the version of the policy that the query was planned for */
    Oid payer;             /* the role whose rights count: it chooses the budget that pays */
    Oid reader;            /* the role that logged in: its share pays, and it stands in the log */
    const char *budget;    /* the role whose budget pays; NULL if the payer has only one */
    int n;                 /* the number of aggregates */
    const double *epsilon; /* what each of them costs */
    const char *query;     /* for the log */
    int32 kept;            /* the budget that paid for the answer before; 0 if none did */
} Charge;

/* Spends the charge from the total of the table, from the budget and from the share of the payer.
 * Returns when the charge is durable. If any of the three does not suffice, raises an error and
 * spends nothing. No rollback, error or crash refunds a charge. */
extern void indppg_charge(const Charge *charge);

/* Does all of that for an answer that is kept, but spends nothing and begins no window: the same is
 * refused as if it were charged, except that nothing must be left. The entry in the log may be lost
 * if the server crashes. */
extern void indppg_charge_nothing(const Charge *charge);

/* How long the answer to a question is kept that this budget would pay. */
typedef struct Keeping {
    int32 budget;
    Oid reader; /* the reader who alone may get it again; InvalidOid if the budget has no shares */
    int64 keep; /* microseconds; 0 if it is not kept */
} Keeping;
/* `committed` as for a charge: what this transaction has changed is refused. */
extern void indppg_keeping(const Charge *charge, bool committed, Keeping *keeping);

/* The epsilon to release with. It is the largest double that does not exceed the shortest decimal
 * of epsilon. */
extern double indppg_usable(double epsilon);

/* Locks a policy until the end of the transaction, before a function of the owner changes the
 * policy or its budgets. Waits until no charge to this policy is under way. Later charges to it
 * wait until the transaction ends. */
extern void indppg_lock_policy(int32 policy);

/* Opens the ledger of a policy. The function that inserts the policy must call this once, in the
 * same transaction. Charges to a policy whose ledger was never opened are refused, like charges to
 * a policy that was restored from a dump. The SQL function indp.open calls this function. */
extern void indppg_open(int32 policy);

#endif
