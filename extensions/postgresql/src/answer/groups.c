/* Reads the keys of GROUP BY, finds one among them, and writes them to the rows of an answer. */
#include "answer/groups.h"

#include "catalog/pg_collation.h"
#include "protected/protected.h"
#include "utils/array.h"
#include "utils/lsyscache.h"

static int compare(const Keys *keys, Datum a, Datum b)
{
    return DatumGetInt32(FunctionCall2Coll(&keys->cache->cmp_proc_finfo, keys->collation, a, b));
}

static int compare_indexes(const void *a, const void *b, void *keys)
{
    const Keys *of = keys;
    return compare(of, of->values[*(const int *)a], of->values[*(const int *)b]);
}

void indppg_read_keys(const Const *list, Keys *keys)
{
    int16 length;
    bool by_value;
    char align;
    keys->type = get_element_type(list->consttype);
    /* The collation C compares bytes. Equality stays the same, since the collation of the list
     * itself is deterministic. */
    keys->collation = OidIsValid(list->constcollid) ? C_COLLATION_OID : InvalidOid;
    keys->cache = lookup_type_cache(keys->type, TYPECACHE_CMP_PROC_FINFO);
    get_typlenbyvalalign(keys->type, &length, &by_value, &align);
    deconstruct_array(DatumGetArrayTypeP(list->constvalue), keys->type, length, by_value, align,
                      &keys->values, NULL, &keys->n);
    keys->sorted = palloc(keys->n * sizeof *keys->sorted);
    for (int i = 0; i < keys->n; i++)
        keys->sorted[i] = i;
    qsort_arg(keys->sorted, keys->n, sizeof *keys->sorted, compare_indexes, keys);
    for (int i = 1; i < keys->n; i++)
        if (compare(keys, keys->values[keys->sorted[i - 1]], keys->values[keys->sorted[i]]) == 0)
            indppg_refuse_query("the policy lists a key twice; the owner of the source must call "
                                "indp.protect with each key once");
}

/* The index of the key, or -1. */
int indppg_find_key(const Keys *keys, Datum value)
{
    int low = 0, high = keys->n - 1;
    while (low <= high) {
        int middle = low + (high - low) / 2,
            order = compare(keys, keys->values[keys->sorted[middle]], value);
        if (order == 0)
            return keys->sorted[middle];
        if (order < 0)
            low = middle + 1;
        else
            high = middle - 1;
    }
    return -1;
}

void indppg_store_keys(Answers *answers, const Keys *keys, int n)
{
    for (int64 row = 0; row < answers->rows; row++) {
        int64 rest = row;
        for (int i = n - 1; i >= 0; i--) {
            answers->values[row * answers->columns + i] = keys[i].values[rest % keys[i].n];
            answers->nulls[row * answers->columns + i] = false;
            rest /= keys[i].n;
        }
    }
}
