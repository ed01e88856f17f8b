/* Calls the functions as a server does, under a memory checker: forged states, rows after answers,
 * calls without a group, and every message, which must fit into the server's limit. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "internal.h"

#define DECLARE(NAME, TYPE, ...)                      \
    char NAME##_init(UDF_INIT *, UDF_ARGS *, char *); \
    void NAME##_deinit(UDF_INIT *);                   \
    TYPE NAME(UDF_INIT *, UDF_ARGS *, __VA_ARGS__ char *, char *)
#define AGGREGATE(NAME, TYPE, ...)                           \
    DECLARE(NAME, TYPE, __VA_ARGS__);                        \
    void NAME##_clear(UDF_INIT *, char *, char *);           \
    void NAME##_add(UDF_INIT *, UDF_ARGS *, char *, char *); \
    void NAME##_remove(UDF_INIT *, UDF_ARGS *, char *, char *)
AGGREGATE(dp_sum, double, );
AGGREGATE(dp_quantile_state, char *, char *, unsigned long *, );
AGGREGATE(dp_quantiles, char *, char *, unsigned long *, );
AGGREGATE(dp_histogram, char *, char *, unsigned long *, );
AGGREGATE(dp_counts, char *, char *, unsigned long *, );
AGGREGATE(dp_avg_parts, char *, char *, unsigned long *, );
AGGREGATE(dp_mode, char *, char *, unsigned long *, );
AGGREGATE(dp_merge, char *, char *, unsigned long *, );
DECLARE(dp_release, double, );
DECLARE(dp_release_parts, char *, char *, unsigned long *, );
DECLARE(dp_release_counts, char *, char *, unsigned long *, );
DECLARE(dp_sum_error, double, );

static int passed, failed;

#define CHECK(condition, name) check((condition) != 0, name, __LINE__)
static void check(int good, const char *name, int line)
{
    passed += good;
    failed += !good;
    if (!good)
        printf("FAIL driver.c:%d: %s\n", line, name);
}

/* The arguments of a call; each test sets those that it uses. */
enum { MOST = 8 };
static unsigned types[MOST];
static char *values[MOST];
static unsigned long lengths[MOST], name_lengths[MOST];
static const char *names[MOST];
static char nullable[MOST];
static double reals[MOST];
static UDF_ARGS args;
static UDF_INIT init;
static char message[UDF_MESSAGE_SIZE], is_null, error;

static void begin(unsigned n)
{
    unsigned i;
    UDF_ARGS empty = { n, types, values, lengths, nullable, names, name_lengths, NULL };
    UDF_INIT real = { 1, 39, 23, NULL, 0, NULL };
    args = empty;
    init = real;
    for (i = 0; i < MOST; i++) {
        types[i] = UDF_REAL;
        values[i] = NULL;
        names[i] = "x";
        name_lengths[i] = 1;
    }
}

static void set_real(unsigned i, double value)
{
    types[i] = UDF_REAL;
    reals[i] = value;
    values[i] = (char *)&reals[i];
}

static void set_text(unsigned i, const char *text, size_t length)
{
    types[i] = UDF_STRING;
    values[i] = (char *)text;
    lengths[i] = length;
}

static void begin_sum(void)
{
    begin(4);
    set_real(1, 0);
    set_real(2, 10);
    set_real(3, 1e18);
    CHECK(dp_sum_init(&init, &args, message) == 0, "dp_sum_init");
    CHECK(args.arg_count == 1, "parameters are not read again");
}

static double sum_of(UDF_INIT *which)
{
    double answer = dp_sum(which, &args, &is_null, &error);
    return is_null ? -1 : answer;
}

