/* What one row may cost. Time is outside of the privacy claim (B8), but a reader must not be able
 * to make the presence of one row expensive. So everything that a reader may compute over a row is
 * limited. The approver refuses what it can see in the statement, with the limit in the message.
 * Values that are too long are read as NULL, whatever the query does with them. bench/dearest.sh
 * searches for the dearest calls within these limits. */
#ifndef INDPPG_LIMITS_H
#define INDPPG_LIMITS_H

/* Bytes of a constant or a parameter, and of an IN, ANY or ALL list with all its elements. */
#define LONGEST_CONSTANT 1024
#define LONGEST_LIST 8192

/* Elements of such a list, and characters of a char(n) beside it. */
#define MOST_ELEMENTS 1000
#define LONGEST_LISTED 256

/* Lists of keys that are longer are tested before the conditions of a reader. */
#define LONG_LIST 100

/* Bytes of a parameter of an aggregate that is a list, such as candidates. A row is looked up in
 * it, so its length hardly matters. */
#define LONGEST_CANDIDATES (1024 * 1024)

/* Bytes of a text that an expression over private columns reads or makes. Longer ones are NULL. */
#define LONGEST_TEXT 8192

/* Bytes of the texts that such an expression passes to a locale. Longer ones give NULL. */
#define LONGEST_LOCALE 1024

/* Digits before and after the point of a numeric. A number with more is NULL. */
#define MOST_DIGITS 100

/* Bytes of the pattern of LIKE, and the comparisons of characters after which it gives NULL. */
#define LONGEST_PATTERN 100
#define MOST_COMPARISONS 20000

/* Characters in the second argument of btrim, ltrim and rtrim: each character of the text is
 * compared with all of them. */
#define MOST_TRIMMED 16

/* Operations over private columns in one block, of which some count DEAR times; and how deeply
 * they may be nested. */
#define MOST_OPERATIONS 200
#define DEAR 10
#define MOST_DEPTH 50

#define INDPPG_TEXT_OF(NUMBER) #NUMBER
#define INDPPG_LIMIT(NUMBER) INDPPG_TEXT_OF(NUMBER)

/* The numbers that messages contain. */
#define LONGEST_CONSTANT_AS_TEXT INDPPG_LIMIT(LONGEST_CONSTANT)
#define LONGEST_LIST_AS_TEXT INDPPG_LIMIT(LONGEST_LIST)
#define MOST_ELEMENTS_AS_TEXT INDPPG_LIMIT(MOST_ELEMENTS)
#define LONGEST_LISTED_AS_TEXT INDPPG_LIMIT(LONGEST_LISTED)
#define LONGEST_TEXT_AS_TEXT INDPPG_LIMIT(LONGEST_TEXT)
#define MOST_DIGITS_AS_TEXT INDPPG_LIMIT(MOST_DIGITS)
#define LONGEST_PATTERN_AS_TEXT INDPPG_LIMIT(LONGEST_PATTERN)
#define MOST_TRIMMED_AS_TEXT INDPPG_LIMIT(MOST_TRIMMED)
#define MOST_OPERATIONS_AS_TEXT INDPPG_LIMIT(MOST_OPERATIONS)
#define DEAR_AS_TEXT INDPPG_LIMIT(DEAR)
#define MOST_DEPTH_AS_TEXT INDPPG_LIMIT(MOST_DEPTH)

#endif
