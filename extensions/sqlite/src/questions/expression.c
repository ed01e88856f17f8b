#include "expression.h"

#include <string.h>

enum { MOST_LENGTH = 10000, MOST_DEPTH = 32, MOST_PATTERN = 1000, MOST_NAME = 128 };

/* Functions that never fail, whatever the values of their arguments. For each, the table has the
 * least and the largest number of arguments. Other functions may fail: abs() for the smallest
 * integer, JSON functions for text that is not JSON, replace() and printf() if the result is too
 * long, trim() if its second argument is long, and date functions with a modifier if local time is
 * unknown. */
static const struct {
    const char *name;
    int least, most;
} FUNCTIONS[] = {
    { "coalesce", 2, 100 }, { "ifnull", 2, 2 },    { "nullif", 2, 2 }, { "iif", 3, 3 },
    { "min", 2, 100 },      { "max", 2, 100 },     { "round", 1, 2 },  { "sign", 1, 1 },
    { "length", 1, 1 },     { "lower", 1, 1 },     { "upper", 1, 1 },  { "trim", 1, 1 },
    { "ltrim", 1, 1 },      { "rtrim", 1, 1 },     { "substr", 2, 3 }, { "instr", 2, 2 },
    { "typeof", 1, 1 },     { "unicode", 1, 1 },   { "date", 1, 1 },   { "time", 1, 1 },
    { "datetime", 1, 1 },   { "julianday", 1, 1 },
};
enum { FUNCTION_COUNT = sizeof FUNCTIONS / sizeof *FUNCTIONS };

/* Keywords that are accepted anywhere. IN, LIKE, CAST, AS and COLLATE are handled one by one. */
static const char *const KEYWORDS[] = { "AND",     "OR",      "NOT",  "IS",   "NULL", "ISNULL",
                                        "NOTNULL", "BETWEEN", "CASE", "WHEN", "THEN", "ELSE" };
/* Keywords that SQLite might read as a name. They are refused before a parenthesis, and if the
 * table has a column of that name. */
static const char *const NAMELIKE[] = { "END", "TRUE", "FALSE" };
static const char *const TYPES[] = { "INTEGER", "REAL", "TEXT", "NUMERIC", "BLOB" };
static const char *const COLLATIONS[] = { "BINARY", "NOCASE", "RTRIM" };

/* An open parenthesis. */
struct level {
    enum { GROUP, LIST, CALL, CAST } kind;
    int function;  /* the index of the function of a CALL */
    int arguments; /* the number of commas so far, plus one */
    const char *begin;
};

struct scanner {
    const struct scope *scope;
    const char *name;
    const char *next;
    struct refusal *why;
    int depth;
    struct level level[MOST_DEPTH];
};

static int refuse(const struct scanner *s, const char *what)
{
    return indpsql_refuse(s->why, "\"%s\" %s", s->name, what);
}

static int is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static int is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static int is_in(const char *const *list, size_t n, const char *word, size_t length)
{
    size_t i;
    for (i = 0; i < n; i++)
        if (strlen(list[i]) == length && sqlite3_strnicmp(list[i], word, (int)length) == 0)
            return 1;
    return 0;
}
#define IS_IN(LIST, WORD, LENGTH) is_in(LIST, sizeof(LIST) / sizeof *(LIST), WORD, LENGTH)

static int is_word(const char *word, size_t length, const char *wanted)
{
    return strlen(wanted) == length && sqlite3_strnicmp(word, wanted, (int)length) == 0;
}

static void skip_space(struct scanner *s)
{
    while (*s->next != '\0' && strchr(" \t\r\n", *s->next) != NULL)
        s->next++;
}

static size_t word_length(const char *text)
{
    size_t n = 0;
    while (is_letter(text[n]) || is_digit(text[n]))
        n++;
    return n;
}

/* The length of a quoted text or name, including the quotes; 0 if the closing quote is missing. */
static size_t quoted_length(const char *text)
{
    size_t n;
    for (n = 1; text[n] != '\0'; n++)
        if (text[n] == *text) {
            if (text[n + 1] != *text)
                return n + 1;
            n++;
        }
    return 0;
}

/* Copies a name, without its quotes if it has them. */
static int copy_name(const char *from, size_t length, char out[MOST_NAME])
{
    size_t i, n = 0;
    int quoted = *from == '"';
    for (i = (size_t)quoted; i < length - (size_t)quoted; i++) {
        if (n == MOST_NAME - 1)
            return 0;
        out[n++] = from[i];
        i += quoted && from[i] == '"';
    }
    out[n] = '\0';
    return 1;
}

/* Takes the name of a column of the table. Two kinds of columns are refused: generated columns that
 * are computed when read, since they may fail, and the rowid, which depends on rows inserted
 * earlier. */
