/* The table of the functions that may see private values, and of what replaces them. A function
 * that is not in the table is refused. A function may be called as it is only under three
 * conditions, which hold in every version of PostgreSQL from 13 on. For all values it raises no
 * error, warning or notice. It reads no catalog. It does not check the depth of the stack: a reader
 * can call a query with the stack nearly full, and the error would then depend on the values. */
#include "allow.h"
#include "limits.h"
#include "rules.h"

#include "access/htup_details.h"
#include "access/transam.h"
#include "catalog/namespace.h"
#include "catalog/pg_language.h"
#include "catalog/pg_namespace.h"
#include "catalog/pg_proc.h"
#include "catalog/pg_type.h"

#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "utils/syscache.h"

#define COMPARE(prefix) prefix "eq " prefix "ne " prefix "lt " prefix "le " prefix "gt " prefix "ge"
#define COMPARE_(prefix) \
    prefix "_eq " prefix "_ne " prefix "_lt " prefix "_le " prefix "_gt " prefix "_ge"
#define CROSS(a, b) \
    a "_eq_" b " " a "_ne_" b " " a "_lt_" b " " a "_le_" b " " a "_gt_" b " " a "_ge_" b
#define FOUR(prefix) prefix "pl " prefix "mi " prefix "mul " prefix "div"

#define AS_IS false
#define TOTAL true

static const char
    whole[] = "compares two machine integers",
    saturates[] = "a result out of range becomes the nearest value, x / 0 and x % 0 are NULL",
    bits[] = "works on bits", nans[] = "NaN is equal to itself and above all other values",
    ieee[] = "a result out of range becomes infinite or zero, x / 0 is NULL",
    domain[] = "NULL outside of the domain, infinite or zero beyond the range",
    rounds[] = "rounds to a whole float8; NaN and infinities are returned unchanged",
    roots[] = "defined everywhere, and neither overflows nor underflows",
    digits[] = "a result of too many digits is NULL", copies[] = "only copies digits",
    fits[] = "the type of the result covers the range of the argument; a float result is rounded",
    truth[] = "0 is false, and any other value is true",
    nearest[] = "a value out of range becomes the nearest one or infinite, NaN becomes NULL",
    overflow[] = "a date beyond the last timestamp is above all finite timestamps",
    range[] = "a result out of range is NULL", known[] = "raises errors for unknown fields only",
    bytes[] = "compares bytes under a deterministic collation",
    locale[] = "NULL for long texts, since a text that is converted for a locale could exceed 1 GB",
    grows[] = "a long result is NULL",
    parts[] = "skips invalid characters; a negative length gives NULL",
    valid[] = "a text that is not valid in the encoding of the database is NULL",
    match[] = "does not recurse, so it cannot exceed the limit of the stack; NULL after too many "
              "comparisons";

