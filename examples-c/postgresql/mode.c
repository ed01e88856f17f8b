/* The candidates of a mode: an array in SQL, part of the library's state. Layout: include/STATES.md. */
#include "indp_pg.h"

#include "catalog/pg_type.h"
#include "mb/pg_wchar.h"
#include "miscadmin.h"
#include "utils/array.h"
#include "utils/builtins.h"
#include "utils/memutils.h"

#define LABELS_AT 24 /* up to the counts: what two states of the same candidates share */
#define ENDS_AT 32
#define INTEGER_TAG 1
#define TEXT_TAG 2

/* The array that a call gave last and the empty state made of it: groups start as copies. */
typedef struct Candidates {
    int64 rows;
    struct varlena *array;
    Size size;
    unsigned char state[FLEXIBLE_ARRAY_MEMBER];
} Candidates;

static uint32 read_u32(const unsigned char *bytes)
{
    return bytes[0] | (uint32)bytes[1] << 8 | (uint32)bytes[2] << 16 | (uint32)bytes[3] << 24;
}

/* A label of a sound state, and its length. */
static const unsigned char *label(const unsigned char *state, uint32 i, Size *length)
{
    uint32 n = read_u32(state + LABELS_AT);
    uint32 begin = i == 0 ? 0 : read_u32(state + ENDS_AT + 4 * (Size)(i - 1));
    *length = read_u32(state + ENDS_AT + 4 * (Size)i) - begin;
    return state + ENDS_AT + 4 * (Size)n + begin;
}

/* Whether the texts in a state from elsewhere are texts in this database. All, not just the chosen one. */
bool labels_are_valid(const unsigned char *state)
{
    uint32 n = read_u32(state + LABELS_AT);
    for (uint32 i = 0; i < n; i++) {
        Size length;
        const unsigned char *bytes = label(state, i, &length);
        CHECK_FOR_INTERRUPTS();
        if (bytes[0] == TEXT_TAG && !pg_verify_mbstr(GetDatabaseEncoding(), (const char *)bytes + 1, (int)length - 1, true))
            return false;
    }
    return true;
}

/* Whether all labels are of the type that the answer has. They are sorted, integers first. */
bool labels_fit(const unsigned char *state, ValueType value)
{
    Size length;
    unsigned char first = label(state, 0, &length)[0];
    unsigned char last = label(state, read_u32(state + LABELS_AT) - 1, &length)[0];
    return value == VALUE_TEXT ? first == TEXT_TAG : last == INTEGER_TAG;
}

static indp_category *categories(const Kind *kind, Form form, struct varlena *array, int *n)
{
    ArrayType *values = (ArrayType *)array;
    indp_category *list;
    Datum *items;
    bool *nulls;
    if (ARR_NDIM(values) != 1)
        fail_parameter(name_of(kind, form), 'c');
    if (kind->value == VALUE_TEXT)
        deconstruct_array(values, TEXTOID, -1, false, TYPALIGN_INT, &items, &nulls, n);
    else
        deconstruct_array(values, INT8OID, sizeof(int64), FLOAT8PASSBYVAL, TYPALIGN_DOUBLE, &items, &nulls, n);
    list = palloc0(*n * sizeof *list);
    for (int i = 0; i < *n; i++) {
        CHECK_FOR_INTERRUPTS();
        if (nulls[i])
            fail_parameter(name_of(kind, form), 'c');
        if (kind->value == VALUE_TEXT) {
            struct varlena *text = PG_DETOAST_DATUM_PACKED(items[i]);
            list[i].text = VARDATA_ANY(text);
            list[i].length = VARSIZE_ANY_EXHDR(text);
        } else {
            list[i].integer = DatumGetInt64(items[i]);
        }
    }
    return list;
}

static bool same_bytes(const struct varlena *a, const struct varlena *b)
{
    return VARSIZE(a) == VARSIZE(b) && memcmp(a, b, VARSIZE(a)) == 0;
}

