/* The rules that the arguments and the collation of an allowed call must satisfy. All are decided
 * from the text of the query and from catalogs that hold no private values. */
#include "rules.h"

#include "datums.h"
#include "decimals.h"
#include "limits.h"

#include "access/htup_details.h"
#include "access/transam.h"
#include "catalog/pg_collation.h"
#include "catalog/pg_type.h"
#include "fmgr.h"
#include "mb/pg_wchar.h"
#include "nodes/primnodes.h"
#if PG_VERSION_NUM >= 160000
#include "varatt.h"
#endif

#include "utils/builtins.h"
#include "utils/fmgrprotos.h"
#include "utils/pg_locale.h"
#include "utils/syscache.h"

bool indppg_is_among(const char *word, size_t length, const char *list)
{
    for (const char *at = list + strspn(list, " "); *at != 0; at += strspn(at, " ")) {
        size_t n = strcspn(at, " ");
        if (n == length && memcmp(at, word, n) == 0)
            return true;
        at += n;
    }
    return false;
}

/* The OIDs of C and POSIX are the same in all versions, but not all versions have macros for
 * them. */
bool indppg_is_bytewise(Oid collation)
{
    return collation == 950 || collation == 951; /* C and POSIX */
}

/* Whether ICU or the C library still provides the version of this collation that the catalog
 * recorded. If not, the first use of the collation would warn in the middle of a query. */
static bool is_current(Oid collation, HeapTuple tuple)
{
    LOCAL_FCINFO(call, 1);
    bool isnull;
    Datum actual, recorded;
    recorded = SysCacheGetAttr(COLLOID, tuple, Anum_pg_collation_collversion, &isnull);
    if (isnull)
        return true;
    InitFunctionCallInfoData(*call, NULL, 1, InvalidOid, NULL, NULL);
    call->args[0].value = ObjectIdGetDatum(collation);
    call->args[0].isnull = false;
    actual = pg_collation_actual_version(call);
    return !call->isnull && strcmp(TextDatumGetCString(actual), TextDatumGetCString(recorded)) == 0;
}

/* PostgreSQL loads a locale when it compares the first text. If the system no longer has the
 * locale, the error is raised here instead, before any row is read and anything is charged. */
static void load(Oid collation)
{
    if (!indppg_is_bytewise(collation) && collation != DEFAULT_COLLATION_OID)
        (void)pg_newlocale_from_collation(collation);
}

bool indppg_is_deterministic(Oid collation)
{
    HeapTuple tuple;
    bool result;
    if (!OidIsValid(collation) || collation >= FirstNormalObjectId)
        return false;
    tuple = SearchSysCache1(COLLOID, ObjectIdGetDatum(collation));
    if (!HeapTupleIsValid(tuple))
        return false;
    result =
        ((Form_pg_collation)GETSTRUCT(tuple))->collisdeterministic && is_current(collation, tuple);
    ReleaseSysCache(tuple);
    if (result)
        load(collation);
    return result;
}

/* Whether texts can be compared by this collation without any error. In encodings other than UTF-8,
 * the C library and ICU can fail to convert a valid text. */
static bool is_ordered(Oid collation)
{
    if (indppg_is_bytewise(collation))
        return true;
    return indppg_is_deterministic(collation) && GetDatabaseEncoding() == PG_UTF8;
}

/* The argument with this number if it is a constant, or a null pointer. The constant itself may be
 * an SQL NULL. */
static const Const *constant(List *args, int number)
{
    Node *node = number < list_length(args) ? list_nth(args, number) : NULL;
    return node != NULL && IsA(node, Const) ? (Const *)node : NULL;
}

static bool is_pattern(const Const *pattern)
{
    text *bytes;
    int backslashes = 0;
    if (pattern == NULL || pattern->constisnull)
        return pattern != NULL;
    bytes = indppg_text_of(pattern);
    if (VARSIZE_ANY_EXHDR(bytes) > LONGEST_PATTERN)
        return false;
    while (backslashes < (int)VARSIZE_ANY_EXHDR(bytes) &&
           VARDATA_ANY(bytes)[VARSIZE_ANY_EXHDR(bytes) - 1 - backslashes] == '\\')
        backslashes++;
    return backslashes % 2 == 0;
}

