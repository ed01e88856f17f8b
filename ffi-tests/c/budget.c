/* Tests budgets through the C interface: exact decimals, statuses and serialised bytes. */
#include "../check.h"

#include <float.h>
#include <math.h>

enum { SIZE = INDP_BUDGET_STATE_SIZE };
#define SMALLEST 4.9406564584124654e-324

static double left_of(const unsigned char *budget)
{
    double left = UNTOUCHED;
    CHECK_OK(indp_budget_left(budget, &left));
    return left;
}

/* Checks that this spend is refused and changes nothing. */
static void refused(unsigned char *budget, double epsilon, indp_status status)
{
    unsigned char before[SIZE];
    double usable = UNTOUCHED;
    memcpy(before, budget, SIZE);
    CHECK_STATUS(indp_budget_spend(budget, epsilon, &usable), status);
    CHECK(is_untouched(usable) && memcmp(before, budget, SIZE) == 0);
}

static void decimals(void)
{
    unsigned char budget[SIZE];
    double usable = 0;
    int i;
    CHECK_OK(indp_budget_init(budget, SIZE, 1));
    for (i = 0; i < 10; i++) {
        CHECK_OK(indp_budget_spend(budget, 0.1, &usable));
        CHECK(usable < 0.1 && nextafter(usable, 1) >= 0.1);
    }
    CHECK(same_bits(left_of(budget), 0));
    refused(budget, SMALLEST, INDP_E_BUDGET);
    CHECK_OK(indp_budget_init(budget, SIZE, 0.3));
    CHECK_OK(indp_budget_spend(budget, 0.1, &usable));
    CHECK(same_bits(left_of(budget), 0.2));
    refused(budget, nextafter(0.2, 1), INDP_E_BUDGET);
    CHECK_OK(indp_budget_spend(budget, 0.2, &usable));
    CHECK_OK(indp_budget_init(budget, SIZE, 1e300));
    CHECK_OK(indp_budget_spend(budget, SMALLEST, &usable));
    CHECK(same_bits(usable, SMALLEST) && left_of(budget) < 1e300);
    CHECK_OK(indp_budget_init(budget, SIZE, 0.5));
    CHECK_OK(indp_budget_spend(budget, 0.5, &usable));
    CHECK(same_bits(usable, 0.5));
}

/* Tests new totals. A new total keeps what was spent. A total below what was spent is refused and
 * changes nothing. */
static void changes(void)
{
    unsigned char budget[SIZE], before[SIZE];
    double usable = 0;
    CHECK_OK(indp_budget_init(budget, SIZE, 1));
    CHECK_OK(indp_budget_spend(budget, 0.7, &usable));
    memcpy(before, budget, SIZE);
    CHECK_STATUS(indp_budget_change(budget, 0.6), INDP_E_BUDGET);
    CHECK_STATUS(indp_budget_change(budget, 0), INDP_E_EPSILON);
    CHECK_STATUS(indp_budget_change(budget, HUGE_VAL), INDP_E_EPSILON);
    CHECK_STATUS(indp_budget_change(NULL, 1), INDP_E_NULL);
    CHECK(memcmp(before, budget, SIZE) == 0);
    CHECK_OK(indp_budget_change(budget, 1.5));
    CHECK(same_bits(left_of(budget), 0.8));
    CHECK_OK(indp_budget_change(budget, 0.7));
    CHECK(same_bits(left_of(budget), 0));
    budget[0] ^= 1;
    CHECK_STATUS(indp_budget_change(budget, 2), INDP_E_STATE);
}

/* Tests the text of what was spent, and raising it. */
static void spent(void)
{
    unsigned char budget[SIZE], before[SIZE];
    char text[INDP_BUDGET_TEXT_SIZE];
    double usable = 0;
    size_t length = 7;
    CHECK_OK(indp_budget_init(budget, SIZE, 1));
    CHECK_OK(indp_budget_spent(budget, text, sizeof text, &length));
    CHECK(strcmp(text, "0") == 0 && length == 1);
    CHECK_OK(indp_budget_spend(budget, 0.1, &usable));
    CHECK_OK(indp_budget_spend(budget, 0.2, &usable));
    CHECK_OK(indp_budget_spent(budget, NULL, 0, &length));
    CHECK(length == 3);
    strcpy(text, "-");
    CHECK_STATUS(indp_budget_spent(budget, text, 3, &length), INDP_E_BUFFER);
    CHECK(strcmp(text, "-") == 0);
    CHECK_OK(indp_budget_spent(budget, text, 4, NULL));
    CHECK(strcmp(text, "0.3") == 0);
    CHECK_STATUS(indp_budget_spent(NULL, text, 4, NULL), INDP_E_NULL);
    memcpy(before, budget, SIZE);
    CHECK_OK(indp_budget_raise(budget, 0.25));
    CHECK_STATUS(indp_budget_raise(budget, nextafter(1, 2)), INDP_E_BUDGET);
    CHECK_STATUS(indp_budget_raise(budget, 0), INDP_E_EPSILON);
    CHECK_STATUS(indp_budget_raise(NULL, 1), INDP_E_NULL);
    CHECK(memcmp(before, budget, SIZE) == 0);
    CHECK_OK(indp_budget_raise(budget, 0.75));
    CHECK(same_bits(left_of(budget), 0.25));
    CHECK_OK(indp_budget_init(budget, SIZE, 1.7976931348623157e308));
    CHECK_OK(indp_budget_raise(budget, 1.7976931348623155e308));
    CHECK_OK(indp_budget_spend(budget, SMALLEST, &usable));
    CHECK_OK(indp_budget_spent(budget, text, sizeof text, &length));
    CHECK(length == 309 + 1 + 324 && strlen(text) == length);
    budget[0] ^= 1;
    CHECK_STATUS(indp_budget_raise(budget, 0.1), INDP_E_STATE);
    CHECK_STATUS(indp_budget_spent(budget, text, sizeof text, &length), INDP_E_STATE);
}

