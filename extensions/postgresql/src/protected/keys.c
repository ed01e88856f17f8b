/* Reads the public lists of a policy: the keys of groups, the bounds of columns and the candidates
 * of modes. The texts of the lists become values through the input function of a type. The input
 * functions of all types that occur here are PostgreSQL's own. */
#include "protected.h"

#include "access/transam.h"
#include "catalog/pg_type.h"
#include "nodes/makefuncs.h"
#include "total/allow.h"
#include "total/limits.h"
#include "utils/array.h"
#include "utils/builtins.h"
#include "utils/guc.h"
#include "utils/lsyscache.h"
#include "utils/numeric.h"

/* The list of this name in an object of the policy, as texts; NIL if there is none. */
static List *texts_of(Jsonb *object, const char *name)
{
    JsonbValue key, *list, item;
    JsonbIterator *iterator;
    JsonbIteratorToken token;
    List *texts = NIL;
    key.type = jbvString;
    key.val.string.val = (char *)name;
    key.val.string.len = (int)strlen(name);
    list = findJsonbValueFromContainer(&object->root, JB_FOBJECT, &key);
    if (list == NULL || list->type != jbvBinary)
        return NIL;
    iterator = JsonbIteratorInit(list->val.binary.data);
    while ((token = JsonbIteratorNext(&iterator, &item, true)) != WJB_DONE)
        if (token == WJB_ELEM)
            switch (item.type) {
            case jbvString:
                texts = lappend(texts, pnstrdup(item.val.string.val, item.val.string.len));
                break;
            case jbvNumeric:
                texts = lappend(texts, DatumGetCString(DirectFunctionCall1(
                                           numeric_out, NumericGetDatum(item.val.numeric))));
                break;
            case jbvBool:
                texts = lappend(texts, pstrdup(item.val.boolean ? "true" : "false"));
                break;
            default:
                indppg_refuse_query("the policy is damaged; the owner of the source must call "
                                    "indp.protect again");
            }
    return texts;
}

/* The names in an object of the policy, with commas. */
static const char *names_of(Jsonb *object)
{
    JsonbIterator *iterator = JsonbIteratorInit(&object->root);
    JsonbIteratorToken token;
    JsonbValue item;
    StringInfoData out;
    initStringInfo(&out);
    while ((token = JsonbIteratorNext(&iterator, &item, true)) != WJB_DONE)
        if (token == WJB_KEY)
            appendStringInfo(&out, "%s%.*s", out.len == 0 ? "" : ", ", item.val.string.len,
                             item.val.string.val);
    return out.len == 0 ? "no column" : out.data;
}

/* Fixes the settings with which texts are read, so that no setting of a reader changes which date
 * or time they mean. Returns what AtEOXact_GUC needs to restore the settings. */
static int fix_settings(void)
{
    int nest = NewGUCNestLevel();
    indppg_force("DateStyle", "ISO, YMD");
    indppg_force("IntervalStyle", "postgres");
    indppg_force("TimeZone", "UTC");
    indppg_force("timezone_abbreviations", "Default");
    return nest;
}

/* Converts the texts to values of this type. */
static Datum *values_of(List *texts, Oid type, int32 typmod)
{
    Datum *values = palloc(list_length(texts) * sizeof *values);
    int n = 0, nest = fix_settings();
    FmgrInfo function;
    Oid input, parameter;
    ListCell *cell;
    getTypeInputInfo(type, &input, &parameter);
    fmgr_info(input, &function);
    foreach (cell, texts)
        values[n++] = InputFunctionCall(&function, lfirst(cell), parameter, typmod);
    AtEOXact_GUC(false, nest);
    return values;
}

static Const *constant(Datum value, Oid type)
{
    int16 length;
    bool by_value;
    get_typlenbyval(type, &length, &by_value);
    return makeConst(type, -1, get_typcollation(type), length, value, false, by_value);
}

static Const *array_of(List *texts, Oid type, int32 typmod, Oid collation)
{
    int16 length;
    bool by_value;
    char align;
    ArrayType *array;
    get_typlenbyvalalign(type, &length, &by_value, &align);
    array = construct_array(values_of(texts, type, typmod), list_length(texts), type, length,
                            by_value, align);
    return makeConst(get_array_type(type), -1, collation, -1, PointerGetDatum(array), false, false);
}

/* Refuses long keys, since bound.c does not tell long values apart. A char(n) is padded, so it
 * is the value that counts, and not its text. */
static void require_short(const Const *list, Oid type)
{
    Datum *keys;
    int n;
    int16 length;
    bool by_value;
    char align;
    get_typlenbyvalalign(type, &length, &by_value, &align);
    if (length != -1)
        return;
    deconstruct_array(DatumGetArrayTypeP(list->constvalue), type, length, by_value, align, &keys,
                      NULL, &n);
    for (int i = 0; i < n; i++)
        if (VARSIZE_ANY_EXHDR(DatumGetPointer(keys[i])) > LONGEST_TEXT)
            indppg_refuse_query("the policy lists a key of more than " LONGEST_TEXT_AS_TEXT
                                " bytes");
}

/* The keys of this column as an array. */
Const *indppg_key_list(const Policy *policy, const char *column, Oid type, int32 typmod,
                       Oid collation)
{
    List *texts = texts_of(policy->keys, column);
    Const *list;
    if (texts == NIL)
        indppg_refuse_query_because(INDPPG_NO_KEYS,
                                    psprintf("The column %s has none. These have one: %s.", column,
                                             names_of(policy->keys)));
    if (!indppg_allowed_type(type) || !indppg_allowed_equality(type, collation))
        indppg_refuse_query("a column of GROUP BY has a type or a collation that is not allowed; "
                            "the owner can protect a view that casts the column or changes its "
                            "collation");
    list = array_of(texts, type, typmod, collation);
    require_short(list, type);
    return list;
}

bool indppg_bounds(const Policy *policy, const char *column, Oid type, Const **lo, Const **hi)
{
    List *texts = texts_of(policy->columns, column);
    Datum *values;
    if (list_length(texts) != 2)
        return false;
    values = values_of(texts, type, -1);
    *lo = constant(values[0], type);
    *hi = constant(values[1], type);
    return true;
}

/* The candidates of this column: its list in the policy's `columns`, if it is a text column. If
 * there is none, its list in the policy's `keys`. NULL if there is no list. */
Const *indppg_candidates(const Policy *policy, const char *column, Oid element)
{
    List *texts = element == TEXTOID ? texts_of(policy->columns, column) : NIL;
    if (texts == NIL)
        texts = texts_of(policy->keys, column);
    return texts == NIL ? NULL : array_of(texts, element, -1, get_typcollation(element));
}
