/* A self test that always fails. The tests of the SQLite and MariaDB extensions build an extension
 * that calls this function instead of indp_self_test, and check that nothing can be released. */
#include "indp.h"

indp_status broken_self_test(void)
{
    return INDP_E_SELF_TEST;
}