static void sum_order(void)
{
    UDF_INIT copy;
    begin_sum();
    set_real(0, 3);
    CHECK(sum_of(&init) == -1, "no group: NULL");
    dp_sum_add(&init, &args, &is_null, &error);
    CHECK(sum_of(&init) == -1, "a row without a group: NULL");
    dp_sum_clear(&init, &is_null, &error);
    CHECK(sum_of(&init) == 0, "an empty group");
    CHECK(sum_of(&init) == 0, "asked again");
    dp_sum_add(&init, &args, &is_null, &error);
    CHECK(sum_of(&init) == -1, "a row after the answer: NULL");
    dp_sum_clear(&init, &is_null, &error);
    copy = init;
    dp_sum_add(&init, &args, &is_null, &error);
    dp_sum_add(&copy, &args, &is_null, &error);
    CHECK(sum_of(&copy) == -1, "a copy without a group of its own: NULL");
    dp_sum_clear(&copy, &is_null, &error);
    dp_sum_add(&copy, &args, &is_null, &error);
    dp_sum_add(&copy, &args, &is_null, &error);
    CHECK(sum_of(&init) == 3 && sum_of(&copy) == 6, "two levels");
    dp_sum_clear(&init, &is_null, &error);
    dp_sum_add(&init, &args, &is_null, &error);
    dp_sum_remove(&init, &args, &is_null, &error);
    CHECK(sum_of(&init) == -1, "a row that leaves: NULL");
    dp_sum_deinit(&init);
    dp_sum_deinit(&init);
}

/* Noise must be drawn once in each group: a second call gives the same answer, and the next group
 * gives another. */
static void sum_noise(void)
{
    double first;
    begin(4);
    set_real(1, 0);
    set_real(2, 10);
    set_real(3, 1e-9);
    CHECK(dp_sum_init(&init, &args, message) == 0, "dp_sum_init");
    dp_sum_clear(&init, &is_null, &error);
    first = dp_sum(&init, &args, &is_null, &error);
    CHECK(first != 0 && first == dp_sum(&init, &args, &is_null, &error), "the same answer again");
    dp_sum_clear(&init, &is_null, &error);
    dp_sum_clear(&init, &is_null, &error);
    CHECK(first != dp_sum(&init, &args, &is_null, &error), "another group, other noise");
    dp_sum_deinit(&init);
}

/* The same for an answer with parts, which is a text. */
static void parts_noise(void)
{
    char first[256];
    unsigned long length = 0;
    const char *text;
    begin(4);
    init.decimals = 0;
    set_real(1, 0);
    set_real(2, 10);
    set_real(3, 1e-9);
    CHECK(dp_avg_parts_init(&init, &args, message) == 0, "dp_avg_parts_init");
    dp_avg_parts_clear(&init, &is_null, &error);
    text = dp_avg_parts(&init, &args, NULL, &length, &is_null, &error);
    CHECK(text != NULL && length > 0 && length < sizeof first, "parts");
    memcpy(first, text, length);
    first[length] = '\0';
    text = dp_avg_parts(&init, &args, NULL, &length, &is_null, &error);
    CHECK(length == strlen(first) && memcmp(text, first, length) == 0, "the same parts again");
    dp_avg_parts_clear(&init, &is_null, &error);
    text = dp_avg_parts(&init, &args, NULL, &length, &is_null, &error);
    CHECK(length != strlen(first) || memcmp(text, first, length) != 0, "another group's parts");
    dp_avg_parts_deinit(&init);
}

/* The groups of one call reuse the buffer of a quantile's state that grew. */
static void quantile_reuse(void)
{
    unsigned long length, empty = 0;
    unsigned i, round;
    begin(4);
    set_real(1, 0.5);
    set_real(2, 0);
    set_real(3, 1000);
    init.decimals = 0;
    CHECK(dp_quantile_state_init(&init, &args, message) == 0, "dp_quantile_state_init");
    for (round = 0; round < 4; round++) {
        dp_quantile_state_clear(&init, &is_null, &error);
        for (i = 0; i < 30000 * (round % 2); i++) {
            set_real(0, i % 1000);
            dp_quantile_state_add(&init, &args, &is_null, &error);
        }
        CHECK(dp_quantile_state(&init, &args, NULL, &length, &is_null, &error) != NULL && !is_null,
              "a state");
        empty = round == 0 ? length : empty;
        CHECK(length == (round % 2 ? 80 + 1000 * 12 : empty), "its length");
    }
    dp_quantile_state_deinit(&init);
}

/* The functions of an aggregate that gives a text. */
struct text_aggregate {
    char (*begin)(UDF_INIT *, UDF_ARGS *, char *);
    void (*end)(UDF_INIT *);
    void (*clear)(UDF_INIT *, char *, char *);
    void (*add)(UDF_INIT *, UDF_ARGS *, char *, char *);
    char *(*answer)(UDF_INIT *, UDF_ARGS *, char *, unsigned long *, char *, char *);
};
#define TEXT_AGGREGATE(NAME) { NAME##_init, NAME##_deinit, NAME##_clear, NAME##_add, NAME }
static const struct text_aggregate lists[] = { TEXT_AGGREGATE(dp_quantiles),
                                               TEXT_AGGREGATE(dp_histogram),
                                               TEXT_AGGREGATE(dp_counts) };
