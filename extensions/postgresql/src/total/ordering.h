/* Declares the change between upper and lower case by a locale, which raises no error. */
#ifndef INDPPG_ORDERING_H
#define INDPPG_ORDERING_H

#include "postgres.h"

#include "fmgr.h"

extern Datum indppg_change_case(PGFunction function, Datum value, Oid collation);

#endif