#define YEARS "millennium century decade year quarter month"
#define DAYS " week day isoyear dow isodow doy"
#define TIMES " hour minute second"
#define FRACTIONS " milliseconds microseconds"

/* Whether this constant is a field of the type of the other argument. The lists contain only fields
 * that every supported version of PostgreSQL knows. */
static bool is_field(const Const *field, const char *arguments, Rule rule)
{
    const char *list = YEARS DAYS TIMES FRACTIONS " epoch"; /* of timestamps */
    text *bytes;
    if (field == NULL || field->constisnull)
        return false;
    bytes = indppg_text_of(field);
    if (rule == TRUNCATE)
        list = YEARS " week day" TIMES;
    else if (strcmp(arguments, "text,date") == 0)
        list = YEARS DAYS " epoch";
    else if (strcmp(arguments, "text,time") == 0)
        list = TIMES FRACTIONS " epoch";
    else if (strcmp(arguments, "text,interval") == 0)
        list = YEARS " day" TIMES FRACTIONS " epoch";
    return indppg_is_among(VARDATA_ANY(bytes), VARSIZE_ANY_EXHDR(bytes), list);
}

static bool is_number(const Const *number, int low, int high)
{
    int32 value = number == NULL || number->constisnull ? 0 : indppg_int4_of(number);
    return number != NULL && !number->constisnull && value >= low && value <= high;
}

static bool is_modifier(const Const *modifier)
{
    int32 value;
    if (modifier == NULL || modifier->constisnull)
        return false;
    value = indppg_int4_of(modifier);
    return value < (int32)VARHDRSZ ||
           (indppg_scale_of(value) >= -MOST_DIGITS && indppg_scale_of(value) <= MOST_DIGITS);
}

static bool is_set(const Const *set)
{
    return set != NULL &&
           (set->constisnull || VARSIZE_ANY_EXHDR(indppg_text_of(set)) <= MOST_TRIMMED);
}

const char *indppg_broken_rule(Rule rule, const char *arguments, List *args, Oid collation)
{
    const Const *last = constant(args, list_length(args) - 1);
    bool sensitive = rule == EQUAL || rule == LIKE, ordered = rule == ORDER || rule == ILIKE;
    if (sensitive && !indppg_is_deterministic(collation))
        return "private texts need a deterministic collation that came with the server and whose "
               "recorded version is the current one; otherwise add COLLATE \"C\"";
    if (ordered && !is_ordered(collation))
        return "<, <=, >, >=, lower, upper and ILIKE on private texts need a database encoded in "
               "UTF-8 and a deterministic collation that came with the server and whose recorded "
               "version is the current one; otherwise add COLLATE \"C\"";
    if ((rule == LIKE || rule == ILIKE) && !is_pattern(last))
        return "the pattern of LIKE must be a constant of at most " LONGEST_PATTERN_AS_TEXT
               " bytes and must not end in an unpaired backslash; ESCAPE is not allowed";
    if ((rule == FIELD || rule == TRUNCATE) && !is_field(constant(args, 0), arguments, rule))
        return "the field of extract, date_part and date_trunc must be a constant, in lower case, "
               "that names a field of the argument's type, such as 'year'; julian, fields of the "
               "time zone, week of an interval in extract, and fractions of a second in date_trunc "
               "are not allowed";
    if (rule == DIGITS && !is_number(last, -MOST_DIGITS, MOST_DIGITS))
        return "the number of digits must be a constant from -" MOST_DIGITS_AS_TEXT
               " to " MOST_DIGITS_AS_TEXT;
    if (rule == SET && !is_set(last))
        return "the characters to trim must be a constant of at most " MOST_TRIMMED_AS_TEXT
               " bytes";
    if (rule == MODIFIER && !is_modifier(last))
        return "the precision and scale of numeric must be constants, and the scale must be from "
               "-" MOST_DIGITS_AS_TEXT " to " MOST_DIGITS_AS_TEXT;
    if (rule == LENGTH &&
        !(last != NULL && !last->constisnull && indppg_bool_of(last) &&
          is_number(constant(args, 1), PG_INT32_MIN, LONGEST_TEXT + (int)VARHDRSZ)))
        return "a cast to char(n) or varchar(n) must be explicit, to at most " LONGEST_TEXT_AS_TEXT
               " characters";
    return NULL;
}
