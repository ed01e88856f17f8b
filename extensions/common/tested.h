/* Declares the self test that an engine makes before the first release. */
#ifndef INDPX_TESTED_H
#define INDPX_TESTED_H

#include "indp.h"

/* A build that computes wrongly on this machine must not release anything. The test runs once per
 * process; two threads that start together may both run it, which does no harm. */
indp_status indpx_tested(void);

#endif