static int take_column(struct scanner *s, size_t length)
{
    char name[MOST_NAME];
    int hidden = -1;
    if (!copy_name(s->next, length, name))
        return refuse(s, "contains a name that is too long");
    if (indpsql_find_column(s->scope->db, s->scope->table, name, &hidden) != SQLITE_OK)
        return refuse(s, "cannot be checked, because the private database cannot be read");
    if (hidden == 2)
        return refuse(s, "must not use a VIRTUAL generated column; use a STORED one");
    if (hidden != 0 && hidden != 3)
        return refuse(s, "contains a name that is not a column of the table");
    s->next += length;
    skip_space(s);
    return *s->next != '(' ? 1
                           : refuse(s, "has a parenthesis after the name of a column: SQLite would "
                                       "call a function of that name");
}

int indpsql_is_built_in(sqlite3 *db, const char *function)
{
    int replaced = 1;
    return indpsql_find_function(db, function, 0, &replaced) == SQLITE_OK && !replaced;
}

static int push(struct scanner *s, int kind, int function)
{
    if (s->depth == MOST_DEPTH)
        return refuse(s, "has too many nested parentheses");
    s->level[s->depth].kind = kind;
    s->level[s->depth].function = function;
    s->level[s->depth++].arguments = 1;
    skip_space(s);
    s->level[s->depth - 1].begin = ++s->next;
    return 1;
}

static int take_call(struct scanner *s, size_t length)
{
    int i;
    for (i = 0; i < FUNCTION_COUNT; i++)
        if (is_word(s->next, length, FUNCTIONS[i].name)) {
            if (!indpsql_is_built_in(s->scope->db, FUNCTIONS[i].name))
                return refuse(s, "calls a function that is not SQLite's own");
            s->next += length;
            return push(s, CALL, i);
        }
    return refuse(s,
                  "calls a function that may fail or is unknown; these are allowed: coalesce, "
                  "ifnull, nullif, iif, min, max, round, sign, length, lower, upper, trim, ltrim, "
                  "rtrim, substr, instr, typeof, unicode, date, time, datetime, julianday");
}

/* Takes LIKE with a literal pattern. Patterns from the data may be too long or too complex. SQLite
 * checks the length of a pattern only when it compares a row, so this function checks it first. */
static int take_like(struct scanner *s)
{
    size_t length,
        limit = (size_t)sqlite3_limit(s->scope->db, SQLITE_LIMIT_LIKE_PATTERN_LENGTH, -1);
    s->next += 4;
    skip_space(s);
    length = *s->next == '\'' ? quoted_length(s->next) : 0;
    if (length == 0 || length - 2 > MOST_PATTERN || length - 2 > limit) /* without the quotes */
        return refuse(s, "may use LIKE only with a literal pattern of at most 1000 bytes and "
                         "within SQLite's limit for patterns");
    if (!indpsql_is_built_in(s->scope->db, "like"))
        return refuse(s, "calls a function that is not SQLite's own");
    s->next += length;
    return 1;
}

/* Takes the keyword AS or COLLATE, and after it a word of a fixed list. */
static int take_listed(struct scanner *s, size_t keyword, const char *const *list, size_t n)
{
    size_t length;
    s->next += keyword;
    skip_space(s);
    length = word_length(s->next);
    if (!is_in(list, n, s->next, length))
        return refuse(s, "may cast only to INTEGER, REAL, TEXT, NUMERIC or BLOB, and collate only "
                         "by BINARY, NOCASE or RTRIM");
    s->next += length;
    return 1;
}

static int take_namelike(struct scanner *s, size_t length, int calls)
{
    char name[MOST_NAME];
    int hidden = -1;
    if (calls || !copy_name(s->next, length, name) ||
        indpsql_find_column(s->scope->db, s->scope->table, name, &hidden) != SQLITE_OK ||
        hidden != -1)
        return refuse(s, "must not contain END, TRUE or FALSE directly before an opening "
                         "parenthesis, nor anywhere if the table has a column of that name");
    s->next += length;
    return 1;
}

static int take_word(struct scanner *s)
{
    size_t length = word_length(s->next);
    const char *after = s->next + length;
    int calls;
    while (*after != '\0' && strchr(" \t\r\n", *after) != NULL)
        after++;
    calls = *after == '(';
    if (IS_IN(KEYWORDS, s->next, length)) {
        s->next += length;
        return 1;
    }
    if (IS_IN(NAMELIKE, s->next, length))
        return take_namelike(s, length, calls);
    if (is_word(s->next, length, "LIKE"))
        return take_like(s);
    if (is_word(s->next, length, "COLLATE"))
        return take_listed(s, length, COLLATIONS, sizeof COLLATIONS / sizeof *COLLATIONS);
    if (is_word(s->next, length, "AS") && s->depth > 0 && s->level[s->depth - 1].kind == CAST)
        return take_listed(s, length, TYPES, sizeof TYPES / sizeof *TYPES);
    if (calls && (is_word(s->next, length, "IN") || is_word(s->next, length, "CAST"))) {
        int kind = length == 2 ? LIST : CAST;
        s->next += length;
        return push(s, kind, 0);
    }
    if (calls)
        return take_call(s, length);
    if (sqlite3_keyword_check(s->next, (int)length))
        return refuse(s, "contains a keyword that is not allowed; if it is the name of a column, "
                         "put it in double quotes");
    return take_column(s, length);
}

