/* The declaration of an aggregate: its kind, its public parameters, its keys and its budget. */
#ifndef INDP_SQLITE_SPEC_H
#define INDP_SQLITE_SPEC_H

#include "fields.h"
#include "keys.h"

/* The fields that declared aggregates and questions share, in the order of INDPSQL_SHARED_NAMES.
 * FIELD_SHARED is their number. */
enum {
    FIELD_LO,
    FIELD_HI,
    FIELD_Q,
    FIELD_CANDIDATES,
    FIELD_EDGES,
    FIELD_EPSILON,
    FIELD_ROWS,
    FIELD_CENTRE,
    FIELD_KEYS,
    FIELD_BUDGET,
    FIELD_SHARED
};
#define INDPSQL_SHARED_NAMES \
    "lo", "hi", "q", "candidates", "edges", "epsilon", "rows_per_person", "centre", "keys", "budget"

/* Once a spec is in use, only its fields `references` and `version` change. */
struct spec {
    int references;
    const indpx_kind *kind;
    const struct input *input;
    struct parameters parameters; /* the spec owns the text of a list */
    struct keys keys;
    char *budget;             /* NULL if releases are not charged */
    char *aggregate, *fields; /* as they are in the ledger; NULL for a question */
    sqlite3_int64 version;    /* the latest version of the ledger known to have these texts */
};

/* Reads a spec and checks that it permits releases. The result has one reference. db is the
 * connection to the ledger. */
int indpsql_spec_read(sqlite3 *db, const char *kind, const struct field *fields, struct spec **out,
                      struct refusal *why);
/* Keeps the texts of the declaration. Returns 0 if memory ran out. */
int indpsql_spec_keep(struct spec *spec, const char *aggregate, const char *fields);
struct spec *indpsql_spec_enter(struct spec *spec);
void indpsql_spec_leave(struct spec *spec);

#endif