static void statuses(void)
{
    static const double wrong[] = { 0, -1, HUGE_VAL };
    unsigned char budget[SIZE + 1], other[SIZE + 1], sum[INDP_SUM_STATE_SIZE];
    double out = UNTOUCHED;
    size_t i;
    CHECK_STATUS(indp_budget_init(NULL, SIZE, 1), INDP_E_NULL);
    CHECK_STATUS(indp_budget_init(budget, SIZE - 1, 1), INDP_E_BUFFER);
    CHECK_OK(indp_budget_init(budget, SIZE + 1, 2.5));
    for (i = 0; i < 3; i++) {
        CHECK_STATUS(indp_budget_init(other, SIZE, wrong[i]), INDP_E_EPSILON);
        refused(budget, wrong[i], INDP_E_EPSILON);
    }
    refused(budget, (double)NAN, INDP_E_EPSILON);
    refused(budget, 2.6, INDP_E_BUDGET);
    CHECK_STATUS(indp_budget_spend(budget, 1, NULL), INDP_E_NULL);
    CHECK_STATUS(indp_budget_spend(NULL, 1, &out), INDP_E_NULL);
    CHECK_STATUS(indp_budget_left(budget, NULL), INDP_E_NULL);
    CHECK_STATUS(indp_budget_left(NULL, &out), INDP_E_NULL);
    CHECK_OK(indp_budget_spend(budget, 1, &out));
    CHECK_STATUS(indp_budget_serialise(budget, other, SIZE + 1), INDP_E_BUFFER);
    CHECK_STATUS(indp_budget_serialise(NULL, other, SIZE), INDP_E_NULL);
    CHECK_STATUS(indp_budget_serialise(budget, NULL, SIZE), INDP_E_NULL);
    CHECK_OK(indp_budget_serialise(budget, other, SIZE));
    CHECK_STATUS(indp_budget_deserialise(other, SIZE - 1, budget, SIZE), INDP_E_STATE);
    CHECK_STATUS(indp_budget_deserialise(other, SIZE, budget, SIZE - 1), INDP_E_BUFFER);
    CHECK_STATUS(indp_budget_deserialise(NULL, SIZE, budget, SIZE), INDP_E_NULL);
    CHECK_STATUS(indp_budget_deserialise(other, SIZE, NULL, SIZE), INDP_E_NULL);
    memset(budget, 0, SIZE);
    CHECK_OK(indp_budget_deserialise(other, SIZE, budget, SIZE));
    CHECK(same_bits(left_of(budget), 1.5));
    /* A budget with a wrong byte in its first 8 bytes must be refused. So must a budget that has
     * spent more than its total. */
    for (i = 0; i < 8; i++) {
        other[i] ^= 1;
        CHECK_STATUS(indp_budget_deserialise(other, SIZE, budget, SIZE), INDP_E_STATE);
        CHECK_STATUS(indp_budget_spend(other, 0.1, &out), INDP_E_STATE);
        CHECK_STATUS(indp_budget_left(other, &out), INDP_E_STATE);
        other[i] ^= 1;
    }
    other[SIZE - 1] = 1;
    CHECK_STATUS(indp_budget_deserialise(other, SIZE, budget, SIZE), INDP_E_STATE);
    CHECK(same_bits(left_of(budget), 1.5));
    /* A budget must not be accepted as a state of an aggregate. */
    CHECK_OK(indp_sum_init(sum, sizeof sum, 0, 1, 0, 1));
    CHECK_STATUS(indp_state_merge(budget, budget), INDP_E_STATE);
    CHECK_STATUS(indp_state_release(budget, 1, NULL, &out), INDP_E_STATE);
}

int main(void)
{
    decimals();
    changes();
    spent();
    statuses();
    return check_done();
}
