/* Tests that calls on count and sum states return each documented status, and that a failed call
 * changes no byte. The address of a state is never a multiple of 8, since states need no
 * alignment. */
#include "../tape.h"

#include <float.h>
#include <math.h>

enum { COUNT_SIZE = INDP_COUNT_STATE_SIZE, SUM_SIZE = INDP_SUM_STATE_SIZE };

static unsigned char memory[4][SUM_SIZE + 1];
#define AT(i) (memory[i] + 1)

static void new_count(unsigned char *state, uint64_t rows)
{
    CHECK_OK(indp_count_init(state, COUNT_SIZE, 1));
    CHECK_OK(indp_count_add_many(state, rows));
}

static void new_sum(unsigned char *state)
{
    CHECK_OK(indp_sum_init(state, SUM_SIZE, -1, 3, 0.5, 2));
}

static void bad_parameters(void)
{
    unsigned char *s = AT(0);
    memset(s, 0xaa, SUM_SIZE);
    CHECK_STATUS(indp_count_init(s, COUNT_SIZE - 1, 1), INDP_E_BUFFER);
    CHECK_STATUS(indp_count_init(s, COUNT_SIZE, 0), INDP_E_ROWS_PER_PERSON);
    CHECK_STATUS(indp_sum_init(s, SUM_SIZE - 1, 0, 1, 0, 1), INDP_E_BUFFER);
    CHECK_STATUS(indp_sum_init(s, 0, 0, 1, 0, 1), INDP_E_BUFFER);
    CHECK_STATUS(indp_sum_init(s, SUM_SIZE, (double)NAN, 1, 0, 1), INDP_E_LO);
    CHECK_STATUS(indp_sum_init(s, SUM_SIZE, -HUGE_VAL, 1, 0, 1), INDP_E_LO);
    CHECK_STATUS(indp_sum_init(s, SUM_SIZE, 0, (double)NAN, 0, 1), INDP_E_HI);
    CHECK_STATUS(indp_sum_init(s, SUM_SIZE, 0, HUGE_VAL, 0, 1), INDP_E_HI);
    CHECK_STATUS(indp_sum_init(s, SUM_SIZE, 2, 1, 0, 1), INDP_E_RANGE);
    CHECK_STATUS(indp_sum_init(s, SUM_SIZE, 0, 1, 3, 1), INDP_E_GRID);
    CHECK_STATUS(indp_sum_init(s, SUM_SIZE, 0, 1, -1, 1), INDP_E_GRID);
    CHECK_STATUS(indp_sum_init(s, SUM_SIZE, 0, 1, (double)NAN, 1), INDP_E_GRID);
    CHECK_STATUS(indp_sum_init(s, SUM_SIZE, 0, 1, power_of_two(-63), 1), INDP_E_GRID);
    CHECK_STATUS(indp_sum_init(s, SUM_SIZE, 0, 1, 0, 0), INDP_E_ROWS_PER_PERSON);
    CHECK(s[0] == 0xaa && memcmp(s, s + 1, SUM_SIZE - 1) == 0);
    CHECK_OK(indp_sum_init(s, SUM_SIZE, 0, 1, power_of_two(-62), 1));
    CHECK_OK(indp_sum_init(s, SUM_SIZE, -DBL_MAX, DBL_MAX, 0, 1));
    CHECK_OK(indp_sum_init(s, SUM_SIZE, -5e-324, 5e-324, 0, UINT64_MAX));
}

static void unchanged_by_failure(unsigned char *state, size_t size)
{
    unsigned char before[SUM_SIZE];
    double value = 1, out = UNTOUCHED;
    int64_t whole = 77;
    struct tape tape = { NULL, 0, 1, 0, 0, 1, -1 };
    indp_options *options = options_with_grid(0);
    memcpy(before, state, size);
    CHECK_OK(indp_options_set_entropy_callback(options, tape_fill, &tape));
    if (size == (size_t)COUNT_SIZE) {
        CHECK_STATUS(release_count(state, 0, NULL, &whole), INDP_E_EPSILON);
        CHECK_STATUS(release_count(state, (double)NAN, NULL, &whole), INDP_E_EPSILON);
        CHECK_STATUS(release_count(state, power_of_two(-1074), NULL, &whole), INDP_E_LAMBDA);
        CHECK_STATUS(release_count(state, 1, options, &whole), INDP_E_ENTROPY);
        CHECK_STATUS(indp_state_add(state, 1), INDP_E_STATE);
        CHECK_STATUS(indp_sum_sensitivity(state, &out), INDP_E_STATE);
    } else {
        CHECK_STATUS(indp_state_release(state, -1, NULL, &out), INDP_E_EPSILON);
        CHECK_STATUS(indp_state_release(state, HUGE_VAL, NULL, &out), INDP_E_EPSILON);
        CHECK_STATUS(indp_state_release(state, power_of_two(-1074), NULL, &out), INDP_E_LAMBDA);
        CHECK_STATUS(indp_state_release(state, 1, options, &out), INDP_E_ENTROPY);
        CHECK_STATUS(indp_count_add(state), INDP_E_STATE);
        CHECK_STATUS(indp_state_add_many(state, &value, SIZE_MAX), INDP_E_LENGTH);
    }
    indp_options_free(options);
    CHECK(memcmp(before, state, size) == 0);
    CHECK(whole == 77 && is_untouched(out));
}

