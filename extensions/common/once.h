/* Declares the library's self-test, run once per process. */
#ifndef INDPX_ONCE_H
#define INDPX_ONCE_H

#include "indp.h"

/* Runs the test unless it has already passed in this process. A build that computes wrongly on this
 * machine must not release anything. Threads that start together may each run the test, which does
 * no harm. */
indp_status indpx_test_once(void);

#endif
