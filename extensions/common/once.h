/* Declares the library's self-test, run once per process. */
#ifndef INDPX_ONCE_H
#define INDPX_ONCE_H

#include "indp.h"

/* A build that computes wrongly on this machine must not release anything. The test runs once per
 * process; two threads that start together may both run it, which does no harm. */
indp_status indpx_test_once(void);

#endif
