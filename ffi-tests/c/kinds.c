/* Tests means, variances, standard deviations, quantiles, modes and histograms: the status for each
 * bad parameter, buffers that grow, and that a state can be released only once. */
#include "../check.h"

#include <math.h>

enum { ROOM = 4096 };

typedef indp_status init_function(void *, size_t, double, double, double, uint64_t);

static void numbers(init_function *init, size_t size, int kind, double expected)
{
    unsigned char state[96], other[96], bytes[96], before[96];
    static const double values[] = { 1, 2, 3, 4, 100, -100 };
    const double nan = (double)NAN;
    double out = 0.125;
    int32_t told = 0;
    size_t length = 0;
    uint64_t rows = 0;
    memset(before, 0x5a, sizeof before);
    memcpy(state, before, sizeof state);
    CHECK_STATUS(init(NULL, size, 0, 1, 0, 1), INDP_E_NULL);
    CHECK_STATUS(init(state, size - 1, 0, 1, 0, 1), INDP_E_BUFFER);
    CHECK_STATUS(init(state, size, nan, 1, 0, 1), INDP_E_LO);
    CHECK_STATUS(init(state, size, 0, HUGE_VAL, 0, 1), INDP_E_HI);
    CHECK_STATUS(init(state, size, 1, 1, 0, 1), INDP_E_RANGE);
    CHECK_STATUS(init(state, size, 0, 1, 3, 1), INDP_E_GRID);
    CHECK_STATUS(init(state, size, 0, 1, 2, 1), INDP_E_GRID);
    CHECK_STATUS(init(state, size, 100, 100.25, 1, 1), INDP_E_GRID);
    CHECK_STATUS(init(state, size, 0, 1, 0, 0), INDP_E_ROWS_PER_PERSON);
    CHECK(memcmp(state, before, sizeof state) == 0);

    CHECK_OK(init(state, size, 0, 5, 0, 1));
    CHECK(memcmp(state + size, before, sizeof state - size) == 0);
    CHECK_OK(indp_state_kind(state, &told));
    CHECK(told == kind);
    CHECK_OK(indp_state_add_many(state, values, 5));
    CHECK_OK(indp_state_add_int64(state, INT64_MIN));
    CHECK_OK(init(other, size, 0, 5, 0, 1));
    CHECK_OK(indp_state_add(other, 3));
    CHECK_OK(indp_state_merge(state, other));
    CHECK_OK(init(other, size, 0, 6, 0, 1));
    CHECK_STATUS(indp_state_merge(state, other), INDP_E_STATE_MISMATCH);
    CHECK_OK(indp_state_rows(state, &rows));
    CHECK(rows == 7);
    CHECK_OK(indp_state_room(state, 1000, &length));
    CHECK(length == size);
    CHECK_OK(indp_state_size(state, &length));
    CHECK(length == size);
    CHECK_OK(indp_state_serialise(state, bytes, size));
    CHECK_OK(indp_state_deserialised_size(bytes, size, &length));
    CHECK(length == size);
    CHECK_OK(indp_state_deserialise(other, size, bytes, size));
    CHECK(memcmp(other, state, size) == 0);

    CHECK_STATUS(indp_state_can_release(state, 0, NULL), INDP_E_EPSILON);
    CHECK_STATUS(indp_state_can_release(state, 5e-324, NULL), INDP_E_LAMBDA);
    CHECK_OK(indp_state_can_release(state, 1, NULL));
    CHECK_STATUS(indp_state_release(state, nan, NULL, &out), INDP_E_EPSILON);
    CHECK_STATUS(indp_state_release(state, 5e-324, NULL, &out), INDP_E_LAMBDA);
    CHECK(out == 0.125 && memcmp(other, state, size) == 0);
    CHECK_OK(indp_state_release(state, 1e12, NULL, &out));
    CHECK(fabs(out - expected) < 1e-6); /* expected is the answer for the values 1 2 3 4 5 0 3 */
    CHECK_STATUS(indp_state_release(state, 1, NULL, &out), INDP_E_RELEASED);
    CHECK_STATUS(indp_state_can_release(state, 1, NULL), INDP_E_RELEASED);
    CHECK_STATUS(indp_state_add(state, 1), INDP_E_RELEASED);
    CHECK_STATUS(indp_state_add_int64(state, 1), INDP_E_RELEASED);
    CHECK_STATUS(indp_state_add_many(state, values, 1), INDP_E_RELEASED);
    CHECK_STATUS(indp_state_merge(state, other), INDP_E_RELEASED);
    CHECK_STATUS(indp_state_merge(other, state), INDP_E_RELEASED);
    CHECK_STATUS(indp_state_serialise(state, bytes, size), INDP_E_RELEASED);
    CHECK_OK(indp_state_release(other, 1e12, NULL, &out));
}

