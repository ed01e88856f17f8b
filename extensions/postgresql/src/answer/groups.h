/* groups.c: the keys of GROUP BY, which the policy lists. */
#ifndef INDPPG_GROUPS_H
#define INDPPG_GROUPS_H

#include "answer/answer.h"

#include "utils/typcache.h"

/* One column of GROUP BY. `values` are its keys in the order of the policy. `sorted` has the
 * indexes of the keys in ascending order of the keys. */
typedef struct Keys {
    Datum *values;
    int *sorted;
    int n;
    Oid type, collation;
    TypeCacheEntry *cache;
} Keys;

extern void indppg_read_keys(const Const *list, Keys *keys);

/* The index of the key, or -1. */
extern int indppg_find_key(const Keys *keys, Datum value);

/* Writes the keys of each row: all combinations, the last column of the n fastest. */
extern void indppg_store_keys(Answers *answers, const Keys *keys, int n);

#endif
