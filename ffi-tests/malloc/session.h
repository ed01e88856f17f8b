/* Declares the interface between main.c, which makes memory allocations fail, and session.c, which
 * uses the library. */
#ifndef SESSION_H
#define SESSION_H

/* Runs one life cycle of all objects. Returns the number of statuses that were neither INDP_OK nor
 * INDP_E_NO_MEMORY, plus the number of failed calls that did not leave their outputs as documented.
 * Prints nothing, and allocates no memory itself. */
typedef int session_function(void);

int indp_test_session(void);

#endif