static void *grown(void *state, uint64_t more)
{
    size_t room = 0;
    CHECK_OK(indp_state_room(state, more, &room));
    state = realloc(state, room);
    if (state == NULL)
        abort();
    CHECK_OK(indp_state_resized(state, room));
    return state;
}

static void quantiles(void)
{
    unsigned char small[INDP_QUANTILE_STATE_SIZE], before[INDP_QUANTILE_STATE_SIZE];
    unsigned char *state = malloc(INDP_QUANTILE_STATE_SIZE), *bytes, *again;
    double out = 0.125, values[100];
    size_t length, i, grew = 0;
    const size_t size = INDP_QUANTILE_STATE_SIZE;
    memset(before, 0x5a, size);
    memcpy(small, before, size);
    CHECK_STATUS(indp_quantile_init(NULL, size, 0.5, 0, 1, 0, 1), INDP_E_NULL);
    CHECK_STATUS(indp_quantile_init(small, size - 1, 0.5, 0, 1, 0, 1), INDP_E_BUFFER);
    CHECK_STATUS(indp_quantile_init(small, size, -0.1, 0, 1, 0, 1), INDP_E_QUANTILE);
    CHECK_STATUS(indp_quantile_init(small, size, (double)NAN, 0, 1, 0, 1), INDP_E_QUANTILE);
    CHECK_STATUS(indp_quantile_init(small, size, 0.5, (double)NAN, 1, 0, 1), INDP_E_LO);
    CHECK_STATUS(indp_quantile_init(small, size, 0.5, 0, HUGE_VAL, 0, 1), INDP_E_HI);
    CHECK_STATUS(indp_quantile_init(small, size, 0.5, 1, 0, 0, 1), INDP_E_RANGE);
    CHECK_STATUS(indp_quantile_init(small, size, 0.5, 0, 1, 1, 1), INDP_E_CANDIDATES);
    CHECK_STATUS(indp_quantile_init(small, size, 0.5, 0, 1, 0, 0), INDP_E_ROWS_PER_PERSON);
    CHECK(memcmp(small, before, size) == 0);

    CHECK_OK(indp_quantile_init(small, size, 0.5, 0, 50, 0, 1));
    memcpy(before, small, size);
    CHECK_STATUS(indp_state_add(small, 1), INDP_E_CAPACITY);
    CHECK_STATUS(indp_state_add_many(small, values, 0), INDP_OK);
    CHECK(memcmp(small, before, size) == 0);
    CHECK_STATUS(indp_state_resized(small, size - 1), INDP_E_CAPACITY);
    CHECK_STATUS(indp_state_add(before, 1), INDP_E_CAPACITY);

    if (state == NULL)
        abort();
    CHECK_OK(indp_quantile_init(state, size, 0.5, 0, 50, 0, 1));
    for (i = 0; i < 1000; i++) { /* values 0 to 99, clamped to 50 */
        indp_status status = indp_state_add_int64(state, (int64_t)(i % 100));
        if (status == INDP_E_CAPACITY) {
            state = grown(state, 1);
            grew++;
            status = indp_state_add_int64(state, (int64_t)(i % 100));
        }
        CHECK_OK(status);
    }
    CHECK(grew > 1 && grew < 8);
    CHECK_OK(indp_state_size(state, &length));
    CHECK(length == size + 12 * 51);
    bytes = malloc(length);
    if (bytes == NULL)
        abort();
    CHECK_STATUS(indp_state_serialise(state, bytes, length - 1), INDP_E_BUFFER);
    CHECK_OK(indp_state_serialise(state, bytes, length));
    CHECK_OK(indp_state_deserialised_size(bytes, length, &i));
    again = malloc(i);
    if (again == NULL)
        abort();
    CHECK_STATUS(indp_state_deserialise(again, i - 1, bytes, length), INDP_E_BUFFER);
    CHECK_OK(indp_state_deserialise(again, i, bytes, length));
    CHECK_OK(indp_state_merge(again, again)); /* twice as many rows need no larger buffer */
    CHECK_OK(indp_state_merge(again, state));
    CHECK_OK(indp_state_release(again, 1000, NULL, &out));
    CHECK(out == 49 || out == 50); /* of 100 rows, 49 are below 49 and 50 are above */
    CHECK_STATUS(indp_state_release(again, 1, NULL, &out), INDP_E_RELEASED);
    CHECK_STATUS(indp_state_add(again, 1), INDP_E_RELEASED);
    free(again);
    free(bytes);

    /* These states cannot be released. The status must be INDP_E_ROWS_PER_PERSON if the sensitivity
     * exceeds 2^63, and INDP_E_SELECTION_EPSILON if 63 bits cannot express epsilon at this
     * sensitivity. */
    CHECK_OK(indp_quantile_init(state, size, 0.0001, 0, 1, 0, UINT64_MAX / 5000));
    CHECK_STATUS(indp_state_can_release(state, 1, NULL), INDP_E_ROWS_PER_PERSON);
    CHECK_OK(indp_quantile_init(state, size, 0.5, 0, 1, 0, UINT64_C(1) << 62));
    CHECK_STATUS(indp_state_can_release(state, 1, NULL), INDP_E_SELECTION_EPSILON);
    CHECK(strstr(indp_status_message(INDP_E_SELECTION_EPSILON), "rows_per_person") != NULL);
    CHECK_OK(indp_quantile_init(state, size, 0.9999, 0, 1, 0, UINT64_C(1) << 50));
    CHECK_STATUS(indp_state_can_release(state, 1, NULL), INDP_E_ROWS_PER_PERSON);
    CHECK(strstr(indp_status_message(INDP_E_ROWS_PER_PERSON), "quantile") != NULL);
    CHECK_OK(indp_quantile_init(state, size, 0.5, 0, 1, 0, 1));
    CHECK_STATUS(indp_state_can_release(state, 1e12, NULL), INDP_E_SELECTION_EPSILON);
    CHECK(strstr(indp_status_message(INDP_E_SELECTION_EPSILON), "2^35") != NULL);
    CHECK_OK(indp_state_release(state, 1e10, NULL, &out));
    /* indp_state_can_release must return the status that a release would return. */
    CHECK_STATUS(indp_state_can_release(state, -1, NULL), INDP_E_EPSILON);
    CHECK_STATUS(indp_state_release(state, -1, NULL, &out), INDP_E_EPSILON);
    CHECK_STATUS(indp_state_can_release(state, 1, NULL), INDP_E_RELEASED);
    CHECK_STATUS(indp_state_release(state, 1, NULL, &out), INDP_E_RELEASED);
    CHECK_OK(indp_quantile_init(state, size, 0.5, 0.4, 0.6, 2, 1));
    free(state);
}

