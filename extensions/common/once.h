/* Declares the library's self-test, run once per process. */
#ifndef INDPX_ONCE_H
#define INDPX_ONCE_H

#include "indp.h"

/* A build that computes wrongly on this machine must not release anything. The test runs until it
 * has passed once in this process. Threads that start together may each run it, which does no
 * harm. */
indp_status indpx_test_once(void);

#endif