/* The empty state of this call, made anew only if the array is another than last time. It lives as long as the plan. */
static const Candidates *candidates_of(FunctionCallInfo fcinfo, const Kind *kind, Form form, const Given *given)
{
    Site *site = site_of(fcinfo);
    Candidates *known = site->candidates;
    struct varlena *array;
    indp_category *list;
    int n;
    size_t size;
    indp_status status;
    if (known != NULL && site->fixed)
        return known;
    array = PG_DETOAST_DATUM(given->candidates);
    if (known != NULL && known->rows == given->parameters.rows && same_bytes(known->array, array))
        return known;
    list = categories(kind, form, array, &n);
    status = indp_mode_size(list, n, &size);
    if (status == INDP_OK && !AllocSizeIsValid(size + sizeof *known + TRANSITION_HEAD))
        status = INDP_E_CATEGORIES;
    if (status != INDP_OK)
        fail_status(name_of(kind, form), status);
    site->candidates = NULL;
    if (known != NULL) {
        pfree(known->array);
        pfree(known);
    }
    known = MemoryContextAllocZero(fcinfo->flinfo->fn_mcxt, sizeof *known + size);
    known->rows = given->parameters.rows;
    known->size = size;
    status = indp_mode_init(known->state, size, list, n, (uint64_t)known->rows);
    if (status != INDP_OK)
        fail_status(name_of(kind, form), status);
    known->array = MemoryContextAlloc(fcinfo->flinfo->fn_mcxt, VARSIZE(array));
    memcpy(known->array, array, VARSIZE(array));
    site->candidates = known;
    return known;
}

Transition *start_mode(FunctionCallInfo fcinfo, const Kind *kind, Form form, const Given *given)
{
    const Candidates *candidates = candidates_of(fcinfo, kind, form, given);
    Transition *transition = new_transition(owner_of(kind, form), candidates->size);
    memcpy(transition->state, candidates->state, candidates->size);
    return transition;
}

/* Where no plan proves it: that this row has the candidates of the first, in any order. */
void candidates_compare(FunctionCallInfo fcinfo, const Transition *first, const Kind *kind, Form form, const Given *row)
{
    const Candidates *candidates = candidates_of(fcinfo, kind, form, row);
    Size shared = candidates->size - 8 * (Size)read_u32(candidates->state + LABELS_AT);
    if (state_length(first) != candidates->size ||
        memcmp(first->state + LABELS_AT, candidates->state + LABELS_AT, shared - LABELS_AT) != 0)
        fail_changed(name_of(kind, form), 'c');
}

static indp_status draw(Transition *transition, double epsilon, indp_category *winner)
{
    int32_t code;
    indp_status status = indp_state_kind(transition->state, &code);
    if (status == INDP_OK && code != INDP_KIND_MODE)
        status = INDP_E_STATE;
    return status == INDP_OK ? indp_mode_release(transition->state, epsilon, NULL, winner) : status;
}

/* The number of the label that a text in the state is. */
static bool find_label(const unsigned char *state, const char *text, uint32 *number)
{
    uint32 n = read_u32(state + LABELS_AT);
    for (uint32 i = 0; i < n; i++) {
        Size length;
        if ((const char *)label(state, i, &length) + 1 == text) {
            *number = i;
            return true;
        }
    }
    return false;
}

/* The answer of a text is its number, never a pointer. */
indp_status release_category(const Kind *kind, Transition *transition, double epsilon)
{
    indp_category winner;
    indp_status status;
    if (!labels_fit(transition->state, kind->value))
        return INDP_E_STATE;
    status = draw(transition, epsilon, &winner);
    if (status != INDP_OK)
        return status;
    if (kind->value == VALUE_INT8)
        transition->answer.integer = winner.integer;
    else if (!find_label(transition->state, winner.text, &transition->answer.label))
        return INDP_E_STATE;
    return INDP_OK;
}

/* The text of that number. Candidates that were made again, without rows, may be fewer than before. */
struct varlena *category_text(const Transition *transition, uint32 number)
{
    const unsigned char *bytes;
    Size length;
    if (number >= read_u32(transition->state + LABELS_AT))
        fail_changed("dp_mode", 'c');
    bytes = label(transition->state, number, &length);
    return cstring_to_text_with_len((const char *)bytes + 1, (int)length - 1);
}

/* An answer as text, whatever the candidates are. */
struct varlena *release_any_category(Transition *transition, double epsilon)
{
    indp_category winner;
    indp_status status = draw(transition, epsilon, &winner);
    if (status != INDP_OK)
        fail_status("dp_release_mode", status);
    if (winner.text != NULL)
        return cstring_to_text_with_len(winner.text, (int)winner.length);
    return cstring_to_text(psprintf(INT64_FORMAT, winner.integer));
}
