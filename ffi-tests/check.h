/* Code shared by all test programs: checks that count failures, and bitwise comparisons. */
#ifndef CHECK_H
#define CHECK_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <indp.h>

static int check_failures;

/* Evaluates the condition once. After a failure the program goes on, so that one run can show
 * several failures. It prints the first 20. */
#define CHECK(condition) check_that(!!(condition), #condition, __FILE__, __LINE__)
#define CHECK_STATUS(call, expected) check_status((call), (expected), #call, __FILE__, __LINE__)
#define CHECK_OK(call) CHECK_STATUS(call, INDP_OK)

static inline int check_that(int holds, const char *text, const char *file, int line)
{
    if (!holds && ++check_failures <= 20)
        printf("%s:%d: check failed: %s\n", file, line, text);
    return holds;
}

static inline int check_status(indp_status got, indp_status expected, const char *text,
                               const char *file, int line)
{
    if (got != expected && ++check_failures <= 20)
        printf("%s:%d: %s gives %ld, not %ld\n", file, line, text, (long)got, (long)expected);
    return got == expected;
}

/* Returns the exit status of main. */
static inline int check_done(void)
{
    if (check_failures)
        printf("%d checks failed\n", check_failures);
    fflush(stdout);
    return check_failures ? 1 : 0;
}

static inline uint64_t bits_of(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static inline double double_of(uint64_t bits)
{
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

static inline int same_bits(double a, double b)
{
    return bits_of(a) == bits_of(b);
}

/* A value that no release returns. It detects writes, since a failed call must not change its
 * output. */
#define UNTOUCHED double_of(UINT64_C(0x7ff4dead0000beef))

static inline int is_untouched(double x)
{
    return same_bits(x, UNTOUCHED);
}

/* An output structure for a release, initialised as a caller would initialise it. */
static inline indp_value empty_value(void)
{
    indp_value value;
    memset(&value, 0, sizeof value);
    value.struct_size = sizeof value;
    return value;
}

static inline indp_audit empty_audit(void)
{
    indp_audit audit;
    memset(&audit, 0, sizeof audit);
    audit.struct_size = sizeof audit;
    return audit;
}

/* Releases a count. Checks that a failed release writes no output. */
static inline indp_status release_count(void *state, double epsilon, const indp_options *options,
                                        int64_t *out)
{
    indp_value value = empty_value();
    const indp_value before = value;
    indp_status status = indp_state_release_value(state, epsilon, options, &value);
    if (status != INDP_OK)
        CHECK(memcmp(&value, &before, sizeof value) == 0);
    else if (CHECK(value.tag == INDP_VALUE_INTEGER && value.label == NULL &&
                   same_bits(value.real, 0)))
        *out = value.integer;
    return status;
}

/* 2^e for -1074 <= e <= 1023, without libm. */
static inline double power_of_two(int e)
{
    return e >= -1022 ? double_of((uint64_t)(e + 1023) << 52)
                      : double_of(UINT64_C(1) << (e + 1074));
}

/* A mechanism with these options, which may be NULL. Returns NULL if the mechanism cannot be
 * made. */
static inline indp_snapping *mechanism(double epsilon, double sensitivity, double bound,
                                       const indp_options *options)
{
    indp_snapping *made = NULL;
    CHECK_OK(indp_snapping_new(epsilon, sensitivity, bound, options, &made));
    CHECK(made != NULL);
    return made;
}

/* New options with this grid, where 0 is the default grid. The caller may set other options. */
static inline indp_options *options_with_grid(double grid)
{
    indp_options *options = NULL;
    CHECK_OK(indp_options_new(&options));
    CHECK_OK(indp_options_set_grid(options, grid));
    return options;
}

/* A seeded mechanism with epsilon 1, sensitivity 1, no bound, and this grid. */
static inline indp_snapping *seeded(uint64_t seed, double grid)
{
    indp_options *options = options_with_grid(grid);
    indp_snapping *made;
    CHECK_OK(indp_options_set_insecure_seed(options, seed));
    made = mechanism(1, 1, double_of(UINT64_C(0x7ff0000000000000)), options);
    indp_options_free(options);
    return made;
}

#endif
