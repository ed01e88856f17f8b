/* Tests a program that itself defines symbols of GMP, MPFR and the Rust runtime. The library must
 * not call them, since its own copies are private. Each of these functions aborts if it is called.
 * The program is linked with -rdynamic, so that a shared library that did call them would find
 * them. */
#include "../check.h"

#define FOREIGN(name)              \
    void name(void);               \
    void name(void)                \
    {                              \
        puts(#name " was called"); \
        abort();                   \
    }

FOREIGN(__gmpz_init)
FOREIGN(__gmpz_mul)
FOREIGN(__gmpz_add)
FOREIGN(__gmpq_init)
FOREIGN(__gmpq_add)
FOREIGN(__gmpq_mul)
FOREIGN(__gmpn_mul)
FOREIGN(__gmpn_add_n)
FOREIGN(__gmpn_mul_1)
FOREIGN(__gmp_default_allocate)
FOREIGN(__gmp_set_memory_functions)
FOREIGN(mpfr_log)
FOREIGN(mpfr_init2)
FOREIGN(mpfr_add)
FOREIGN(mpfr_mul)
FOREIGN(mpfr_get_d)
FOREIGN(mpfr_clear)
FOREIGN(mpfr_free_cache)
FOREIGN(rust_eh_personality)
FOREIGN(__rust_alloc)

/* With empirical precision, MPFR computes every weight and sum. The answers must equal those that
 * the library computes with 128-bit integers. */
static void selections(void)
{
    static const indp_eta eta = { 3, 2, 1 };
    static const double utilities[3] = { 0, 1, 2 };
    indp_options *options = options_with_grid(0);
    indp_exponential *plain = NULL, *exact = NULL;
    size_t a = 7, b = 8;
    int i;
    CHECK_OK(indp_options_set_insecure_seed(options, 3));
    CHECK_OK(indp_exponential_new(&eta, 0, 2, 3, options, &plain));
    CHECK_OK(indp_options_set_empirical_precision(options, 1));
    CHECK_OK(indp_exponential_new(&eta, 0, 2, 3, options, &exact));
    for (i = 0; i < 50; i++) {
        CHECK_OK(indp_exponential_select(plain, utilities, 3, &a));
        CHECK_OK(indp_exponential_select(exact, utilities, 3, &b));
        CHECK(a == b);
    }
    indp_exponential_free(plain);
    indp_exponential_free(exact);
    indp_options_free(options);
}

int main(void)
{
    indp_snapping *coarse = seeded(1, 1), *fine = seeded(1, power_of_two(-1000));
    double out, more;
    CHECK_OK(indp_self_test());
    CHECK_OK(indp_snapping_release(coarse, 3, &out));
    /* Takes the exact path, with the same random words. */
    CHECK_OK(indp_snapping_release(fine, 3, &more));
    CHECK(more - out <= 0.5 && out - more <= 0.5);
    indp_snapping_free(coarse);
    indp_snapping_free(fine);
    selections();
    return check_done();
}