/* Candidates are multiples of the grid, and answers are clamped to the bounds. Therefore 0.9,
 * which is not a candidate, can be an answer. */
static void answers_of_quantiles(void)
{
    unsigned char state[INDP_QUANTILE_STATE_SIZE];
    int i, seen[3] = { 0, 0, 0 };
    for (i = 0; i < 200; i++) {
        double out = -1;
        CHECK_OK(indp_quantile_init(state, sizeof state, 0.5, 0.1, 0.9, 3, 1));
        CHECK_OK(indp_state_release(state, 1, NULL, &out));
        CHECK(out == 0.1 || out == 0.5 || out == 0.9);
        seen[out == 0.9 ? 2 : out == 0.5]++;
    }
    CHECK(seen[0] && seen[1] && seen[2]); /* an answer is missing with probability 3 (2/3)^200 */
}

/* Several quantiles of one state, released together. */
static void several_quantiles(void)
{
    static const double q[] = { 0.75, 0.25, 0.5, 0.25 }, wrong[] = { 0.5, 2 };
    size_t size = INDP_QUANTILE_STATE_SIZE + 8 * 101;
    unsigned char *state = malloc(size);
    double out[4] = { -1, -1, -1, -1 };
    int i;
    if (state == NULL)
        abort();
    CHECK_OK(indp_quantile_init(state, size, 0.5, 0, 100, 0, 1));
    for (i = 0; i < 2000; i++)
        CHECK_OK(indp_state_add(state, i % 101));
    CHECK_STATUS(indp_quantile_release_many(state, q, 0, 1, NULL, out), INDP_E_QUANTILES);
    CHECK_STATUS(indp_quantile_release_many(state, q, (size_t)-1, 1, NULL, out), INDP_E_LENGTH);
    CHECK_STATUS(indp_quantile_release_many(state, q, 1001, 1, NULL, NULL), INDP_E_NULL);
    CHECK_STATUS(indp_quantile_release_many(state, wrong, 2, 1, NULL, out), INDP_E_QUANTILE);
    CHECK_STATUS(indp_quantile_can_release_many(state, wrong, 2, 1, NULL), INDP_E_QUANTILE);
    CHECK_STATUS(indp_quantile_can_release_many(state, q, 4, 0, NULL), INDP_E_EPSILON);
    CHECK_OK(indp_quantile_can_release_many(state, q, 4, 20, NULL));
    CHECK(out[0] == -1 && out[3] == -1);
    CHECK_OK(indp_quantile_release_many(state, q, 4, 20, NULL, out));
    /* Each answer is off by more than 10 with probability below 1e-9. */
    CHECK(out[0] > 65 && out[0] < 85 && out[1] > 15 && out[1] < 35 && out[2] > 40 && out[2] < 60);
    CHECK(out[1] == out[3] && out[1] <= out[2] && out[2] <= out[0]);
    CHECK_STATUS(indp_quantile_release_many(state, q, 4, 20, NULL, out), INDP_E_RELEASED);
    CHECK_STATUS(indp_quantile_can_release_many(state, q, 4, 20, NULL), INDP_E_RELEASED);
    free(state);
}