static int close(struct scanner *s)
{
    const struct level *level;
    int none;
    if (s->depth == 0)
        return refuse(s, "has parentheses that do not match");
    level = &s->level[--s->depth];
    none = strspn(level->begin, " \t\r\n") == (size_t)(s->next - level->begin);
    s->next++;
    if (level->kind == CALL && (none || level->arguments < FUNCTIONS[level->function].least ||
                                level->arguments > FUNCTIONS[level->function].most))
        return refuse(s, "calls a function with too few or too many arguments");
    return 1;
}

static int take_comma(struct scanner *s)
{
    struct level *level = s->depth == 0 ? NULL : &s->level[s->depth - 1];
    if (level == NULL || (level->kind != CALL && level->kind != LIST))
        return refuse(s, "must be one expression, without a comma outside the parentheses of a "
                         "call or list");
    level->arguments++;
    s->next++;
    return 1;
}

/* Takes a declared parameter. A parenthesis must not follow it, since SQLite reads :name(...) as
 * one parameter. */
static int take_parameter(struct scanner *s)
{
    size_t length = word_length(s->next + 1);
    if (length == 0 || s->next[1 + length] == '(' || s->scope->is_parameter == NULL ||
        !s->scope->is_parameter(s->scope->data, s->next + 1, length))
        return refuse(s, s->scope->is_parameter == NULL
                             ? "must not contain a parameter"
                             : "contains a parameter that is not among those of the question");
    s->next += 1 + length;
    return 1;
}

/* Takes an operator that never fails. The operator || may make a text too long, and -> may be given
 * text that is not JSON. */
static int take_operator(struct scanner *s)
{
    static const char *const operators[] = { "<<", ">>", "<=", ">=", "<>", "==", "!=", "+", "-",
                                             "*",  "/",  "%",  "&",  "|",  "~",  "<",  ">", "=" };
    static const char *const refused[] = { "--", "/*", "||", "->" };
    size_t i;
    for (i = 0; i < sizeof refused / sizeof *refused; i++)
        if (strncmp(s->next, refused[i], 2) == 0)
            return refuse(s, "may contain neither comments nor the operators || and ->");
    for (i = 0; i < sizeof operators / sizeof *operators; i++)
        if (strncmp(s->next, operators[i], strlen(operators[i])) == 0) {
            s->next += strlen(operators[i]);
            return 1;
        }
    return refuse(s, "contains a character that is not allowed");
}

/* Takes a decimal or hexadecimal number, or a part of one such as 1e in 1e+5. SQLite checks it
 * later. */
static void take_number(struct scanner *s)
{
    while (is_letter(*s->next) || is_digit(*s->next) || *s->next == '.')
        s->next++;
}

static int take_token(struct scanner *s)
{
    char c = *s->next;
    size_t length;
    if (c == '(')
        return push(s, GROUP, 0);
    if (c == ')')
        return close(s);
    if (c == ',')
        return take_comma(s);
    if (c == ':')
        return take_parameter(s);
    if (c == '\'' || c == '"') {
        length = quoted_length(s->next);
        if (length == 0)
            return refuse(s, "has quotes that do not match");
        if (c == '"')
            return take_column(s, length);
        s->next += length;
        return 1;
    }
    if (is_digit(c) || (c == '.' && is_digit(s->next[1]))) {
        take_number(s);
        return 1;
    }
    if (is_letter(c)) {
        length = word_length(s->next);
        if (s->next[length] == '\'' || s->next[length] == '"')
            return refuse(s, "has a quote directly after a word: put a space between them; blob "
                             "literals are not allowed");
        return take_word(s);
    }
    return take_operator(s);
}

int indpsql_expression_check(const struct scope *scope, const char *name, const char *text,
                             struct refusal *why)
{
    struct scanner s;
    s.scope = scope;
    s.name = name;
    s.next = text;
    s.why = why;
    s.depth = 0;
    if (strlen(text) > MOST_LENGTH)
        return refuse(&s, "is too long");
    skip_space(&s);
    if (*s.next == '\0')
        return refuse(&s, "must not be empty: write an SQL expression");
    while (*s.next != '\0') {
        if (!take_token(&s))
            return 0;
        skip_space(&s);
    }
    return s.depth == 0 ? 1 : refuse(&s, "has parentheses that do not match");
}

int indpsql_is_total(const char *function)
{
    static const char *const others[] = { "like", "row_number", "indp_choice", "indp_listed" };
    int i;
    for (i = 0; i < FUNCTION_COUNT; i++)
        if (sqlite3_stricmp(function, FUNCTIONS[i].name) == 0)
            return 1;
    return IS_IN(others, function, strlen(function));
}
