/* Tests that the bytes of a state are canonical: they do not depend on the order of the rows or
 * on how the rows were split into states that were then merged. The bytes can be read back. Bytes
 * that no state can have are refused. */
#include "../check.h"

#include <math.h>

enum { COUNT_SIZE = INDP_COUNT_STATE_SIZE, SUM_SIZE = INDP_SUM_STATE_SIZE };

static uint64_t read_u64(const unsigned char *bytes)
{
    uint64_t value = 0;
    int i;
    for (i = 7; i >= 0; i--)
        value = value << 8 | bytes[i];
    return value;
}

static void layout(void)
{
    unsigned char state[SUM_SIZE], bytes[SUM_SIZE];
    static const unsigned char head[8] = { 'i', 'n', 'd', 'p', 1, 1, 0, 0 };
    CHECK_OK(indp_count_init(state, COUNT_SIZE, 5));
    CHECK_OK(indp_count_add(state));
    CHECK_OK(indp_count_add_many(state, 6));
    CHECK_OK(indp_state_serialise(state, bytes, COUNT_SIZE));
    CHECK(memcmp(bytes, head, 8) == 0);
    CHECK(read_u64(bytes + 8) == 5 && read_u64(bytes + 16) == 7);

    CHECK_OK(indp_sum_init(state, SUM_SIZE, -1, 3, 0.5, 2));
    CHECK_OK(indp_state_add(state, 2.2));             /* 2.0 on the grid */
    CHECK_OK(indp_state_add(state, 1000));            /* clamped to 3 */
    CHECK_OK(indp_state_add(state, -HUGE_VAL));       /* -1 */
    CHECK_OK(indp_state_add(state, (double)NAN));     /* 0, the point of [-1, 3] nearest to 0 */
    CHECK_OK(indp_state_add_int64(state, INT64_MIN)); /* -1 */
    CHECK_OK(indp_state_serialise(state, bytes, SUM_SIZE));
    CHECK(memcmp(bytes, "indp\1\2\0\0", 8) == 0);
    CHECK(read_u64(bytes + 8) == 2 && read_u64(bytes + 16) == 5);
    CHECK(read_u64(bytes + 24) == UINT64_C(0xbff0000000000000)); /* -1.0 */
    CHECK(read_u64(bytes + 32) == UINT64_C(0x4008000000000000)); /* 3.0 */
    CHECK(read_u64(bytes + 40) == 0xffffffff);                   /* exponent -1, then zeros */
    CHECK(read_u64(bytes + 48) == (uint64_t)-2 && read_u64(bytes + 56) == 6); /* in steps of 1/2 */
    CHECK(read_u64(bytes + 64) == 6 && read_u64(bytes + 72) == 0);            /* 3.0 = 6 halves */
    CHECK_OK(indp_state_add(state, -1));
    CHECK_OK(indp_state_add(state, -1));
    CHECK_OK(indp_state_add(state, -1));
    CHECK_OK(indp_state_add(state, -1));
    CHECK_OK(indp_state_serialise(state, bytes, SUM_SIZE));
    CHECK(read_u64(bytes + 64) == (uint64_t)-2 && read_u64(bytes + 72) == UINT64_MAX);
}

/* Values whose sum is far above 2^53 grid steps, where a running sum of doubles loses low bits. */
static double value_at(int i)
{
    return i % 3 == 0 ? 1e6 - i * 0.37 : i % 3 == 1 ? -1.0 / (i + 1) : i * 1e-9;
}

static void any_order_and_split(void)
{
    enum { N = 3000, PARTS = 7 };
    unsigned char whole[SUM_SIZE], parts[PARTS][SUM_SIZE], many[SUM_SIZE], bytes[SUM_SIZE];
    static double values[N];
    int i;
    CHECK_OK(indp_sum_init(whole, SUM_SIZE, -1e6, 1e6, 0, 1));
    CHECK_OK(indp_sum_init(many, SUM_SIZE, -1e6, 1e6, 0, 1));
    for (i = 0; i < PARTS; i++)
        CHECK_OK(indp_sum_init(parts[i], SUM_SIZE, -1e6, 1e6, 0, 1));
    for (i = 0; i < N; i++) {
        values[i] = value_at(i);
        CHECK_OK(indp_state_add(whole, values[i]));
        CHECK_OK(indp_state_add(parts[(N - i) % PARTS], value_at(N - 1 - i)));
    }
    CHECK_OK(indp_state_add_many(many, values, N));
    for (i = PARTS - 1; i > 0; i--) {
        CHECK_OK(indp_state_serialise(parts[i], bytes, SUM_SIZE));
        memset(parts[i], 0, SUM_SIZE);
        CHECK_OK(indp_state_deserialise(parts[i], SUM_SIZE, bytes, SUM_SIZE));
        CHECK_OK(indp_state_merge(parts[0], parts[i]));
    }
    CHECK(memcmp(whole, parts[0], SUM_SIZE) == 0);
    CHECK(memcmp(whole, many, SUM_SIZE) == 0);
    CHECK(read_u64(whole + 16) == N);
}

