/* Tests that status messages and versions are static texts and never NULL. Each known code must
 * have its own message. The message of an unknown code must differ from the messages of known
 * codes. */
#include "../check.h"

static const indp_status CODES[] = {
    INDP_OK, INDP_E_NULL, INDP_E_EPSILON, INDP_E_SENSITIVITY, INDP_E_BOUND, INDP_E_GRID,
    INDP_E_LAMBDA, INDP_E_PRECISION, INDP_E_ENTROPY, INDP_E_NO_MEMORY, INDP_E_PANIC, INDP_E_LENGTH,
    INDP_E_LO, INDP_E_HI, INDP_E_RANGE, INDP_E_ROWS_PER_PERSON, INDP_E_STATE,
    INDP_E_STATE_MISMATCH, INDP_E_RELEASED, INDP_E_TOO_MANY_ROWS, INDP_E_SELF_TEST
};
#define COUNT ((indp_status)(sizeof CODES / sizeof CODES[0]))

static void known_codes(void)
{
    indp_status a, b;
    for (a = 0; a < COUNT; a++) {
        const char *text = indp_status_message(a);
        CHECK(CODES[a] == a); /* the numbers are part of the ABI */
        CHECK(text != NULL && text[0] != '\0');
        CHECK(text == indp_status_message(a));
        CHECK(strchr(text, '%') == NULL && strchr(text, '\n') == NULL);
        for (b = 0; b < a; b++)
            CHECK(strcmp(text, indp_status_message(b)) != 0);
    }
}

static void unknown_codes(void)
{
    static const indp_status unknown[] = { INT32_MIN, -1, 9999, INT32_MAX, COUNT };
    size_t i;
    indp_status known;
    for (i = 0; i < sizeof unknown / sizeof unknown[0]; i++) {
        const char *text = indp_status_message(unknown[i]);
        CHECK(text != NULL && text[0] != '\0');
        CHECK(text == indp_status_message(unknown[i]));
        for (known = 0; known < COUNT; known++)
            CHECK(strcmp(text, indp_status_message(known)) != 0);
    }
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