static const Allowed table[] = {
    { COMPARE("bool"), "bool,bool", AS_IS, ALWAYS, whole },
    { COMPARE("int2"), "int2,int2", AS_IS, ALWAYS, whole },
    { COMPARE("int4"), "int4,int4", AS_IS, ALWAYS, whole },
    { COMPARE("int8"), "int8,int8", AS_IS, ALWAYS, whole },
    { COMPARE("int24"), "int2,int4", AS_IS, ALWAYS, whole },
    { COMPARE("int42"), "int4,int2", AS_IS, ALWAYS, whole },
    { COMPARE("int28"), "int2,int8", AS_IS, ALWAYS, whole },
    { COMPARE("int82"), "int8,int2", AS_IS, ALWAYS, whole },
    { COMPARE("int48"), "int4,int8", AS_IS, ALWAYS, whole },
    { COMPARE("int84"), "int8,int4", AS_IS, ALWAYS, whole },
    { FOUR("int2") " int2mod mod", "int2,int2", TOTAL, ALWAYS, saturates },
    { FOUR("int4") " int4mod mod", "int4,int4", TOTAL, ALWAYS, saturates },
    { FOUR("int8") " int8mod mod", "int8,int8", TOTAL, ALWAYS, saturates },
    { FOUR("int24"), "int2,int4", TOTAL, ALWAYS, saturates },
    { FOUR("int42"), "int4,int2", TOTAL, ALWAYS, saturates },
    { FOUR("int28"), "int2,int8", TOTAL, ALWAYS, saturates },
    { FOUR("int82"), "int8,int2", TOTAL, ALWAYS, saturates },
    { FOUR("int48"), "int4,int8", TOTAL, ALWAYS, saturates },
    { FOUR("int84"), "int8,int4", TOTAL, ALWAYS, saturates },
    { "int2um int2abs abs", "int2", TOTAL, ALWAYS, saturates },
    { "int4um int4abs abs", "int4", TOTAL, ALWAYS, saturates },
    { "int8um int8abs abs", "int8", TOTAL, ALWAYS, saturates },
    { "int2up int2not", "int2", AS_IS, ALWAYS, bits },
    { "int4up int4not", "int4", AS_IS, ALWAYS, bits },
    { "int8up int8not", "int8", AS_IS, ALWAYS, bits },
    { "int2and int2or int2xor", "int2,int2", AS_IS, ALWAYS, bits },
    { "int4and int4or int4xor", "int4,int4", AS_IS, ALWAYS, bits },
    { "int8and int8or int8xor", "int8,int8", AS_IS, ALWAYS, bits },
    /* Shifts are left out, because C does not define a shift by a negative number. */

    { COMPARE("float4"), "float4,float4", AS_IS, ALWAYS, nans },
    { COMPARE("float8"), "float8,float8", AS_IS, ALWAYS, nans },
    { COMPARE("float48"), "float4,float8", AS_IS, ALWAYS, nans },
    { COMPARE("float84"), "float8,float4", AS_IS, ALWAYS, nans },
    { FOUR("float4"), "float4,float4", TOTAL, ALWAYS, ieee },
    { FOUR("float8"), "float8,float8", TOTAL, ALWAYS, ieee },
    { FOUR("float48"), "float4,float8", TOTAL, ALWAYS, ieee },
    { FOUR("float84"), "float8,float4", TOTAL, ALWAYS, ieee },
    { "float4um float4up float4abs abs", "float4", AS_IS, ALWAYS, bits },
    { "float8um float8up float8abs abs sign", "float8", AS_IS, ALWAYS, bits },
    { "round dround ceil ceiling floor trunc dtrunc", "float8", AS_IS, ALWAYS, rounds },
    { "cbrt dcbrt", "float8", AS_IS, ALWAYS, roots },
    { "sqrt dsqrt ln dlog1 log log10 dlog10 exp dexp", "float8", TOTAL, ALWAYS, domain },
    { "power pow dpow", "float8,float8", TOTAL, ALWAYS, domain },

    { COMPARE_("numeric"), "numeric,numeric", AS_IS, ALWAYS, nans },
    { "numeric_add numeric_sub numeric_mul numeric_div numeric_mod mod", "numeric,numeric", TOTAL,
      ALWAYS, digits },
    { "numeric_uminus numeric_uplus numeric_abs abs sign", "numeric", AS_IS, ALWAYS, copies },
    { "ceil ceiling floor round trunc", "numeric", TOTAL, ALWAYS, digits },
    { "round trunc", "numeric,int4", TOTAL, DIGITS, digits },
    { "numeric", "numeric,int4", TOTAL, MODIFIER, digits },

    { "int4 int8 float4 float8 numeric", "int2", AS_IS, ALWAYS, fits },
    { "int8 float4 float8 numeric", "int4", AS_IS, ALWAYS, fits },
    { "float4 float8 numeric", "int8", AS_IS, ALWAYS, fits },
    { "float8", "float4", AS_IS, ALWAYS, fits },
    { "bool", "int4", AS_IS, ALWAYS, truth },
    { "int4 text", "bool", AS_IS, ALWAYS, fits },
    { "int2", "int4", TOTAL, ALWAYS, nearest },
    { "int2 int4", "int8", TOTAL, ALWAYS, nearest },
    { "int2 int4 int8 numeric", "float4", TOTAL, ALWAYS, nearest },
    { "int2 int4 int8 float4 numeric", "float8", TOTAL, ALWAYS, nearest },
    { "int2 int4 int8 float4 float8", "numeric", TOTAL, ALWAYS, nearest },

    { COMPARE_("date"), "date,date", AS_IS, ALWAYS, whole },
    { COMPARE_("time"), "time,time", AS_IS, ALWAYS, whole },
    { COMPARE_("timestamp"), "timestamp,timestamp", AS_IS, ALWAYS, whole },
    { COMPARE_("timestamptz"), "timestamptz,timestamptz", AS_IS, ALWAYS, whole },
    { COMPARE_("interval"), "interval,interval", AS_IS, ALWAYS, "compares 128 bits" },
    { CROSS("date", "timestamp"), "date,timestamp", AS_IS, ALWAYS, overflow },
    { CROSS("timestamp", "date"), "timestamp,date", AS_IS, ALWAYS, overflow },
    { CROSS("date", "timestamptz"), "date,timestamptz", AS_IS, ALWAYS, overflow },
    { CROSS("timestamptz", "date"), "timestamptz,date", AS_IS, ALWAYS, overflow },
    { CROSS("timestamp", "timestamptz"), "timestamp,timestamptz", AS_IS, ALWAYS, overflow },
    { CROSS("timestamptz", "timestamp"), "timestamptz,timestamp", AS_IS, ALWAYS, overflow },
    { "date_pli date_mii", "date,int4", TOTAL, ALWAYS, range },
    { "integer_pl_date", "int4,date", TOTAL, ALWAYS, range },
    { "date_mi", "date,date", TOTAL, ALWAYS, "the difference of infinities is NULL" },
    { "date_pl_interval date_mi_interval", "date,interval", TOTAL, ALWAYS, range },
    { "timestamp_mi", "timestamp,timestamp", TOTAL, ALWAYS, range },
    { "timestamptz_mi", "timestamptz,timestamptz", TOTAL, ALWAYS, range },
    { "timestamp_pl_interval timestamp_mi_interval", "timestamp,interval", TOTAL, ALWAYS, range },
    { "timestamptz_pl_interval timestamptz_mi_interval", "timestamptz,interval", TOTAL, ALWAYS,
      range },
    { "time_mi_time", "time,time", AS_IS, ALWAYS, "less than a day" },
    { "timestamp timestamptz", "date", TOTAL, ALWAYS, range },
    { "date time", "timestamp", AS_IS, ALWAYS, "every timestamp has a date" },
    { "timestamptz", "timestamp", TOTAL, ALWAYS, range },
    { "date timestamp", "timestamptz", TOTAL, ALWAYS, range },
    { "time", "timestamptz", AS_IS, ALWAYS, "every timestamp has a time" },
    { "interval", "time", AS_IS, ALWAYS, fits },
    { "date_part", "text,date", TOTAL, FIELD, range },
    { "extract", "text,date", AS_IS, FIELD, known },
    { "date_part extract", "text,time", AS_IS, FIELD, known },
    { "date_part extract", "text,timestamp", AS_IS, FIELD, known },
    { "date_part extract", "text,timestamptz", AS_IS, FIELD, known },
    { "date_part extract", "text,interval", TOTAL, FIELD, range },
    { "date_trunc", "text,timestamp", TOTAL, TRUNCATE, range },
    { "date_trunc", "text,timestamptz", TOTAL, TRUNCATE, range },

    { "texteq textne", "text,text", AS_IS, EQUAL, bytes },
    { "bpchareq bpcharne", "bpchar,bpchar", AS_IS, EQUAL, bytes },
    { "text_lt text_le text_gt text_ge", "text,text", TOTAL, ORDER, locale },
    { "bpcharlt bpcharle bpchargt bpcharge", "bpchar,bpchar", TOTAL, ORDER, locale },
    { "lower upper", "text", TOTAL, ORDER, locale },
    { "textcat", "text,text", TOTAL, ALWAYS, grows },
    { "text", "bpchar", TOTAL, ALWAYS, parts },
    { "bpchar", "bpchar,int4,bool", TOTAL, LENGTH, valid },
    { "varchar", "varchar,int4,bool", TOTAL, LENGTH, valid },
    { "octet_length", "text", AS_IS, ALWAYS, "reads the length" },
    { "octet_length", "bpchar", AS_IS, ALWAYS, "reads the length" },
    { "length char_length character_length textlen", "text", TOTAL, ALWAYS, parts },
    { "length char_length character_length", "bpchar", TOTAL, ALWAYS, parts },
    { "substr substring", "text,int4,int4", TOTAL, ALWAYS, parts },
    { "substr substring left right", "text,int4", TOTAL, ALWAYS, parts },
    { "btrim ltrim rtrim", "text", TOTAL, ALWAYS, parts },
    { "btrim ltrim rtrim", "text,text", TOTAL, SET, parts },
    { "position strpos", "text,text", TOTAL, EQUAL, parts },
    { "starts_with", "text,text", TOTAL, EQUAL, parts },
    { "textlike textnlike like notlike", "text,text", TOTAL, LIKE, match },
    { "bpcharlike bpcharnlike", "bpchar,text", TOTAL, LIKE, match },
    { "texticlike texticnlike", "text,text", TOTAL, ILIKE, match },
    { "bpchariclike bpcharicnlike", "bpchar,text", TOTAL, ILIKE, match },

    { COMPARE_("uuid"), "uuid,uuid", AS_IS, ALWAYS, "compares 16 bytes" },
    /* The order of enums is left out, because for values added later it reads the catalog. */
    { "enum_eq enum_ne", "anyenum,anyenum", AS_IS, ALWAYS, "compares the OIDs of the values" },
};