enum { LISTS = sizeof lists / sizeof *lists };

/* Whether the aggregate answers with this text. */
static int is_text(const struct text_aggregate *f, UDF_INIT *which, const char *expected)
{
    unsigned long length = 0;
    const char *text = f->answer(which, &args, NULL, &length, &is_null, &error);
    return !is_null && length == strlen(expected) && memcmp(text, expected, length) == 0;
}

static void begin_list(const struct text_aggregate *f, const char *list, double epsilon)
{
    begin(3);
    init.decimals = 0;
    set_text(1, list, strlen(list));
    set_real(2, epsilon);
    CHECK(f->begin(&init, &args, message) == 0, "a list begins");
    CHECK(args.arg_count == 1 && init.max_length >= (1 << 24) - 1,
          "one argument remains; a long text");
    set_real(0, 2);
}

/* Counts are released once in each group, and are in the order of the candidates in all groups. */
static void counts_order(void)
{
    UDF_INIT copy;
    unsigned i;
    for (i = 1; i < LISTS; i++) {
        const char *none = i == 1 ? "[0,0,0,0]" : "[0,0,0]",
                   *one = i == 1 ? "[0,0,1,0]" : "[0,1,0]";
        const struct text_aggregate *f = &lists[i];
        begin_list(f, i == 1 ? "[1,2]" : "[\"x\",2,-7]", 1e18);
        CHECK(!is_text(f, &init, none) && is_null, "no group: NULL");
        f->clear(&init, &is_null, &error);
        CHECK(is_text(f, &init, none), "an empty group");
        copy = init;
        f->clear(&copy, &is_null, &error);
        f->add(&copy, &args, &is_null, &error);
        CHECK(is_text(f, &copy, one) && is_text(f, &init, none) && is_text(f, &copy, one),
              "two levels");
        f->add(&copy, &args, &is_null, &error);
        CHECK(!is_text(f, &copy, one) && is_null, "a row after the answer: NULL");
        f->clear(&copy, &is_null, &error);
        f->add(&copy, &args, &is_null, &error);
        CHECK(is_text(f, &copy, one), "the next group");
        f->end(&init);
    }
}

/* The bytes of a number are not read as text. */
static void counts_types(void)
{
    static const unsigned wrong[] = { UDF_REAL, UDF_INTEGER, UDF_DECIMAL };
    unsigned i, j;
    for (i = 1; i < LISTS; i++)
        for (j = 0; j < sizeof wrong / sizeof *wrong; j++) {
            begin(3);
            init.decimals = 0;
            set_text(1, "[1]     ", 8);
            types[1] = wrong[j];
            set_real(2, 1);
            CHECK(lists[i].begin(&init, &args, message) == 1, "a list that is a number");
        }
}

/* Noise is drawn once in each group. */
static void counts_noise(void)
{
    char kept[200];
    unsigned i;
    for (i = 1; i < LISTS; i++) {
        const struct text_aggregate *f = &lists[i];
        unsigned long length = 0;
        const char *text;
        begin_list(f, "[1,2]", 1e-15);
        f->clear(&init, &is_null, &error);
        text = f->answer(&init, &args, NULL, &length, &is_null, &error);
        CHECK(length > 2 && length < sizeof kept, "an answer");
        memcpy(kept, text, length);
        kept[length] = '\0';
        CHECK(is_text(f, &init, kept), "the same answer again");
        f->clear(&init, &is_null, &error);
        CHECK(!is_text(f, &init, kept) && !is_null, "another group, other noise");
        f->end(&init);
    }
}

/* Deterministic random numbers. */
static unsigned random_below(unsigned n)
{
    static unsigned long long state = 4711;
    state = state * 6364136223846793005ULL + 1442695040888963407ULL;
    return (unsigned)(state >> 33) % n;
}

/* Changes bytes of a state, and passes the result to the functions that release or merge states.
 * Each call must give NULL or an answer. The buffer has exactly the length of the bytes, so that
 * the memory checker notices any access beyond them. */
