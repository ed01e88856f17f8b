/* Reads and checks the candidates of a mode or of counts. They are an array in SQL, and part of the
 * library's state. */
#include "indp_pg.h"

#include "catalog/pg_type.h"
#include "datums.h"
#include "mb/pg_wchar.h"
#include "miscadmin.h"
#include "utils/array.h"
#include "utils/builtins.h"

/* The candidate with index i of a valid state. */
static indp_value candidate(const unsigned char *state, size_t i)
{
    indp_value value = { .struct_size = sizeof value };
    if (indp_mode_candidate(state, i, &value) != INDP_OK)
        indppg_fail_status("indp", INDP_E_STATE);
    return value;
}

static size_t count(const unsigned char *state)
{
    size_t n = 0;
    if (indp_mode_candidates(state, &n) != INDP_OK)
        indppg_fail_status("indp", INDP_E_STATE);
    return n;
}

/* Whether all texts in a state from elsewhere are valid in the encoding of this database, including
 * those that a release does not choose. */
bool indppg_labels_are_valid(const unsigned char *state)
{
    size_t n = count(state);
    for (size_t i = 0; i < n; i++) {
        indp_value value = candidate(state, i);
        CHECK_FOR_INTERRUPTS();
        if (value.label != NULL &&
            !pg_verify_mbstr(GetDatabaseEncoding(), (const char *)value.label, (int)value.length,
                             true))
            return false;
    }
    return true;
}

/* Whether all candidates of the state have the type of the answer. They are sorted with integers
 * first, so the first and the last suffice. */
bool indppg_labels_fit(const unsigned char *state, ValueType type)
{
    indp_value first = candidate(state, 0), last = candidate(state, count(state) - 1);
    return type == VALUE_TEXT ? first.label != NULL : last.label == NULL;
}

/* Reads the candidates from an SQL array. Their texts may point into the array. */
indp_category *indppg_categories(const Kind *kind, Form form, struct varlena *array, int *n)
{
    ArrayType *values = (ArrayType *)array;
    indp_category *list;
    Datum *items;
    bool *nulls;
    if (ARR_NDIM(values) != 1)
        indppg_fail_parameter(name_of(kind, form), INDPX_CANDIDATES);
    indppg_require_array(values, indppg_type_of_value(kind->value));
    if (kind->value == VALUE_TEXT)
        deconstruct_array(values, TEXTOID, -1, false, TYPALIGN_INT, &items, &nulls, n);
    else
        deconstruct_array(values, INT8OID, sizeof(int64), FLOAT8PASSBYVAL, TYPALIGN_DOUBLE, &items,
                          &nulls, n);
    list = palloc0(*n * sizeof *list);
    for (int i = 0; i < *n; i++) {
        CHECK_FOR_INTERRUPTS();
        if (nulls[i])
            indppg_fail_parameter(name_of(kind, form), INDPX_CANDIDATES);
        if (kind->value == VALUE_TEXT) {
            struct varlena *text = PG_DETOAST_DATUM_PACKED(items[i]);
            list[i].text = (const uint8_t *)VARDATA_ANY(text);
            list[i].length = VARSIZE_ANY_EXHDR(text);
        } else {
            list[i].integer = DatumGetInt64(items[i]);
        }
    }
    return list;
}

/* The text of a candidate, given by its index. For a group without rows, the caller evaluates the
 * list of candidates anew at each call of the final function. The new list may be shorter than the
 * list from which the index was released, so the index may be too large. */
text *indppg_candidate_text(const Transition *transition, uint64 number)
{
    indp_value value;
    if (number >= count(transition->state))
        indppg_fail_changed("dp_mode", INDPX_CANDIDATES);
    value = candidate(transition->state, (size_t)number);
    if (value.label == NULL)
        indppg_fail_changed("dp_mode", INDPX_CANDIDATES);
    return cstring_to_text_with_len((const char *)value.label, (int)value.length);
}
