/* Means, variances, standard deviations, quantiles and modes: statuses by parameter, growth, released once. */
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
    CHECK_STATUS(init(state, size - 1, 0, 1, 0, 1), INDP_E_STATE);
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
    CHECK(fabs(out - expected) < 1e-6); /* 1 2 3 4 5 0 3 */
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
    CHECK_STATUS(indp_quantile_init(small, size - 1, 0.5, 0, 1, 0, 1), INDP_E_STATE);
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
    for (i = 0; i < 1000; i++) { /* 0 to 99, clamped at 50 */
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
    CHECK_STATUS(indp_state_serialise(state, bytes, length - 1), INDP_E_STATE);
    CHECK_OK(indp_state_serialise(state, bytes, length));
    CHECK_OK(indp_state_deserialised_size(bytes, length, &i));
    again = malloc(i);
    if (again == NULL)
        abort();
    CHECK_STATUS(indp_state_deserialise(again, i - 1, bytes, length), INDP_E_CAPACITY);
    CHECK_OK(indp_state_deserialise(again, i, bytes, length));
    CHECK_OK(indp_state_merge(again, again)); /* itself: twice as many rows, the same table */
    CHECK_OK(indp_state_merge(again, state));
    CHECK_OK(indp_state_release(again, 1000, NULL, &out));
    CHECK(out == 49 || out == 50); /* 0 to 48 hold 49 of 100, 50 and above 50: up to chance between ties */
    CHECK_STATUS(indp_state_release(again, 1, NULL, &out), INDP_E_RELEASED);
    CHECK_STATUS(indp_state_add(again, 1), INDP_E_RELEASED);
    free(again);
    free(bytes);

    /* Sensitivity beyond 2^63, and an epsilon that 63 bits cannot express for it. */
    CHECK_OK(indp_quantile_init(state, size, 0.0001, 0, 1, 0, UINT64_MAX / 5000));
    CHECK_STATUS(indp_state_can_release(state, 1, NULL), INDP_E_ROWS_PER_PERSON);
    CHECK_OK(indp_quantile_init(state, size, 0.5, 0, 1, 0, UINT64_C(1) << 62));
    CHECK_STATUS(indp_state_can_release(state, 1, NULL), INDP_E_EPSILON);
    CHECK(strstr(indp_status_message(INDP_E_EPSILON), "rows per person") != NULL);
    CHECK_OK(indp_quantile_init(state, size, 0.9999, 0, 1, 0, UINT64_C(1) << 50));
    CHECK_STATUS(indp_state_can_release(state, 1, NULL), INDP_E_ROWS_PER_PERSON);
    CHECK(strstr(indp_status_message(INDP_E_ROWS_PER_PERSON), "quantile") != NULL);
    CHECK_OK(indp_quantile_init(state, size, 0.5, 0, 1, 0, 1));
    CHECK_STATUS(indp_state_can_release(state, 1e12, NULL), INDP_E_EPSILON);
    CHECK(strstr(indp_status_message(INDP_E_EPSILON), "2^35") != NULL);
    CHECK_OK(indp_state_release(state, 1e10, NULL, &out));
    CHECK_STATUS(indp_state_can_release(state, -1, NULL), INDP_E_RELEASED); /* as the release says */
    CHECK_STATUS(indp_state_release(state, -1, NULL, &out), INDP_E_RELEASED);
    CHECK_OK(indp_quantile_init(state, size, 0.5, 0.4, 0.6, 2, 1));
    free(state);
}

static indp_category text(const char *bytes)
{
    indp_category category = { NULL, 0, 0 };
    category.text = bytes;
    category.length = strlen(bytes);
    return category;
}

