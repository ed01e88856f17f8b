#include "labels.h"

#include <string.h>

/* Compares two candidates in the order in which a state holds them: integers first, in ascending
 * order, then texts, by their bytes. */
static int order(const indp_category *a, const indp_value *b)
{
    size_t shared;
    int bytes;
    if (a->text == NULL || b->label == NULL) {
        int texts = (a->text != NULL) - (b->label != NULL);
        return texts != 0 ? texts : (a->integer > b->integer) - (a->integer < b->integer);
    }
    shared = a->length < b->length ? a->length : b->length;
    bytes = memcmp(a->text, b->label, shared);
    return bytes != 0 ? bytes : (a->length > b->length) - (a->length < b->length);
}

int indpx_find(const void *state, const indp_category *wanted, size_t *place)
{
    size_t low = 0, high;
    if (indp_mode_candidates(state, &high) != INDP_OK)
        return 0;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        indp_value value = { 0 };
        int compared;
        value.struct_size = sizeof value;
        if (indp_mode_candidate(state, middle, &value) != INDP_OK)
            return 0;
        compared = order(wanted, &value);
        if (compared == 0) {
            *place = middle;
            return 1;
        }
        if (compared < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return 0;
}
