/* Tests that constructors copy options, so that options may be changed, used again and freed. If
 * several entropy sources are set, the last one must be used. */
#include "../tape.h"

/* The first three releases of 0 on a grid of 2^-60, which identify the entropy source of a
 * mechanism. */
struct print {
    double out[3];
};

static struct print take(const indp_snapping *m)
{
    struct print print;
    int i;
    for (i = 0; i < 3; i++)
        CHECK_OK(indp_snapping_release(m, 0, &print.out[i]));
    return print;
}

static int same(struct print a, struct print b)
{
    return memcmp(&a, &b, sizeof a) == 0;
}

static struct print print_of_seed(uint64_t seed)
{
    indp_snapping *m = seeded(seed, power_of_two(-60));
    struct print print = take(m);
    indp_snapping_free(m);
    return print;
}

static void copied(void)
{
    indp_options *options = options_with_grid(power_of_two(-60));
    indp_snapping *one, *two;
    CHECK_OK(indp_options_set_insecure_seed(options, 1));
    one = mechanism(1, 1, 1e300 * 1e300, options);
    /* Options are used again for another mechanism. */
    CHECK_OK(indp_options_set_insecure_seed(options, 2));
    two = mechanism(1, 1, 1e300 * 1e300, options);
    CHECK_OK(indp_options_set_grid(options, 4096));
    indp_options_free(options);
    CHECK(same(take(one), print_of_seed(1)));
    CHECK(same(take(two), print_of_seed(2)));
    CHECK(same_bits(indp_snapping_grid(one), power_of_two(-60)));
    CHECK(!same(print_of_seed(1), print_of_seed(2)));
    indp_snapping_free(two);
    indp_snapping_free(one);
}

static void last_source_wins(void)
{
    uint64_t words[] = { UINT64_C(0x5000000000000000),
                         UINT64_C(0x5000000000000001),
                         UINT64_C(0x5000000000000002),
                         7,
                         7,
                         7,
                         7,
                         7 };
    struct tape tape = { NULL, 0, 0, 0, 0, 0, 0 };
    indp_options *options = options_with_grid(power_of_two(-40));
    indp_snapping *m;
    tape.words = words;
    tape.length = sizeof words / sizeof *words;

    CHECK_OK(indp_options_set_insecure_seed(options, 1));
    CHECK_OK(indp_options_set_entropy_callback(options, tape_fill, &tape));
    m = mechanism(1, 1, 1e300, options);
    take(m);
    CHECK(tape.calls > 0); /* the callback was called */
    indp_snapping_free(m);

    tape.calls = 0;
    CHECK_OK(indp_options_set_grid(options, power_of_two(-60)));
    CHECK_OK(indp_options_set_insecure_seed(options, 1));
    m = mechanism(1, 1, 1e300 * 1e300, options);
    CHECK(same(take(m), print_of_seed(1))); /* the seed was used */
    CHECK(tape.calls == 0);
    indp_snapping_free(m);
    indp_options_free(options);
}

/* Without options the entropy comes from the operating system, so two handles release different
 * values. */
static void default_is_entropy(void)
{
    indp_options *options = options_with_grid(power_of_two(-60));
    indp_snapping *one = mechanism(1, 1, 1e300 * 1e300, options);
    indp_snapping *two = mechanism(1, 1, 1e300 * 1e300, options);
    indp_options_free(options);
    CHECK(!same(take(one), take(two)));
    indp_snapping_free(one);
    indp_snapping_free(two);
    one = mechanism(0.5, 3, 100, NULL);
    CHECK(same_bits(indp_snapping_lambda(one), 6));
    CHECK(same_bits(indp_snapping_grid(one), 8));
    indp_snapping_free(one);
}

int main(void)
{
    copied();
    last_source_wins();
    default_is_entropy();
    return check_done();
}
