/* A program with symbols of its own that GMP and MPFR use too. Whatever they do, the library's private
 * arithmetic is not touched: here each of them aborts. Linked with -rdynamic, so that a shared library
 * would find them too. */
#include "../check.h"

#define FOREIGN(name) void name(void); void name(void) { puts(#name " was called"); abort(); }

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

int main(void)
{
    indp_snapping *coarse = seeded(1, 1), *fine = seeded(1, power_of_two(-1000));
    double out, more;
    CHECK_OK(indp_self_test());
    CHECK_OK(indp_snapping_release(coarse, 3, &out));
    CHECK_OK(indp_snapping_release(fine, 3, &more)); /* the exact path, on the same tape */
    CHECK(more - out <= 0.5 && out - more <= 0.5);
    indp_snapping_free(coarse);
    indp_snapping_free(fine);
    return check_done();
}