static void forged(const unsigned char *state, size_t size, unsigned rounds)
{
    unsigned round, i, answers = 0, nulls = 0;
    for (round = 0; round < rounds; round++) {
        size_t length = random_below(3) ? size : random_below((unsigned)size + 1);
        unsigned char *bytes = malloc(length + 1);
        unsigned long text;
        memcpy(bytes, state, length);
        for (i = random_below(4); i > 0 && length > 0; i--)
            bytes[random_below((unsigned)length)] =
                (unsigned char)(random_below(2) ? random_below(256) : 0xff * random_below(2));
        bytes = realloc(bytes, length == 0 ? 1 : length);
        begin(2);
        set_text(0, (char *)bytes, length);
        set_real(1, 1);
        CHECK(dp_release_init(&init, &args, message) == 0, "dp_release_init");
        dp_release(&init, &args, &is_null, &error);
        answers += !is_null;
        dp_release_deinit(&init);
        begin(2);
        init.decimals = 0;
        set_text(0, (char *)bytes, length);
        set_real(1, 1);
        CHECK(dp_release_counts_init(&init, &args, message) == 0, "dp_release_counts_init");
        dp_release_counts(&init, &args, NULL, &text, &is_null, &error);
        answers += !is_null;
        nulls += is_null;
        dp_release_counts_deinit(&init);
        begin(2);
        init.decimals = 0;
        set_text(0, (char *)bytes, length);
        set_real(1, 1);
        CHECK(dp_release_parts_init(&init, &args, message) == 0, "dp_release_parts_init");
        dp_release_parts(&init, &args, NULL, &text, &is_null, &error);
        dp_release_parts_deinit(&init);
        begin(2);
        init.decimals = 0;
        set_text(0, (char *)bytes, length);
        set_real(1, 1);
        CHECK(dp_merge_init(&init, &args, message) == 0, "dp_merge_init");
        dp_merge_clear(&init, &is_null, &error);
        set_text(0, (char *)state, size);
        dp_merge_add(&init, &args, &is_null, &error);
        set_text(0, (char *)bytes, length);
        dp_merge_add(&init, &args, &is_null, &error);
        dp_merge_add(&init, &args, &is_null, &error);
        dp_merge(&init, &args, NULL, &text, &is_null, &error);
        dp_merge_deinit(&init);
        free(bytes);
    }
    CHECK(answers > 0 && nulls > 0, "some bytes were states and some were none");
}

static void forge_all(unsigned rounds)
{
    static const int32_t codes[] = { INDP_KIND_COUNT,    INDP_KIND_SUM,      INDP_KIND_MEAN,
                                     INDP_KIND_VARIANCE, INDP_KIND_QUANTILE, INDP_KIND_MODE,
                                     INDP_KIND_HISTOGRAM };
    static const double edges[] = { -1, 0.5, 3, 19 };
    size_t i, j;
    for (i = 0; i < sizeof codes / sizeof *codes; i++) {
        unsigned char state[4096], bytes[4096];
        indpx_parameters p = { 1, 0, 100, 1, 0.5, 101 };
        indp_category candidates[3];
        const void *list = codes[i] == INDP_KIND_HISTOGRAM ? (const void *)edges
                           : codes[i] == INDP_KIND_MODE    ? candidates
                                                           : NULL;
        size_t n = codes[i] == INDP_KIND_HISTOGRAM ? 4
                   : codes[i] == INDP_KIND_MODE    ? 3
                                                   : 0,
               size, room;
        memset(candidates, 0, sizeof candidates);
        candidates[0].text = (const uint8_t *)"x";
        candidates[0].length = 1;
        candidates[1].integer = 7;
        CHECK(indpx_size(indpx_kind_of_code(codes[i]), &p, list, n, &size) == INDP_OK &&
                  size <= sizeof state,
              "a size");
        room = size;
        CHECK(indpx_start(indpx_kind_of_code(codes[i]), state, size, &p, list, n) == INDP_OK,
              "a state");
        if (codes[i] == INDP_KIND_QUANTILE && indp_state_room(state, 20, &room) == INDP_OK &&
            room <= sizeof state)
            CHECK(indp_state_resized(state, room) == INDP_OK, "resized");
        for (j = 0; j < 20; j++)
            CHECK((codes[i] == INDP_KIND_COUNT  ? indp_count_add(state)
                   : codes[i] == INDP_KIND_MODE ? indp_mode_add_int64(state, (int64_t)j)
                                                : indp_state_add(state, (double)j)) == INDP_OK,
                  "a row");
        CHECK(indp_state_size(state, &size) == INDP_OK && size <= sizeof bytes &&
                  indp_state_serialise(state, bytes, size) == INDP_OK,
              "bytes");
        forged(bytes, size, rounds);
    }
}

