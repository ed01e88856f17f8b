/* The public keys of a grouped aggregate. They are texts and integers, in the order of the
 * declaration. */
#ifndef INDP_SQLITE_KEYS_H
#define INDP_SQLITE_KEYS_H

#include "../ledger/sql.h"

enum { INDPSQL_MOST_KEYS = 4096 };

struct keys {
    size_t n;            /* 0 if there are no keys */
    indp_category *list; /* in the order of the declaration */
    size_t *order;       /* indices into list, sorted */
    void *room;          /* holds the texts */
};

/* Reads a JSON array. Returns 0 after a refusal; the keys may be freed in any case. */
int indpsql_keys_read(const char *json, struct keys *out, struct refusal *why);
void indpsql_keys_free(struct keys *keys);

/* The index of a value in the list, or -1 if it is not a key. Whole reals count as integers, and
 * texts are compared as bytes. */
int indpsql_keys_find(const struct keys *keys, sqlite3_value *value);

#endif
