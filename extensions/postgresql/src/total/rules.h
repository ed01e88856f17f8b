/* What the arguments or the collation of an allowed call must satisfy. */
#ifndef INDPPG_RULES_H
#define INDPPG_RULES_H

#include "postgres.h"

#include "nodes/pg_list.h"

typedef enum Rule {
    ALWAYS,
    EQUAL,    /* the collation is deterministic */
    ORDER,    /* the locale of the collation raises no errors */
    LIKE,     /* EQUAL, and the pattern is a short constant */
    ILIKE,    /* ORDER, and the pattern is a short constant */
    FIELD,    /* the field is a constant, and the type of the other argument has such a field */
    TRUNCATE, /* the field is a constant that date_trunc accepts */
    DIGITS,   /* the number of digits is a constant and not too large */
    MODIFIER, /* the precision and scale are constants */
    LENGTH,   /* the length is a constant; the cast is explicit and truncates */
    SET       /* the characters to trim are a short constant */
} Rule;

/* Returns the text of the rule that a call breaks, or NULL. `arguments` are the argument types in
 * the called function's entry in the table of allowed functions (allow.c). */
extern const char *indppg_broken_rule(Rule rule, const char *arguments, List *args, Oid collation);

/* Whether this is a deterministic collation that came with the server, in its recorded version.
 * Under such a collation, texts are equal only if their bytes are equal. */
extern bool indppg_is_deterministic(Oid collation);

/* Whether this collation orders texts by their bytes. */
extern bool indppg_is_bytewise(Oid collation);

/* Whether `word` is one of the words of `list`, which are separated by spaces. */
extern bool indppg_is_among(const char *word, size_t length, const char *list);

#endif