/* Calls an aggregate with a random number of arguments of random types. Each _init either fails
 * with a message or gives a call that works and ends. */
static void arguments(const struct text_aggregate *f, unsigned rounds)
{
    static const char *texts[] = {
        "",       "1",      "[0.5]", "[1,2,\"x\"]", "[",
        "-1e999", "1e-400", "abc",   "[[1]]",       "9223372036854775808"
    };
    unsigned round, i, refused = 0, accepted = 0;
    for (round = 0; round < rounds; round++) {
        unsigned n = random_below(MOST);
        long long integers[MOST];
        unsigned long length;
        begin(n);
        for (i = 0; i < n; i++) {
            const char *text = texts[random_below(10)];
            switch (random_below(6)) {
            case 0: break;
            case 1: set_text(i, text, strlen(text)); break;
            case 2: set_text(i, text, strlen(text)), types[i] = UDF_DECIMAL; break;
            case 3:
                types[i] = UDF_INTEGER, integers[i] = (long long)random_below(5) - 2,
                values[i] = (char *)&integers[i];
                break;
            case 4: types[i] = random_below(9); break;
            default: set_real(i, random_below(4) - 1 + 0.25 * random_below(4)); break;
            }
            names[i] = random_below(4) ? "y" : "?";
        }
        init.decimals = 0;
        init.max_length = 20;
        memset(message, 0, sizeof message);
        if (f->begin(&init, &args, message)) {
            refused++;
            CHECK(init.ptr == NULL && message[0] != '\0' && strlen(message) <= 80, message);
            continue;
        }
        accepted++;
        for (i = 0; i < 3; i++) {
            f->clear(&init, &is_null, &error);
            values[0] = types[0] == UDF_STRING ? (char *)"12" : (char *)&reals[0];
            lengths[0] = 2;
            f->add(&init, &args, &is_null, &error);
            f->answer(&init, &args, message, &length, &is_null, &error);
        }
        f->end(&init);
    }
    CHECK(refused > rounds / 2 && accepted > 0, "both happened");
}

/* The server cuts messages off after 80 characters. The statuses are those that an _init function
 * can report. */
static void messages(void)
{
    static const indp_status statuses[] = {
        INDP_E_RANGE,    INDP_E_CANDIDATES, INDP_E_ROWS_PER_PERSON, INDP_E_STATE,
        INDP_E_ACCURACY, INDP_E_ENTROPY,    INDP_E_EPSILON,         INDP_E_SENSITIVITY,
        INDP_E_LAMBDA,   INDP_E_NO_MEMORY,  INDP_E_QUANTILE,        INDP_E_QUANTILES,
        INDP_E_LO,       INDP_E_HI,         INDP_E_CATEGORIES,      INDP_E_EDGES,
        INDP_E_ALPHA,    INDP_E_ROWS,       INDP_E_ANSWER
    };
    int parameter;
    size_t i;
    for (parameter = 0; parameter < INDPX_NONE; parameter++) {
        indpmy_fail_parameter(message, (indpx_parameter)parameter);
        CHECK(strlen(message) <= 80, message);
    }
    for (i = 0; i < sizeof statuses / sizeof *statuses; i++) {
        indpmy_fail_status(message, "lo, hi and rows_per_person are", 1, statuses[i]);
        CHECK(strlen(message) <= 80, message);
    }
}

int main(void)
{
    unsigned effort = getenv("INDP_TEST_EFFORT") != NULL
                          ? (unsigned)atoi(getenv("INDP_TEST_EFFORT"))
                          : 1,
             i;
    sum_order();
    sum_noise();
    parts_noise();
    quantile_reuse();
    counts_order();
    counts_types();
    counts_noise();
    forge_all(400 * effort);
    for (i = 0; i < LISTS; i++)
        arguments(&lists[i], 5000 * effort);
    messages();
    printf("driver: %d passed, %d failed\n", passed, failed);
    return failed != 0;
}