static void modes(void)
{
    indp_category candidates[4], out = { NULL, 0, 0 };
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
    CHECK_STATUS(indp_mode_init(state, size - 1, candidates, 4, 1), INDP_E_STATE);
    CHECK_STATUS(indp_mode_init(state, size, candidates, 4, 0), INDP_E_ROWS_PER_PERSON);
    CHECK_STATUS(indp_mode_init(state, size, candidates, 0, 1), INDP_E_CATEGORIES);
    candidates[1] = text("good");
    CHECK_STATUS(indp_mode_init(state, size, candidates, 4, 1), INDP_E_CATEGORIES);
    candidates[1] = text("poor");
    CHECK_OK(indp_mode_init(state, size, candidates, 4, 1));
    CHECK_STATUS(indp_state_add(state, 1), INDP_E_STATE);
    CHECK_STATUS(indp_state_add_int64(state, 1), INDP_E_STATE);
    CHECK_STATUS(indp_state_add_many(state, &number, 1), INDP_E_STATE);
    CHECK_STATUS(indp_mode_add_text(NULL, "good", 4), INDP_E_NULL);
    CHECK_STATUS(indp_mode_add_text(state, NULL, 4), INDP_E_NULL);
    CHECK_OK(indp_mode_add_text(state, NULL, 0)); /* the empty text */
    for (i = 0; i < 50; i++)
        CHECK_OK(indp_mode_add_text(state, "goodness", 4));
    CHECK_OK(indp_mode_add_text(state, "goodness", 8));
    CHECK_OK(indp_mode_add_int64(state, -5));
    CHECK_OK(indp_mode_add_int64(state, 5));
    CHECK_OK(indp_state_rows(state, &rows));
    CHECK(rows == 52);

    candidates[0] = text("fair"); /* others in another order: the same state */
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
    CHECK_STATUS(indp_mode_release(state, -1, NULL, &out), INDP_E_EPSILON);
    CHECK_STATUS(indp_state_can_release(state, 1e-300, NULL), INDP_E_EPSILON);
    CHECK_STATUS(indp_mode_release(state, 1, NULL, NULL), INDP_E_NULL);
    CHECK_STATUS(indp_mode_release(NULL, 1, NULL, &out), INDP_E_NULL);
    CHECK(out.text == NULL && out.length == 0 && number == 0.125);
    CHECK_OK(indp_mode_release(state, 100, NULL, &out));
    CHECK(out.length == 4 && memcmp(out.text, "good", 4) == 0);
    CHECK((const unsigned char *)out.text > state && (const unsigned char *)out.text < state + size);
    CHECK_STATUS(indp_mode_release(state, 100, NULL, &out), INDP_E_RELEASED);
    CHECK_STATUS(indp_mode_add_text(state, "good", 4), INDP_E_RELEASED);
    CHECK_STATUS(indp_mode_add_int64(state, 1), INDP_E_RELEASED);
    CHECK_STATUS(indp_state_merge(other, state), INDP_E_RELEASED);
    CHECK_STATUS(indp_state_serialise(state, bytes, size), INDP_E_RELEASED);
    CHECK_OK(indp_mode_release(other, 0.001, NULL, &out));
}

/* Functions of one kind refuse the others, and read no further than they may. */
static void kinds_are_told_apart(void)
{
    unsigned char *count = malloc(INDP_COUNT_STATE_SIZE); /* exactly as long: valgrind sees what is read */
    indp_category out;
    double number = 0;
    if (count == NULL)
        abort();
    CHECK_OK(indp_count_init(count, INDP_COUNT_STATE_SIZE, 1));
    CHECK_STATUS(indp_state_add(count, 1), INDP_E_STATE);
    CHECK_STATUS(indp_state_add_many(count, &number, 1), INDP_E_STATE);
    CHECK_STATUS(indp_state_release(count, 1, NULL, &number), INDP_E_STATE);
    CHECK_STATUS(indp_mode_release(count, 1, NULL, &out), INDP_E_STATE);
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
    numbers(indp_variance_init, INDP_VARIANCE_STATE_SIZE, INDP_KIND_VARIANCE, 64.0 / 7 - 324.0 / 49);
    numbers(indp_stddev_init, INDP_STDDEV_STATE_SIZE, INDP_KIND_STDDEV, sqrt(64.0 / 7 - 324.0 / 49));
    quantiles();
    modes();
    kinds_are_told_apart();
    return check_done();
}