bool indppg_allowed_entry(int number, Allowed *out)
{
    if (number < 0 || number >= (int)lengthof(table))
        return false;
    *out = table[number];
    return true;
}

/* The types of private values, and their names in the table. Arrays, records, ranges and domains
 * are left out, because their operators call those of other types, which a user can define. */
static const struct {
    Oid type;
    const char *name;
} types[] = {
    { BOOLOID, "bool" },           { INT2OID, "int2" },
    { INT4OID, "int4" },           { INT8OID, "int8" },
    { FLOAT4OID, "float4" },       { FLOAT8OID, "float8" },
    { NUMERICOID, "numeric" },     { TEXTOID, "text" },
    { VARCHAROID, "varchar" },     { BPCHAROID, "bpchar" },
    { DATEOID, "date" },           { TIMEOID, "time" },
    { TIMESTAMPOID, "timestamp" }, { TIMESTAMPTZOID, "timestamptz" },
    { INTERVALOID, "interval" },   { UUIDOID, "uuid" },
};

static const char *name_of_type(Oid type)
{
    for (int i = 0; i < (int)lengthof(types); i++)
        if (types[i].type == type)
            return types[i].name;
    return type == ANYENUMOID ? "anyenum" : NULL;
}

bool indppg_allowed_type(Oid type)
{
    return type != ANYENUMOID && (name_of_type(type) != NULL || type_is_enum(type));
}

