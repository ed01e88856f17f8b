/* The reference of same.sh. Without arguments it adds the rows of same.sh to states in C and prints
 * each state, as its name and its bytes in hexadecimal digits. With the argument `release` it reads
 * such lines, releases each state with a fixed seed, and prints the names and the answers. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hex.h"
#include "indp.h"
#include "kinds.h"

enum { ROWS = 3000000, MOST_BYTES = 1 << 20, COLUMNS = 17 };
enum { GENERATED = 0, INTEGERS = -1 }; /* the columns x and k of the generated values */

static void need(int good, const char *what)
{
    if (!good) {
        fprintf(stderr, "same: %s\n", what);
        exit(1);
    }
}

struct wanted {
    const char *name;
    indpx_kind_id kind;
    indpx_parameters p; /* epsilon, lo, hi, rows_per_person, q, candidates of a quantile */
    size_t candidates;  /* the number of a mode's candidates 0, 1, .., or of a histogram's edges */
    /* The column of the RAND file, from 1; GENERATED or INTEGERS: see same.sh. */
    int column;
    unsigned char *state;
    size_t size;
};

static struct wanted wanted[] = {
    { "count", INDPX_COUNT, { 1, 0, 0, 1, 0, 0 }, 0, 0, NULL, 0 },
    { "sum", INDPX_SUM, { 1, -100, 500, 1, 0, 0 }, 0, 0, NULL, 0 },
    { "avg", INDPX_AVG, { 1, -100, 500, 2, 0, 0 }, 0, 0, NULL, 0 },
    { "var", INDPX_VAR, { 1, -100, 500, 1, 0, 0 }, 0, 0, NULL, 0 },
    { "stddev", INDPX_STDDEV, { 1, -100, 500, 1, 0, 0 }, 0, 0, NULL, 0 },
    { "median", INDPX_MEDIAN, { 1, -100, 500, 1, 0, 1001 }, 0, 0, NULL, 0 },
    { "quantile", INDPX_QUANTILE, { 1, -100, 500, 1, 0.9, 601 }, 0, 0, NULL, 0 },
    { "min", INDPX_MIN, { 1, -100, 500, 1, 0, 601 }, 0, 0, NULL, 0 },
    { "max", INDPX_MAX, { 1, -100, 500, 1, 0, 601 }, 0, 0, NULL, 0 },
    { "mode", INDPX_MODE, { 1, 0, 0, 1, 0, 0 }, 5, 0, NULL, 0 },
    { "histogram", INDPX_HISTOGRAM, { 1, 0, 0, 2, 0, 0 }, 4, 0, NULL, 0 },
    /* Quantiles over integers: a step of 2^-7, a step of 1, and the step that the library
     * chooses. */
    { "integer median", INDPX_MEDIAN, { 1, 0, 6, 1, 0, 1001 }, 0, INTEGERS, NULL, 0 },
    { "integer quantile", INDPX_QUANTILE, { 1, 0, 6, 1, 0.9, 7 }, 0, INTEGERS, NULL, 0 },
    { "integer min", INDPX_MIN, { 1, -0.5, 6, 1, 0, 101 }, 0, INTEGERS, NULL, 0 },
    { "integer max", INDPX_MAX, { 1, 0, 6, 1, 0, 0 }, 0, INTEGERS, NULL, 0 },
    { "integer sum", INDPX_SUM, { 1, 0, 6, 1, 0, 0 }, 0, INTEGERS, NULL, 0 },
    { "rand count", INDPX_COUNT, { 1, 0, 0, 5, 0, 0 }, 0, 14, NULL, 0 },
    { "rand sum", INDPX_SUM, { 1, 0, 5000, 5, 0, 0 }, 0, 17, NULL, 0 },
    { "rand avg", INDPX_AVG, { 1, 0, 50, 5, 0, 0 }, 0, 14, NULL, 0 },
    { "rand var", INDPX_VAR, { 1, 0, 5000, 5, 0, 0 }, 0, 17, NULL, 0 },
    { "rand stddev", INDPX_STDDEV, { 1, 0, 128, 5, 0, 0 }, 0, 7, NULL, 0 },
    { "rand median", INDPX_MEDIAN, { 1, 0, 5000, 5, 0, 10001 }, 0, 17, NULL, 0 },
    { "rand quantile", INDPX_QUANTILE, { 1, 0, 5000, 5, 0.25, 10001 }, 0, 17, NULL, 0 },
    { "rand mode", INDPX_MODE, { 1, 0, 0, 5, 0, 0 }, 7, 3, NULL, 0 },
    { "rand histogram", INDPX_HISTOGRAM, { 1, 0, 0, 5, 0, 0 }, 4, 7, NULL, 0 },
};
enum { WANTED = sizeof wanted / sizeof *wanted };

static void start(struct wanted *w)
{
    static const double edges[] = { -100, 0.5, 20, 500 };
    indp_category candidates[16];
    const void *list = w->kind == INDPX_HISTOGRAM ? (const void *)edges : candidates;
    size_t i;
    memset(candidates, 0, sizeof candidates);
    for (i = 0; i < w->candidates; i++)
        candidates[i].integer = (int64_t)i;
    need(indpx_size(&indpx_kinds[w->kind], list, w->candidates, &w->size) == INDP_OK, "no size");
    w->state = malloc(w->size);
    need(w->state != NULL && indpx_start(&indpx_kinds[w->kind], w->state, w->size, &w->p, list,
                                         w->candidates) == INDP_OK,
         w->name);
}

