/* Lets SQL call the ledger directly, for ledger.sh. This module is never installed. It contains the
 * ledger's sources, compiled with INDPPG_TEST_CLOCK.
 *
 *     charge(policy, version, payer, budget, epsilons, query)
 *         makes one charge, and returns the sum of the epsilons to release with
 *     charge_many(policy, epsilon, n)
 *         makes n charges, one after the other
 *     set_clock(timestamptz)
 *         stops the ledger's clock at this time; with NULL, the clock of the machine is used again
 */
#include "postgres.h"

#include "catalog/pg_type.h"
#include "fmgr.h"
#include "miscadmin.h"
#include "utils/array.h"
#include "utils/builtins.h"
#include "utils/timestamp.h"

#include "ledger/ledger.h"

PG_MODULE_MAGIC;

extern TimestampTz indppg_test_clock(void);

static TimestampTz fixed_time;
static bool is_fixed = false;

TimestampTz indppg_test_clock(void)
{
    return is_fixed ? fixed_time : GetCurrentTimestamp();
}

PG_FUNCTION_INFO_V1(set_clock);
Datum set_clock(PG_FUNCTION_ARGS)
{
    is_fixed = !PG_ARGISNULL(0);
    if (is_fixed)
        fixed_time = PG_GETARG_TIMESTAMPTZ(0);
    PG_RETURN_VOID();
}

PG_FUNCTION_INFO_V1(charge);
Datum charge(PG_FUNCTION_ARGS)
{
    ArrayType *array = PG_GETARG_ARRAYTYPE_P(4);
    Charge c = { .policy = PG_GETARG_INT32(0),
                 .version = PG_GETARG_INT32(1),
                 .payer = GetUserId() };
    double sum = 0;
    if (!PG_ARGISNULL(2))
        c.payer = PG_GETARG_OID(2);
    if (!PG_ARGISNULL(3))
        c.budget = text_to_cstring(PG_GETARG_TEXT_PP(3));
    if (!PG_ARGISNULL(5))
        c.query = text_to_cstring(PG_GETARG_TEXT_PP(5));
    c.reader = c.payer;
    c.epsilon = (double *)ARR_DATA_PTR(array);
    c.n = ArrayGetNItems(ARR_NDIM(array), ARR_DIMS(array));
    indppg_charge(&c);
    for (int i = 0; i < c.n; i++)
        sum += indppg_usable(c.epsilon[i]);
    PG_RETURN_FLOAT8(sum);
}

PG_FUNCTION_INFO_V1(charge_many);
Datum charge_many(PG_FUNCTION_ARGS)
{
    double epsilon = PG_GETARG_FLOAT8(1);
    Charge c = { .policy = PG_GETARG_INT32(0),
                 .version = 1,
                 .payer = GetUserId(),
                 .reader = GetSessionUserId(),
                 .n = 1,
                 .epsilon = &epsilon,
                 .query = "many" };
    for (int i = 0; i < PG_GETARG_INT32(2); i++) {
        CHECK_FOR_INTERRUPTS();
        indppg_charge(&c);
    }
    PG_RETURN_VOID();
}