/* The entry of a function, or NULL. Functions with an OID of FirstNormalObjectId or more are left
 * out, because users can create those. */
static const Allowed *find(Oid function, HeapTuple tuple)
{
    Form_pg_proc proc = (Form_pg_proc)GETSTRUCT(tuple);
    const char *name = NameStr(proc->proname);
    char arguments[64] = "";
    if (function >= FirstNormalObjectId || proc->pronamespace != PG_CATALOG_NAMESPACE ||
        proc->proretset || proc->prokind != PROKIND_FUNCTION || proc->pronargs > 3)
        return NULL;
    for (int i = 0; i < proc->pronargs; i++) {
        const char *type = name_of_type(proc->proargtypes.values[i]);
        if (type == NULL)
            return NULL;
        if (i > 0)
            strlcat(arguments, ",", sizeof arguments);
        strlcat(arguments, type, sizeof arguments);
    }
    for (const Allowed *entry = table; entry < table + lengthof(table); entry++)
        if (strcmp(arguments, entry->arguments) == 0 &&
            indppg_is_among(name, strlen(name), entry->names))
            return entry->replaced || proc->prolang == INTERNALlanguageId ? entry : NULL;
    return NULL;
}

/* The total function that replaces a function. It has the same name and types, and is in the schema
 * indp, in which only the owner of the extension may create functions. */