static indp_status add_one(const struct wanted *w, double x, int64_t whole)
{
    switch (w->kind) {
    case INDPX_COUNT: return indp_count_add(w->state);
    case INDPX_MODE: return indp_mode_add_int64(w->state, whole);
    default: return indp_state_add(w->state, x);
    }
}

static void add(struct wanted *w, double x, int64_t whole)
{
    indp_status status = add_one(w, x, whole);
    if (status == INDP_E_CAPACITY) {
        need(indp_state_room(w->state, 1, &w->size) == INDP_OK &&
                 (w->state = realloc(w->state, w->size)) != NULL &&
                 indp_state_resized(w->state, w->size) == INDP_OK,
             "no room");
        status = add_one(w, x, whole);
    }
    need(status == INDP_OK, "a row was refused");
}

static void add_generated(void)
{
    int64_t i, j;
    for (i = 1; i <= ROWS; i++)
        if (i % 97 != 0) /* every 97th value is NULL, and is not added */
            for (j = 0; j < WANTED; j++) {
                if (wanted[j].column == GENERATED)
                    add(&wanted[j], (double)(i * 7919 % 1000003) / 1024 - 400, i % 7);
                if (wanted[j].column == INTEGERS)
                    add(&wanted[j], (double)(i % 7), i % 7);
            }
}

static void add_rand(FILE *file)
{
    char line[1000];
    int j;
    need(file != NULL && fgets(line, sizeof line, file) != NULL, "no data");
    while (fgets(line, sizeof line, file) != NULL) {
        double x[COLUMNS + 1];
        char *at = line;
        for (j = 1; j <= COLUMNS; j++) {
            x[j] = strtod(at, &at);
            at += *at == ',';
        }
        for (j = 0; j < WANTED; j++)
            if (wanted[j].column > 0)
                add(&wanted[j], x[wanted[j].column], (int64_t)x[wanted[j].column]);
    }
    fclose(file);
}

static void print_state(const struct wanted *w)
{
    static unsigned char bytes[MOST_BYTES];
    static char digits[2 * MOST_BYTES];
    size_t size;
    need(indp_state_size(w->state, &size) == INDP_OK && size <= sizeof bytes &&
             indp_state_serialise(w->state, bytes, size) == INDP_OK,
         "no bytes");
    indpx_hex_write(bytes, size, digits);
    printf("%s\t%.*s\n", w->name, (int)(2 * size), digits);
}

static void print_counts(const char *name, void *state, const indp_options *options)
{
    int64_t counts[100];
    size_t n, i;
    need(indp_state_counts(state, &n) == INDP_OK && n <= 100 &&
             indp_state_release_counts(state, 0.5, options, counts, n) == INDP_OK,
         "no counts");
    printf("%s", name);
    for (i = 0; i < n; i++)
        printf("\t%lld", (long long)counts[i]);
    printf("\n");
}

static void release(const char *name, const char *digits, size_t length)
{
    static unsigned char bytes[MOST_BYTES];
    indp_value value = { sizeof value, 0, 0, 0, NULL, 0, 0 };
    indp_options *options;
    unsigned char *state;
    int32_t kind;
    size_t size;
    need(length % 2 == 0 && indpx_hex_read(digits, length / 2, bytes), "no digits");
    need(indp_state_deserialised_size(bytes, length / 2, &size) == INDP_OK, "no state");
    state = malloc(size);
    need(state != NULL && indp_state_deserialise(state, size, bytes, length / 2) == INDP_OK,
         "no state");
    need(indp_options_new(&options) == INDP_OK &&
             indp_options_set_insecure_seed(options, 4711) == INDP_OK,
         "no seed");
    need(indp_state_kind(state, &kind) == INDP_OK, "no kind");
    if (kind == INDP_KIND_HISTOGRAM)
        print_counts(name, state, options);
    else {
        need(indp_state_release_value(state, 0.5, options, &value) == INDP_OK, "no release");
        printf("%s\t%.17g\t%lld\n", name, value.real, (long long)value.integer);
    }
    indp_options_free(options);
    free(state);
}

static void release_all(void)
{
    static char line[2 * MOST_BYTES + 100];
    while (fgets(line, sizeof line, stdin) != NULL) {
        char *tab = strchr(line, '\t');
        need(tab != NULL, "a line without a tab");
        *tab = '\0';
        release(line, tab + 1, strcspn(tab + 1, "\r\n"));
    }
}

int main(int argc, char **argv)
{
    int j;
    if (argc > 1 && strcmp(argv[1], "release") == 0) {
        release_all();
        return 0;
    }
    for (j = 0; j < WANTED; j++)
        start(&wanted[j]);
    add_generated();
    add_rand(fopen("examples-c/data/randhie.csv", "r"));
    for (j = 0; j < WANTED; j++)
        print_state(&wanted[j]);
    return 0;
}
