#include "once.h"

indp_status indpx_test_once(void)
{
    static volatile int passed;
    indp_status status = passed ? INDP_OK : indp_self_test();
    if (status == INDP_OK)
        passed = 1;
    return status;
}