/* All counts of a histogram, released together. */
static void histograms(void)
{
    static const double edges[] = { -1, 0.5, 1e300 };
    static const double wrong[][2] = { { 1, 1 },
                                       { 2, 1 },
                                       { 1, INFINITY },
                                       { NAN, 1 },
                                       { 0.0, -0.0 } };
    static const double values[] = { -INFINITY, -1, -0.0, 0.5, 1e300, INFINITY, NAN };
    static const int64_t exact[] = { 1, 3, 1, 2, 1 };
    unsigned char state[INDP_COUNT_STATE_SIZE + 8 + 8 * (3 + 5)], sum[INDP_SUM_STATE_SIZE];
    int64_t out[6] = { -7, -7, -7, -7, -7, -7 };
    size_t size = 0, n = 0, i;
    double edge = 7;
    CHECK_STATUS(indp_histogram_size(0, &size), INDP_E_EDGES);
    CHECK_STATUS(indp_histogram_size(((size_t)1 << 20) + 1, &size), INDP_E_EDGES);
    CHECK(size == 0);
    CHECK_OK(indp_histogram_size(3, &size));
    CHECK(size == sizeof state);
    for (i = 0; i < sizeof wrong / sizeof *wrong; i++)
        CHECK_STATUS(indp_histogram_init(state, size, wrong[i], 2, 1), INDP_E_EDGES);
    CHECK_STATUS(indp_histogram_init(state, size, edges, (size_t)-1, 1), INDP_E_LENGTH);
    CHECK_STATUS(indp_histogram_init(state, size, edges, 3, 0), INDP_E_ROWS_PER_PERSON);
    CHECK_STATUS(indp_histogram_init(state, size - 1, edges, 3, 1), INDP_E_BUFFER);
    CHECK_OK(indp_histogram_init(state, size, edges, 3, 1));
    CHECK(indp_state_bytes(INDP_KIND_HISTOGRAM) == 0);
    CHECK_OK(indp_histogram_edges(state, &n));
    CHECK(n == 3);
    CHECK_OK(indp_histogram_edge(state, 1, &edge));
    CHECK(edge == 0.5);
    CHECK_STATUS(indp_histogram_edge(state, 3, &edge), INDP_E_STATE);
    CHECK_OK(indp_state_counts(state, &n));
    CHECK(n == 5);
    CHECK_OK(indp_state_add_many(state, values, 7));
    CHECK_OK(indp_state_add_int64(state, 0));
    CHECK_STATUS(indp_state_release_counts(state, 1, NULL, out, 4), INDP_E_BUFFER);
    CHECK_STATUS(indp_state_release_counts(state, 1, NULL, out, (size_t)-1), INDP_E_LENGTH);
    CHECK_STATUS(indp_state_release_counts(state, 0, NULL, out, 5), INDP_E_EPSILON);
    CHECK_STATUS(indp_state_release(state, 1, NULL, &edge), INDP_E_STATE);
    CHECK(out[0] == -7 && edge == 0.5);
    CHECK_OK(indp_state_can_release_counts(state, 1000, NULL));
    /* At epsilon 1000 each noise rounds to 0, except with probability e^-500. */
    CHECK_OK(indp_state_release_counts(state, 1000, NULL, out, 6));
    CHECK(memcmp(out, exact, sizeof exact) == 0 && out[5] == -7);
    CHECK_STATUS(indp_state_release_counts(state, 1000, NULL, out, 6), INDP_E_RELEASED);
    CHECK_OK(indp_sum_init(sum, sizeof sum, 0, 1, 0, 1));
    CHECK_STATUS(indp_histogram_edges(sum, &n), INDP_E_STATE);
    CHECK_STATUS(indp_state_counts(sum, &n), INDP_E_STATE);
    CHECK_STATUS(indp_state_release_counts(sum, 1, NULL, out, 6), INDP_E_STATE);
    CHECK_STATUS(indp_state_can_release_counts(sum, 1, NULL), INDP_E_STATE);
}