static Oid replacement(Form_pg_proc proc)
{
    Oid schema = get_namespace_oid("indp", true);
    Oid result = GetSysCacheOid3(PROCNAMEARGSNSP, Anum_pg_proc_oid, NameGetDatum(&proc->proname),
                                 PointerGetDatum(&proc->proargtypes), ObjectIdGetDatum(schema));
    if (!OidIsValid(result) || get_func_rettype(result) != proc->prorettype)
        return InvalidOid;
    return result;
}

bool indppg_allowed_call(Oid function, List *args, Oid collation, Oid *call, const char **rule)
{
    HeapTuple tuple = SearchSysCache1(PROCOID, ObjectIdGetDatum(function));
    const Allowed *entry = HeapTupleIsValid(tuple) ? find(function, tuple) : NULL;
    *call = function;
    if (entry == NULL)
        *rule = "only PostgreSQL's own functions and operators that cannot fail may see private "
                "values; apply others to the results";
    else
        *rule = indppg_broken_rule((Rule)entry->rule, entry->arguments, args, collation);
    if (*rule == NULL && entry->replaced) {
        *call = replacement((Form_pg_proc)GETSTRUCT(tuple));
        if (!OidIsValid(*call))
            *rule = "the extension in this database is of another version; ask the owner of the "
                    "extension to run ALTER EXTENSION indp UPDATE";
    }
    if (HeapTupleIsValid(tuple))
        ReleaseSysCache(tuple);
    return *rule == NULL;
}

/* Calls that read or write whole texts cost more than others. PostgreSQL's comparisons of texts are
 * fast, except those of char(n), which look for spaces at the end. */
static bool is_dear(const Allowed *entry)
{
    if (strncmp(entry->arguments, "bpchar", 6) == 0)
        return true;
    return entry->replaced && entry->rule != FIELD && entry->rule != TRUNCATE &&
           (strncmp(entry->arguments, "text", 4) == 0 ||
            strncmp(entry->arguments, "varchar", 7) == 0);
}

int indppg_cost(Oid function)
{
    HeapTuple tuple = SearchSysCache1(PROCOID, ObjectIdGetDatum(function));
    const Allowed *entry = HeapTupleIsValid(tuple) ? find(function, tuple) : NULL;
    bool dear = entry != NULL && is_dear(entry);
    if (HeapTupleIsValid(tuple))
        ReleaseSysCache(tuple);
    return dear ? DEAR : 1;
}

bool indppg_allowed_equality(Oid type, Oid collation)
{
    if (type == TEXTOID || type == VARCHAROID || type == BPCHAROID)
        return indppg_is_deterministic(collation);
    return indppg_allowed_type(type);
}

/* GREATEST and LEAST call a comparison that cannot be replaced. So for texts the collation must
 * compare bytes. */
bool indppg_allowed_comparison(Oid type, Oid collation)
{
    if (type == TEXTOID || type == VARCHAROID || type == BPCHAROID)
        return indppg_is_bytewise(collation);
    return indppg_allowed_type(type) && !type_is_enum(type);
}
