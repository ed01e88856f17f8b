/* The extension with a self test that fails: it must not load. run.sh renames its calls to this
 * one. */
#include "indp.h"

indp_status broken_self_test(void)
{
    return INDP_E_SELF_TEST;
}