/* Bounds from the data. At epsilon 1000 each bound that a row reaches is found, except with
 * probability e^-400. */
static void bounds(void)
{
    static const double edges[] = { -1, 2.5, 60 }, values[] = { -0.5, 0, 0, 7, 1e300 };
    static unsigned char state[32 + 8 * 5 + 8 * 7], plain[200], usual[12272];
    double lo = UNTOUCHED, hi = UNTOUCHED;
    int32_t found = -7;
    size_t size = 0;
    CHECK_OK(indp_bounds_size(NULL, 0, 0, &size));
    CHECK(size == sizeof usual);
    CHECK_STATUS(indp_bounds_size(NULL, 3, 0, &size), INDP_E_NULL);
    CHECK_STATUS(indp_bounds_size(edges, 0, 0, &size), INDP_E_EDGES);
    CHECK_STATUS(indp_bounds_size(edges, (size_t)-1, 0, &size), INDP_E_LENGTH);
    CHECK_STATUS(indp_bounds_size(edges, 1, -1, &size), INDP_E_CENTRE);
    CHECK_STATUS(indp_bounds_size(NULL, 0, NAN, &size), INDP_E_CENTRE);
    CHECK_OK(indp_bounds_size(edges, 3, 0, &size));
    CHECK(size == sizeof state);
    CHECK_STATUS(indp_bounds_init(state, size - 1, edges, 3, 0, 1), INDP_E_BUFFER);
    CHECK_STATUS(indp_bounds_init(state, size, edges, 3, 0, 0), INDP_E_ROWS_PER_PERSON);
    CHECK_STATUS(indp_bounds_init(NULL, size, edges, 3, 0, 1), INDP_E_NULL);
    CHECK_OK(indp_bounds_init(state, size, edges, 3, 0, 1));
    CHECK_OK(indp_state_add_many(state, values, 5));
    CHECK_OK(indp_state_add_int64(state, 60));
    CHECK_STATUS(indp_state_release_bounds(state, 0, NULL, &lo, &hi, &found), INDP_E_EPSILON);
    CHECK_STATUS(indp_state_release_bounds(state, 1e-30, NULL, &lo, &hi, &found),
                 INDP_E_SELECTION_EPSILON);
    CHECK_STATUS(indp_state_release(state, 1, NULL, &lo), INDP_E_STATE);
    CHECK(is_untouched(lo) && is_untouched(hi) && found == -7);
    CHECK_OK(indp_state_can_release_bounds(state, 1000, NULL));
    CHECK_OK(indp_state_release_bounds(state, 1000, NULL, &lo, &hi, &found));
    CHECK(lo == -1 && hi == 60 && found == INDP_FOUND_LO + INDP_FOUND_HI);
    CHECK_STATUS(indp_state_release_bounds(state, 1000, NULL, &lo, &hi, &found), INDP_E_RELEASED);
    CHECK_STATUS(indp_state_can_release_bounds(state, 1000, NULL), INDP_E_RELEASED);
    CHECK_OK(indp_bounds_init(usual, sizeof usual, NULL, 0, 10, 1));
    CHECK_OK(indp_state_add_many(usual, values, 4));
    CHECK_OK(indp_state_release_bounds(usual, 1000, NULL, &lo, &hi, &found));
    CHECK(lo == -2 && hi == 10 && found == INDP_FOUND_LO);
    CHECK_OK(indp_bounds_init(usual, sizeof usual, NULL, 0, 0, 1));
    CHECK_OK(indp_state_release_bounds(usual, 1000, NULL, &lo, &hi, &found));
    CHECK(lo == 0 && hi == 0 && found == 0);
    CHECK_OK(indp_histogram_init(plain, sizeof plain, edges, 3, 1));
    CHECK_STATUS(indp_state_can_release_bounds(plain, 1, NULL), INDP_E_STATE);
    CHECK_STATUS(indp_state_release_bounds(plain, 1, NULL, &lo, &hi, &found), INDP_E_STATE);
    CHECK_STATUS(indp_state_merge(state, plain), INDP_E_RELEASED);
}