static void released_once(void)
{
    unsigned char *count = AT(0), *sum = AT(1), *other = AT(2), bytes[SUM_SIZE];
    const double value = 1;
    int64_t whole = 77;
    double out = UNTOUCHED;
    new_count(count, 1000);
    new_sum(sum);
    CHECK_OK(indp_state_add(sum, 2));
    unchanged_by_failure(count, COUNT_SIZE);
    unchanged_by_failure(sum, SUM_SIZE);
    CHECK_OK(release_count(count, 1000, NULL, &whole)); /* lambda is 0.001 and the grid is 1 */
    CHECK(whole == 1000);
    CHECK_OK(indp_state_release(sum, 1e6, NULL, &out));
    CHECK(fabs(out - 2) < 1);

    whole = 77;
    out = UNTOUCHED;
    CHECK_STATUS(release_count(count, 1, NULL, &whole), INDP_E_RELEASED);
    CHECK_STATUS(indp_count_add(count), INDP_E_RELEASED);
    CHECK_STATUS(indp_count_add_many(count, 1), INDP_E_RELEASED);
    CHECK_STATUS(indp_state_serialise(count, bytes, COUNT_SIZE), INDP_E_RELEASED);
    new_count(other, 1);
    CHECK_STATUS(indp_state_merge(other, count), INDP_E_RELEASED);
    CHECK_STATUS(indp_state_merge(count, other), INDP_E_RELEASED);
    CHECK_STATUS(indp_state_release(sum, 1, NULL, &out), INDP_E_RELEASED);
    CHECK_STATUS(indp_state_add(sum, 1), INDP_E_RELEASED);
    CHECK_STATUS(indp_state_add_int64(sum, 1), INDP_E_RELEASED);
    CHECK_STATUS(indp_state_add_many(sum, &value, 1), INDP_E_RELEASED);
    CHECK_STATUS(indp_state_serialise(sum, bytes, SUM_SIZE), INDP_E_RELEASED);
    CHECK(whole == 77 && is_untouched(out));
}

static void too_many_rows(void)
{
    unsigned char *a = AT(0), *b = AT(1), before[COUNT_SIZE];
    new_count(a, UINT64_MAX);
    memcpy(before, a, COUNT_SIZE);
    CHECK_STATUS(indp_count_add(a), INDP_E_TOO_MANY_ROWS);
    CHECK_STATUS(indp_count_add_many(a, 1), INDP_E_TOO_MANY_ROWS);
    CHECK_OK(indp_count_add_many(a, 0));
    new_count(b, 1);
    CHECK_STATUS(indp_state_merge(a, b), INDP_E_TOO_MANY_ROWS);
    CHECK(memcmp(before, a, COUNT_SIZE) == 0);
    CHECK_STATUS(indp_state_merge(b, a), INDP_E_TOO_MANY_ROWS);
}

static void mismatches(void)
{
    unsigned char *a = AT(0), *b = AT(1), before[SUM_SIZE];
    static const struct {
        double lo, hi, grid;
        uint64_t rows;
    } others[] = { { -2, 3, 0.5, 2 }, { -1, 4, 0.5, 2 }, { -1, 3, 0.25, 2 }, { -1, 3, 0.5, 3 } };
    size_t i;
    new_sum(a);
    memcpy(before, a, SUM_SIZE);
    for (i = 0; i < sizeof others / sizeof *others; i++) {
        CHECK_OK(indp_sum_init(b, SUM_SIZE, others[i].lo, others[i].hi, others[i].grid,
                               others[i].rows));
        CHECK_STATUS(indp_state_merge(a, b), INDP_E_STATE_MISMATCH);
        CHECK_STATUS(indp_state_merge(b, a), INDP_E_STATE_MISMATCH);
        CHECK_STATUS(indp_state_compatible(a, b), INDP_E_STATE_MISMATCH);
        CHECK_OK(indp_state_compatible(b, b));
    }
    new_count(b, 1);
    CHECK_STATUS(indp_state_merge(a, b), INDP_E_STATE_MISMATCH);
    CHECK_STATUS(indp_state_merge(b, a), INDP_E_STATE_MISMATCH);
    CHECK_OK(indp_count_init(AT(2), COUNT_SIZE, 2));
    CHECK_STATUS(indp_state_merge(b, AT(2)), INDP_E_STATE_MISMATCH);
    CHECK(memcmp(before, a, SUM_SIZE) == 0);
}

static void sizes(void)
{
    unsigned char *s = AT(0), bytes[SUM_SIZE];
    size_t size = 0;
    new_count(s, 1);
    CHECK_OK(indp_state_size(s, &size));
    CHECK(size == COUNT_SIZE);
    CHECK_STATUS(indp_state_serialise(s, bytes, size - 1), INDP_E_BUFFER);
    new_sum(s);
    CHECK_OK(indp_state_size(s, &size));
    CHECK(size == SUM_SIZE);
    CHECK_STATUS(indp_state_serialise(s, bytes, size - 1), INDP_E_BUFFER);
    memset(s, 0, SUM_SIZE); /* memory that was never initialised */
    CHECK_STATUS(indp_state_size(s, &size), INDP_E_STATE);
    CHECK_STATUS(indp_count_add(s), INDP_E_STATE);
    CHECK_STATUS(indp_state_add(s, 1), INDP_E_STATE);
    CHECK_STATUS(indp_state_serialise(s, bytes, SUM_SIZE), INDP_E_STATE);
    CHECK_STATUS(indp_state_merge(s, AT(1)), INDP_E_STATE);
}

int main(void)
{
    bad_parameters();
    released_once();
    too_many_rows();
    mismatches();
    sizes();
    return check_done();
}
