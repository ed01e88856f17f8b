/* Tests that status messages and versions are static texts and never NULL. Each known code must
 * have its own message. The message of an unknown code must differ from the messages of known
 * codes. */
#include "../check.h"

/* Every code of indp.h. The numbers of the codes are part of the ABI. */
static const struct {
    indp_status code, number;
} CODES[] = { { INDP_OK, 0 },
              { INDP_E_NULL, 1 },
              { INDP_E_EPSILON, 2 },
              { INDP_E_SENSITIVITY, 3 },
              { INDP_E_BOUND, 4 },
              { INDP_E_GRID, 5 },
              { INDP_E_LAMBDA, 6 },
              { INDP_E_PRECISION, 7 },
              { INDP_E_ENTROPY, 8 },
              { INDP_E_NO_MEMORY, 9 },
              { INDP_E_PANIC, 10 },
              { INDP_E_LENGTH, 11 },
              { INDP_E_LO, 12 },
              { INDP_E_HI, 13 },
              { INDP_E_RANGE, 14 },
              { INDP_E_ROWS_PER_PERSON, 15 },
              { INDP_E_STATE, 16 },
              { INDP_E_STATE_MISMATCH, 17 },
              { INDP_E_RELEASED, 18 },
              { INDP_E_TOO_MANY_ROWS, 19 },
              { INDP_E_SELF_TEST, 20 },
              { INDP_E_FLOAT_EPSILON, 21 },
              { INDP_E_FLOAT_BOUND, 22 },
              { INDP_E_FLOAT_GRID, 23 },
              { INDP_E_ETA_X, 24 },
              { INDP_E_ETA_Y, 25 },
              { INDP_E_ETA_Z, 26 },
              { INDP_E_UTILITY_SENSITIVITY, 27 },
              { INDP_E_UTILITY_RANGE, 28 },
              { INDP_E_MAX_OUTCOMES, 29 },
              { INDP_E_OUTCOMES, 30 },
              { INDP_E_EMPTY, 31 },
              { INDP_E_MIN_RETRIES, 32 },
              { INDP_E_UTILITY, 33 },
              { INDP_E_INEXACT, 34 },
              { INDP_E_PRECISION_REACH, 35 },
              { INDP_E_FLOAT_STEPS, 36 },
              { INDP_E_QUANTILE, 40 },
              { INDP_E_CANDIDATES, 41 },
              { INDP_E_CATEGORIES, 42 },
              { INDP_E_CAPACITY, 43 },
              { INDP_E_UNUSED_GRID, 44 },
              { INDP_E_UNUSED_PRECISION, 45 },
              { INDP_E_UNUSED_MIN_RETRIES, 46 },
              { INDP_E_UNUSED_TIMING, 47 },
              { INDP_E_UNUSED_EMPIRICAL, 48 },
              { INDP_E_STRUCT_SIZE, 49 },
              { INDP_E_SELECTION, 50 },
              { INDP_E_UNUSED_SELECTION, 51 },
              { INDP_E_BUDGET, 52 },
              { INDP_E_QUANTILES, 53 },
              { INDP_E_EDGES, 54 },
              { INDP_E_SELECTION_EPSILON, 55 },
              { INDP_E_ALPHA, 60 },
              { INDP_E_ACCURACY, 61 },
              { INDP_E_NEIGHBOURS, 62 },
              { INDP_E_AUDIT_REACH, 63 },
              { INDP_E_BUFFER, 64 },
              { INDP_E_ROWS, 65 },
              { INDP_E_ANSWER, 66 },
              { INDP_E_BUSY, 70 },
              { INDP_E_STOPPED, 71 } };
#define COUNT (sizeof CODES / sizeof CODES[0])

static void known_codes(void)
{
    size_t i, j;
    for (i = 0; i < COUNT; i++) {
        const char *text = indp_status_message(CODES[i].code);
        CHECK(CODES[i].code == CODES[i].number);
        CHECK(text != NULL && text[0] != '\0');
        CHECK(text == indp_status_message(CODES[i].code));
        CHECK(strchr(text, '%') == NULL && strchr(text, '\n') == NULL);
        for (j = 0; j < i; j++)
            CHECK(strcmp(text, indp_status_message(CODES[j].code)) != 0);
    }
}

static int is_known(indp_status code)
{
    size_t i;
    for (i = 0; i < COUNT; i++)
        if (CODES[i].code == code)
            return 1;
    return 0;
}

static void unknown_code(indp_status code)
{
    const char *text = indp_status_message(code);
    size_t i;
    CHECK(text != NULL && text[0] != '\0');
    CHECK(text == indp_status_message(code));
    for (i = 0; i < COUNT; i++)
        CHECK(strcmp(text, indp_status_message(CODES[i].code)) != 0);
}

static void unknown_codes(void)
{
    indp_status code;
    unknown_code(INT32_MIN);
    unknown_code(INT32_MAX);
    for (code = -1; code < 1000; code++)
        if (!is_known(code))
            unknown_code(code);
}

static void versions(void)
{
    char text[64];
    sprintf(text, "%d.%d.%d", INDP_VERSION_MAJOR, INDP_VERSION_MINOR, INDP_VERSION_PATCH);
    CHECK(strcmp(indp_version_string(), text) == 0);
    CHECK(indp_version_major() == INDP_VERSION_MAJOR);
    CHECK(indp_version_minor() == INDP_VERSION_MINOR);
    CHECK(indp_version_patch() == INDP_VERSION_PATCH);
    CHECK(strcmp(EXPECTED_VERSION, text) == 0); /* the version in Cargo.toml */
}

int main(void)
{
    known_codes();
    unknown_codes();
    versions();
    CHECK_OK(indp_self_test());
    return check_done();
}