/* If an answer is too large for a double, the release returns an infinity and INDP_OK. */
static void infinite_answers(void)
{
    static const double far[] = { -1e200, 1e200 };
    unsigned char sum[INDP_SUM_STATE_SIZE], variance[INDP_VARIANCE_STATE_SIZE];
    double out = 0;
    CHECK_OK(indp_sum_init(sum, sizeof sum, 0, 1.7e308, 0, 1));
    CHECK_OK(indp_state_add(sum, 1.7e308));
    CHECK_OK(indp_state_add(sum, 1.7e308));
    CHECK_OK(indp_state_release(sum, 1e6, NULL, &out));
    CHECK(out == HUGE_VAL);
    CHECK_OK(indp_variance_init(variance, sizeof variance, -1e200, 1e200, 0, 1));
    CHECK_OK(indp_state_add_many(variance, far, 2));
    CHECK_OK(indp_state_release(variance, 1e6, NULL, &out));
    CHECK(out == HUGE_VAL);
    CHECK_OK(indp_stddev_init(variance, sizeof variance, -1e200, 1e200, 0, 1));
    CHECK_OK(indp_state_add_many(variance, far, 2));
    CHECK_OK(indp_state_release(variance, 1e6, NULL, &out));
    CHECK(out > 9e199 && out < 1.1e200);
}

/* A serialised state of 92 bytes from an untrusted source can make a caller allocate at most
 * 128 MiB and 88 bytes. A caller that asks for the size first can refuse to allocate it. */
static void forged_bytes(void)
{
    unsigned char bytes[INDP_QUANTILE_STATE_SIZE + 12];
    size_t size = 0, i;
    CHECK_OK(indp_quantile_init(bytes, INDP_QUANTILE_STATE_SIZE, 0.5, 0, 16777216, 16777217, 1));
    memset(bytes + 72, 0, sizeof bytes - 72);
    bytes[72] = 1; /* one entry, candidate 0 with 2^56 rows */
    bytes[91] = 1;
    bytes[23] = 1; /* the header also states 2^56 rows */
    CHECK_OK(indp_state_deserialised_size(bytes, sizeof bytes, &size));
    CHECK(size == (UINT64_C(1) << 27) + 88);
    for (i = 0; i < 8; i++) /* even if the header and the entry state 2^64 - 1 rows */
        bytes[16 + i] = bytes[84 + i] = 255;
    CHECK_OK(indp_state_deserialised_size(bytes, sizeof bytes, &size));
    CHECK(size == (UINT64_C(1) << 27) + 88);
    CHECK_STATUS(indp_state_deserialise(bytes, sizeof bytes, bytes, sizeof bytes), INDP_E_BUFFER);
}

static indp_category text(const char *bytes)
{
    indp_category category = { NULL, 0, 0 };
    category.text = (const uint8_t *)bytes;
    category.length = strlen(bytes);
    return category;
}

/* The candidates are listed as -5, "", "good", "poor": integers first, then texts by their
 * bytes. */
static void candidates_are_listed(const unsigned char *state)
{
    static const char *const texts[] = { NULL, "", "good", "poor" };
    size_t n = 0, i;
    CHECK_OK(indp_mode_candidates(state, &n));
    CHECK(n == 4);
    for (i = 0; i < 4; i++) {
        indp_value found = empty_value();
        CHECK_OK(indp_mode_candidate(state, i, &found));
        CHECK(found.tag == INDP_VALUE_CANDIDATE && found.candidate == i &&
              same_bits(found.real, 0));
        if (texts[i] == NULL)
            CHECK(found.label == NULL && found.length == 0 && found.integer == -5);
        else
            CHECK(found.label != NULL && found.integer == 0 && found.length == strlen(texts[i]) &&
                  memcmp(found.label, texts[i], found.length) == 0);
        found.struct_size--;
        CHECK_STATUS(indp_mode_candidate(state, i, &found), INDP_E_STRUCT_SIZE);
    }
    for (; i < SIZE_MAX / 2; i = 2 * i + 1) {
        indp_value found = empty_value();
        CHECK_STATUS(indp_mode_candidate(state, i, &found), INDP_E_STATE);
        CHECK(found.tag == 0);
    }
}