static void wrong_bytes_are_refused(const unsigned char *good, size_t size)
{
    unsigned char state[SUM_SIZE], before[SUM_SIZE], bad[SUM_SIZE];
    size_t i;
    int bit;
    memset(before, 0x5a, sizeof before);
    for (i = 0; i < size; i++) { /* too short */
        memcpy(state, before, sizeof state);
        CHECK_STATUS(indp_state_deserialise(state, sizeof state, good, i), INDP_E_STATE);
        CHECK(memcmp(state, before, sizeof state) == 0);
    }
    CHECK_STATUS(indp_state_deserialise(state, sizeof state, good, size + 1), INDP_E_STATE);
    CHECK_STATUS(indp_state_deserialise(state, sizeof state, good, SIZE_MAX), INDP_E_LENGTH);
    CHECK_STATUS(indp_state_deserialise(state, size - 1, good, size), INDP_E_BUFFER);
    for (i = 0; i < 8; i++) /* the header except byte 5, the kind: a mean has the same format */
        for (bit = 0; bit < 8; bit++) {
            if (i == 5)
                continue;
            memcpy(bad, good, size);
            bad[i] ^= (unsigned char)(1 << bit);
            CHECK_STATUS(indp_state_deserialise(state, sizeof state, bad, size), INDP_E_STATE);
            CHECK(memcmp(state, before, sizeof state) == 0);
        }
    memcpy(bad, good, size);
    memset(bad + 8, 0, 8); /* rows per person: 0 */
    CHECK_STATUS(indp_state_deserialise(state, sizeof state, bad, size), INDP_E_STATE);
    /* If any other byte is changed, either the bytes must be refused, or the accepted state must
     * have the changed byte. */
    for (i = 5; i < size; i += i == 5 ? 3 : 1)
        for (bit = 0; bit < 8; bit++) {
            indp_status status;
            memcpy(bad, good, size);
            bad[i] ^= (unsigned char)(1 << bit);
            memcpy(state, before, sizeof state);
            status = indp_state_deserialise(state, sizeof state, bad, size);
            CHECK(status == INDP_OK || status == INDP_E_STATE);
            CHECK(memcmp(state, status == INDP_OK ? bad : before, size) == 0);
        }
}

static void patch(unsigned char *bytes, const unsigned char *good, size_t at, uint64_t value)
{
    int i;
    memcpy(bytes, good, SUM_SIZE);
    for (i = 0; i < 8; i++)
        bytes[at + (size_t)i] = (unsigned char)(value >> (8 * i));
}

/* Tests that bytes with invalid fields, or with fields that contradict each other, are refused. */
static void impossible_sums(const unsigned char *good)
{
    unsigned char state[SUM_SIZE], bad[SUM_SIZE];
    static const struct {
        size_t at;
        uint64_t value;
    } patches[] = {
        { 64, 1000 },                         /* more than rows * hi */
        { 72, 1 },                            /* 2^64 grid units */
        { 72, UINT64_MAX },                   /* far below rows * lo */
        { 16, 0 },                            /* no rows, yet a sum */
        { 32, UINT64_C(0xc008000000000000) }, /* hi below lo */
        { 24, UINT64_C(0x7ff8000000000000) }, /* NaN */
        { 56, (uint64_t)-5 },                 /* steps that do not match hi */
        { 48, UINT64_C(0x8000000000000000) }, /* more than 2^62 steps */
        { 56, UINT64_C(0x7fffffffffffffff) },
        { 40, UINT64_C(0x7fffffff) }, /* absurd grid exponents */
        { 40, UINT64_C(0x80000000) },
        { 40, UINT64_C(0x1ffffffff) } /* padding not zero */
    };
    size_t i;
    for (i = 0; i < sizeof patches / sizeof *patches; i++) {
        patch(bad, good, patches[i].at, patches[i].value);
        if (indp_state_deserialise(state, SUM_SIZE, bad, SUM_SIZE) != INDP_E_STATE) {
            printf("patch %d is accepted\n", (int)i);
            CHECK(0);
        }
    }
}

int main(void)
{
    unsigned char state[SUM_SIZE], bytes[SUM_SIZE];
    layout();
    any_order_and_split();
    CHECK_OK(indp_count_init(state, COUNT_SIZE, 5));
    CHECK_OK(indp_count_add_many(state, 12345));
    CHECK_OK(indp_state_serialise(state, bytes, COUNT_SIZE));
    wrong_bytes_are_refused(bytes, COUNT_SIZE);
    CHECK_OK(indp_sum_init(state, SUM_SIZE, -1, 3, 0.5, 2));
    CHECK_OK(indp_state_add(state, 2));
    CHECK_OK(indp_state_add(state, 1));
    CHECK_OK(indp_state_serialise(state, bytes, SUM_SIZE));
    wrong_bytes_are_refused(bytes, SUM_SIZE);
    impossible_sums(bytes);
    return check_done();
}
