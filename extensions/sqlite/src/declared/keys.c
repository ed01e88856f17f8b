#include "keys.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "json.h"

/* Orders integers before texts, integers by value, and texts by their bytes; a text comes after its
 * prefixes. */
static int compare(const indp_category *a, const indp_category *b)
{
    size_t shorter = a->length < b->length ? a->length : b->length;
    int first;
    if ((a->text == NULL) != (b->text == NULL))
        return a->text == NULL ? -1 : 1;
    if (a->text == NULL)
        return (a->integer > b->integer) - (a->integer < b->integer);
    first = shorter == 0 ? 0 : memcmp(a->text, b->text, shorter);
    return first != 0 ? first : (a->length > b->length) - (a->length < b->length);
}

/* A step of heapsort over indices. qsort cannot be used, since its comparison gets no pointer to
 * the list. */
static void sink(const indp_category *list, size_t *order, size_t i, size_t n)
{
    size_t child;
    while ((child = 2 * i + 1) < n) {
        size_t index = order[i];
        if (child + 1 < n && compare(&list[order[child]], &list[order[child + 1]]) < 0)
            child++;
        if (compare(&list[index], &list[order[child]]) >= 0)
            return;
        order[i] = order[child];
        order[child] = index;
        i = child;
    }
}

static void sort(const struct keys *keys)
{
    size_t i;
    for (i = 0; i < keys->n; i++)
        keys->order[i] = i;
    for (i = keys->n / 2; i-- > 0;)
        sink(keys->list, keys->order, i, keys->n);
    for (i = keys->n; i-- > 1;) {
        size_t last = keys->order[i];
        keys->order[i] = keys->order[0];
        keys->order[0] = last;
        sink(keys->list, keys->order, 0, i);
    }
}

static int find(const struct keys *keys, const indp_category *wanted)
{
    size_t low = 0, high = keys->n;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        int order = compare(wanted, &keys->list[keys->order[middle]]);
        if (order == 0)
            return (int)keys->order[middle];
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return -1;
}

/* Whether all keys differ. 1 and "1" count as equal, since both would be named "1" in the JSON
 * object of the answers. */
static int is_distinct(const struct keys *keys)
{
    size_t i;
    for (i = 0; i < keys->n; i++) {
        const indp_category *key = &keys->list[i];
        indp_category written = { NULL, 0, 0 };
        char text[24];
        if (i > 0 && compare(&keys->list[keys->order[i - 1]], &keys->list[keys->order[i]]) == 0)
            return 0;
        if (key->text != NULL)
            continue;
        sqlite3_snprintf((int)sizeof text, text, "%lld", (long long)key->integer);
        written.text = (const uint8_t *)text;
        written.length = strlen(text);
        if (find(keys, &written) >= 0)
            return 0;
    }
    return 1;
}

static int refuse(struct refusal *why)
{
    return indpsql_refuse(why, "keys must be a flat array of 1 to 4096 distinct texts or integers",
                          "", "");
}

int indpsql_keys_read(const char *json, struct keys *out, struct refusal *why)
{
    size_t length = json == NULL ? 0 : strlen(json);
    memset(out, 0, sizeof *out);
    if (json == NULL)
        return refuse(why);
    out->room = sqlite3_malloc64(indpx_json_room(json, length));
    if (out->room == NULL)
        return indpsql_refuse_memory(why);
    if (indpx_json_read(json, length, out->room, &out->list, &out->n) != INDP_OK ||
        out->n > INDPSQL_MOST_KEYS)
        return refuse(why);
    out->order = sqlite3_malloc64(out->n * sizeof *out->order);
    if (out->order == NULL)
        return indpsql_refuse_memory(why);
    sort(out);
    return is_distinct(out) ? 1 : refuse(why);
}

void indpsql_keys_free(struct keys *keys)
{
    sqlite3_free(keys->room);
    sqlite3_free(keys->order);
    memset(keys, 0, sizeof *keys);
}

int indpsql_keys_find(const struct keys *keys, sqlite3_value *value)
{
    indp_category wanted = { NULL, 0, 0 };
    double real;
    switch (sqlite3_value_type(value)) {
    case SQLITE_INTEGER: wanted.integer = sqlite3_value_int64(value); break;
    case SQLITE_FLOAT:
        real = sqlite3_value_double(value);
        if (!(real >= -9223372036854775808.0 && real < 9223372036854775808.0) ||
            real != floor(real))
            return -1;
        wanted.integer = (int64_t)real;
        break;
    case SQLITE_TEXT:
        wanted.text = (const uint8_t *)sqlite3_value_text(value);
        wanted.length = (size_t)sqlite3_value_bytes(value);
        if (wanted.text == NULL)
            return -1;
        break;
    default: return -1;
    }
    return find(keys, &wanted);
}