static void modes(void)
{
    indp_category candidates[4];
    indp_value out = empty_value();
    unsigned char state[ROOM], other[ROOM], bytes[ROOM];
    size_t size = 0, length = 0, i;
    uint64_t rows = 0;
    double number = 0.125;
    candidates[0] = text("good");
    candidates[1] = text("poor");
    candidates[2] = text("");
    candidates[3].text = NULL;
    candidates[3].length = 0;
    candidates[3].integer = -5;
    CHECK_STATUS(indp_mode_size(candidates, 0, &size), INDP_E_CATEGORIES);
    CHECK_STATUS(indp_mode_size(NULL, 1, &size), INDP_E_NULL);
    CHECK_STATUS(indp_mode_size(candidates, 4, NULL), INDP_E_NULL);
    CHECK_STATUS(indp_mode_size(candidates, SIZE_MAX, &size), INDP_E_LENGTH);
    CHECK_OK(indp_mode_size(candidates, 4, &size));
    CHECK(size == 32 + 4 * 4 + (1 + 4 + 1 + 4 + 1 + 9) + 8 * 4);
    CHECK_STATUS(indp_mode_init(NULL, size, candidates, 4, 1), INDP_E_NULL);
    CHECK_STATUS(indp_mode_init(state, size, NULL, 4, 1), INDP_E_NULL);
    CHECK_STATUS(indp_mode_init(state, size - 1, candidates, 4, 1), INDP_E_BUFFER);
    CHECK_STATUS(indp_mode_init(state, size, candidates, 4, 0), INDP_E_ROWS_PER_PERSON);
    CHECK_STATUS(indp_mode_init(state, size, candidates, 0, 1), INDP_E_CATEGORIES);
    candidates[1] = text("good");
    CHECK_STATUS(indp_mode_init(state, size, candidates, 4, 1), INDP_E_CATEGORIES);
    candidates[1] = text("poor");
    CHECK_OK(indp_mode_init(state, size, candidates, 4, 1));
    CHECK_STATUS(indp_state_add(state, 1), INDP_E_STATE);
    CHECK_STATUS(indp_state_add_int64(state, 1), INDP_E_STATE);
    CHECK_STATUS(indp_state_add_many(state, &number, 1), INDP_E_STATE);
    CHECK_STATUS(indp_mode_add_text(NULL, (const uint8_t *)"good", 4), INDP_E_NULL);
    CHECK_STATUS(indp_mode_add_text(state, NULL, 4), INDP_E_NULL);
    CHECK_OK(indp_mode_add_text(state, NULL, 0)); /* the empty text */
    for (i = 0; i < 50; i++)
        CHECK_OK(indp_mode_add_text(state, (const uint8_t *)"goodness", 4));
    CHECK_OK(indp_mode_add_text(state, (const uint8_t *)"goodness", 8));
    CHECK_OK(indp_mode_add_int64(state, -5));
    CHECK_OK(indp_mode_add_int64(state, 5));
    CHECK_OK(indp_state_rows(state, &rows));
    CHECK(rows == 52);

    candidates_are_listed(state);

    candidates[0] = text("fair"); /* states with other candidates cannot be merged */
    CHECK_OK(indp_mode_init(other, size, candidates, 4, 1));
    CHECK_STATUS(indp_state_merge(state, other), INDP_E_STATE_MISMATCH);
    candidates[0] = candidates[1];
    candidates[1] = text("good");
    CHECK_OK(indp_mode_init(other, size, candidates, 4, 1));
    CHECK_OK(indp_state_merge(other, state));
    CHECK(memcmp(other, state, size) == 0);
    CHECK_OK(indp_state_size(state, &length));
    CHECK(length == size);
    CHECK_OK(indp_state_serialise(state, bytes, size));
    CHECK_OK(indp_state_deserialise(other, sizeof other, bytes, size));

    CHECK_STATUS(indp_state_release(state, 1, NULL, &number), INDP_E_STATE);
    CHECK_STATUS(indp_state_release_value(state, -1, NULL, &out), INDP_E_EPSILON);
    CHECK_STATUS(indp_state_can_release(state, 1e-300, NULL), INDP_E_SELECTION_EPSILON);
    CHECK_STATUS(indp_state_release_value(state, 1, NULL, NULL), INDP_E_NULL);
    CHECK_STATUS(indp_state_release_value(NULL, 1, NULL, &out), INDP_E_NULL);
    CHECK(out.tag == 0 && out.label == NULL && out.length == 0 && number == 0.125);
    CHECK_OK(indp_state_release_value(state, 100, NULL, &out));
    CHECK(out.tag == INDP_VALUE_CANDIDATE && out.length == 4 && memcmp(out.label, "good", 4) == 0);
    CHECK(out.label > state && out.label < state + size && out.candidate == 2);
    CHECK_STATUS(indp_state_release_value(state, 100, NULL, &out), INDP_E_RELEASED);
    CHECK_STATUS(indp_mode_add_text(state, (const uint8_t *)"good", 4), INDP_E_RELEASED);
    CHECK_STATUS(indp_mode_add_int64(state, 1), INDP_E_RELEASED);
    CHECK_STATUS(indp_state_merge(other, state), INDP_E_RELEASED);
    CHECK_STATUS(indp_state_serialise(state, bytes, size), INDP_E_RELEASED);
    CHECK_OK(indp_state_release_value(other, 0.001, NULL, &out));
}

/* indp_state_kind may read only the first 8 bytes of a state. The block here has exactly 8
 * bytes, so that valgrind detects other reads. */
static void kinds_take_eight_bytes(void)
{
    unsigned char *head = malloc(8), state[ROOM];
    indp_category candidate;
    int32_t kind = 0;
    if (head == NULL)
        abort();
    memset(&candidate, 0, sizeof candidate);
    CHECK_OK(indp_quantile_init(state, sizeof state, 0.5, 0, 1, 0, 1));
    memcpy(head, state, 8);
    CHECK_OK(indp_state_kind(head, &kind));
    CHECK(kind == INDP_KIND_QUANTILE);
    CHECK_OK(indp_mode_init(state, sizeof state, &candidate, 1, 1));
    memcpy(head, state, 8);
    CHECK_OK(indp_state_kind(head, &kind));
    CHECK(kind == INDP_KIND_MODE);
    head[7] = 1;
    CHECK_STATUS(indp_state_kind(head, &kind), INDP_E_STATE);
    free(head);
}

/* Functions for one kind must refuse states of other kinds, and must not read past the end of such
 * a state. */
static void kinds_are_told_apart(void)
{
    unsigned char *count = malloc(INDP_COUNT_STATE_SIZE); /* valgrind detects reads past the end */
    indp_value out = empty_value();
    double number = 0;
    size_t n = 0;
    if (count == NULL)
        abort();
    CHECK_OK(indp_count_init(count, INDP_COUNT_STATE_SIZE, 1));
    CHECK_STATUS(indp_state_add(count, 1), INDP_E_STATE);
    CHECK_STATUS(indp_state_add_many(count, &number, 1), INDP_E_STATE);
    CHECK_STATUS(indp_mode_candidates(count, &n), INDP_E_STATE);
    CHECK_STATUS(indp_mode_candidate(count, 0, &out), INDP_E_STATE);
    CHECK_STATUS(indp_mode_add_int64(count, 1), INDP_E_STATE);
    CHECK_OK(indp_state_can_release(count, 1, NULL));
    memset(count, 0, INDP_COUNT_STATE_SIZE);
    CHECK_STATUS(indp_state_add(count, 1), INDP_E_STATE);
    CHECK_STATUS(indp_count_add(count), INDP_E_STATE);
    free(count);
}

int main(void)
{
    numbers(indp_mean_init, INDP_MEAN_STATE_SIZE, INDP_KIND_MEAN, 18.0 / 7);
    numbers(indp_variance_init, INDP_VARIANCE_STATE_SIZE, INDP_KIND_VARIANCE,
            64.0 / 7 - 324.0 / 49);
    numbers(indp_stddev_init, INDP_STDDEV_STATE_SIZE, INDP_KIND_STDDEV,
            sqrt(64.0 / 7 - 324.0 / 49));
    quantiles();
    answers_of_quantiles();
    several_quantiles();
    histograms();
    bounds();
    infinite_answers();
    forged_bytes();
    modes();
    kinds_are_told_apart();
    kinds_take_eight_bytes();
    return check_done();
}
