/* Tests that questions give an answer whatever the data are, and that they bound how much one
 * person can change the answers. */
#define _POSIX_C_SOURCE 200809L
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <sqlite3.h>

#include "indp.h"
#include "indp_sqlite.h"

#include "database.h"

static char folder[] = "/tmp/indp-questions-XXXXXX";
static char ledger_path[200], lock_path[210];

/* Compares the answers to all questions about a table with the answers about the table without one
 * person, for each person in turn. No answer may appear or vanish. The answers may differ by at
 * most the amount that the counted rows of one person can change them. The noise is less than
 * 1e-9. */

enum { QUESTIONS = 6, KEYS = 3 };

static const struct {
    const char *fields;
    double most; /* the most by which one person may change all answers together */
} ASKED[QUESTIONS] = {
    { "\"aggregate\":\"sum\",\"value\":\"x\",\"lo\":-8,\"hi\":8,\"rows_per_person\":1", 8 },
    { "\"aggregate\":\"sum\",\"value\":\"x * x - g / x\",\"lo\":0,\"hi\":10,\"rows_per_person\":2",
      20 },
    { "\"aggregate\":\"count\",\"rows_per_person\":1", 1 },
    { "\"aggregate\":\"count\",\"value\":\"round(x, g)\",\"rows_per_person\":3,\"where\":\"x IS "
      "NOT g OR length(x) > 2\"",
      3 },
    { "\"aggregate\":\"count\",\"rows_per_person\":1,\"key\":\"g\",\"keys\":[1,2,3]", 1 },
    { "\"aggregate\":\"sum\",\"value\":\"CASE WHEN x > 2 THEN 5 - x ELSE unicode(x) "
      "END\",\"lo\":-4,\"hi\":4,\"rows_per_person\":2,\"key\":\"g % 4\",\"keys\":[1,2,3]",
      8 },
};

static int answers_of(sqlite3 *db, int question, double out[KEYS])
{
    sqlite3_stmt *s = NULL;
    char *sql = sqlite3_mprintf("SELECT value FROM dp_ask('q%d')", question);
    int n = 0, rc = sqlite3_prepare_v2(db, sql, -1, &s, NULL);
    while (rc == SQLITE_OK && (rc = sqlite3_step(s)) == SQLITE_ROW) {
        if (n < KEYS)
            out[n] = sqlite3_column_double(s, 0);
        n++;
        rc = SQLITE_OK;
    }
    sqlite3_finalize(s);
    sqlite3_free(sql);
    return rc == SQLITE_DONE ? n : -1;
}

static unsigned state = 1; /* of the random generator; each run makes the same choices */
static unsigned below(unsigned n)
{
    state = state * 1664525u + 1013904223u;
    return (state >> 16) % n;
}

static void brute_force(void)
{
    static const char *const values[] = { "1",
                                          "2",
                                          "-3",
                                          "5.5",
                                          "1e999",
                                          "-9223372036854775808",
                                          "9223372036854775807",
                                          "NULL",
                                          "'abc'",
                                          "x'ff00'",
                                          "0",
                                          "-0.0",
                                          "''",
                                          "'7'",
                                          "char(0)" };
    static const char *const persons[] = { "1", "1.0", "'1'", "2", "NULL", "'a'", "'A'", "x'61'" };
    enum {
        TABLES = 40,
        VALUES = sizeof values / sizeof *values,
        PERSONS = sizeof persons / sizeof *persons
    };
    sqlite3 *db = open_file(":memory:");
    char *sql = sqlite3_mprintf("SELECT dp_create(%Q), dp_budget('b', 1e300); CREATE TABLE "
                                "t(person COLLATE NOCASE, x, g); CREATE TABLE kept(id INTEGER "
                                "PRIMARY KEY, person COLLATE NOCASE, x, g)",
                                ledger_path);
    int table, question, compared = 0;
    unlink(ledger_path);
    unlink(lock_path);
    CHECK(sqlite3_indp_init(db, NULL, NULL) == SQLITE_OK && run(db, sql) == SQLITE_OK,
          sqlite3_errmsg(db));
    sqlite3_free(sql);
    for (question = 0; question < QUESTIONS; question++) {
        sql = sqlite3_mprintf("SELECT dp_question('q%d', "
                              "'{\"table\":\"t\",\"person\":\"person\",\"epsilon\":1e15,\"budget\":"
                              "\"b\",%q}')",
                              question, ASKED[question].fields);
        CHECK(run(db, sql) == SQLITE_OK, sqlite3_errmsg(db));
        sqlite3_free(sql);
    }
    for (table = 0; table < TABLES; table++) {
        unsigned i, n = 1 + below(6), removed;
        double with[QUESTIONS][KEYS] = { { 0 } }, without[KEYS];
        int rows[QUESTIONS];
        CHECK(run(db, "DELETE FROM kept") == SQLITE_OK, "empty");
        for (i = 0; i < n; i++) {
            sql = sqlite3_mprintf("INSERT INTO kept(person, x, g) VALUES (%s, %s, %s)",
                                  persons[below(PERSONS)], values[below(VALUES)], values[below(5)]);
            CHECK(run(db, sql) == SQLITE_OK, sql);
            sqlite3_free(sql);
        }
        CHECK(run(db, "DELETE FROM t; INSERT INTO t SELECT person, x, g FROM kept ORDER BY id") ==
                  SQLITE_OK,
              "all rows");
        for (question = 0; question < QUESTIONS; question++) {
            /* If a person has more rows than the bound, the rows that count are chosen at random.
             * So the values are compared below only if no person who remains has more than one
             * row. */
            rows[question] = answers_of(db, question, with[question]);
            CHECK(rows[question] == (question < 4 ? 1 : KEYS), "an answer for each key");
        }
        for (removed = 1; removed <= n; removed++) {
            sqlite3_stmt *s = NULL;
            int crowded = 1;
            /* Removes the person of one row: all rows with an equal person, or only that row if its
             * person is NULL. */
            sql = sqlite3_mprintf("DELETE FROM t; INSERT INTO t SELECT person, x, g FROM kept k "
                                  "WHERE k.id - (SELECT min(id) FROM kept) + 1 <> %u AND NOT "
                                  "coalesce("
                                  "k.person = (SELECT person FROM kept r WHERE r.id - (SELECT "
                                  "min(id) FROM kept) + 1 = %u), 0) ORDER BY id",
                                  removed, removed);
            CHECK(run(db, sql) == SQLITE_OK, sqlite3_errmsg(db));
            sqlite3_free(sql);
            CHECK(sqlite3_prepare_v2(db,
                                     "SELECT max(n) > 1 FROM (SELECT count(*) AS n FROM t WHERE "
                                     "person IS NOT NULL GROUP BY person)",
                                     -1, &s, NULL) == SQLITE_OK &&
                      sqlite3_step(s) == SQLITE_ROW,
                  "crowded");
            crowded = sqlite3_column_int(s, 0);
            sqlite3_finalize(s);
            for (question = 0; question < QUESTIONS; question++) {
                double change = 0;
                int key, found = answers_of(db, question, without);
                CHECK(found == rows[question], "no answer may appear or vanish");
                for (key = 0; key < found; key++)
                    change += fabs(without[key] - with[question][key]);
                if (!crowded) {
                    compared++;
                    CHECK(change <= ASKED[question].most + 1e-6, ASKED[question].fields);
                }
            }
        }
    }
    CHECK(compared > 200, "comparisons");
    sqlite3_close(db);
}

/* Tests random expressions, made of all operators and functions that questions may contain, over
 * rows of hostile values. None may fail. */

static void write_expression(sqlite3_str *out, int depth)
{
    static const char *const leaves[] = { "a",
                                          "b",
                                          "\"a\"",
                                          ":n",
                                          "0",
                                          "1",
                                          "-9223372036854775808",
                                          "9223372036854775807",
                                          "1e308",
                                          "5e-324",
                                          "''",
                                          "'a'",
                                          "NULL",
                                          "TRUE",
                                          "0x7fffffffffffffff" };
    static const char *const between[] = { "+",  "-",  "*",    "/",        "%",     "&",   "|",
                                           "<<", ">>", "<",    "<=",       "=",     "==",  "<>",
                                           "!=", ">=", " IS ", " IS NOT ", " AND ", " OR " };
    static const char *const one[] = { "length", "lower",  "upper",    "trim",     "ltrim",
                                       "rtrim",  "typeof", "unicode",  "sign",     "round",
                                       "date",   "time",   "datetime", "julianday" };
    static const char *const two[] = { "coalesce", "ifnull", "nullif", "min",
                                       "max",      "substr", "instr",  "round" };
    static const char *const types[] = { "INTEGER", "REAL", "TEXT", "NUMERIC", "BLOB" };
    static const char *const after[] = { " ISNULL", " NOTNULL", " COLLATE NOCASE", " LIKE '%a_'",
                                         " NOT LIKE 'A%'" };
    static const char *const before[] = { "- ", "~", "NOT ", "+" };
#define PICK(LIST) LIST[below((unsigned)(sizeof(LIST) / sizeof *(LIST)))]
    const char *format;
    int i, parts = 2;
    if (depth == 0) {
        sqlite3_str_appendall(out, PICK(leaves));
        return;
    }
    sqlite3_str_appendall(out, "(");
    switch (below(9)) {
    case 0:
        sqlite3_str_appendall(out, PICK(before));
        parts = 1;
        format = "";
        break;
    case 1:
        sqlite3_str_appendf(out, "%s(", PICK(one));
        parts = 1;
        format = ")";
        break;
    case 2:
        sqlite3_str_appendf(out, "%s(", PICK(two));
        format = ",";
        break;
    case 3:
        sqlite3_str_appendall(out, "CAST(");
        parts = 1;
        format = " AS ";
        break;
    case 4:
        parts = 1;
        format = PICK(after);
        break;
    case 5:
        parts = 3;
        sqlite3_str_appendall(out, below(2) ? "iif(" : "substr(");
        format = ",";
        break;
    case 6:
        parts = 3;
        sqlite3_str_appendall(out, "CASE WHEN ");
        format = " THEN ";
        break;
    case 7:
        parts = 3;
        format = " IN (";
        break;
    default: format = PICK(between);
    }
    for (i = 0; i < parts; i++) {
        write_expression(out, (int)below((unsigned)depth));
        if (i == parts - 1)
            break;
        if (i == 1 && strcmp(format, " THEN ") == 0)
            sqlite3_str_appendall(out, " ELSE ");
        else if (i == 1 && strcmp(format, " IN (") == 0)
            sqlite3_str_appendall(out, ",");
        else
            sqlite3_str_appendall(out, format);
    }
    if (strcmp(format, " AS ") == 0)
        sqlite3_str_appendf(out, " AS %s)", PICK(types));
    else if (strcmp(format, ",") == 0 || strcmp(format, " IN (") == 0)
        sqlite3_str_appendall(out, ")");
    else if (strcmp(format, " THEN ") == 0)
        sqlite3_str_appendall(out, " END");
    else if (parts == 1)
        sqlite3_str_appendall(out, format);
    sqlite3_str_appendall(out, ")");
}

static void hostile_values(void)
{
    static const char VALUES[] =
        "(0), (1), (-1), (2), (-9223372036854775808), (9223372036854775807), (0.0), (-0.0), "
        "(1e308), (-1e308), (5e-324), (1e999), (-1e999), (0.5), (NULL), (''), ('a'), ('A'), "
        "('1e999'), ('-9223372036854775809'), ('2024-02-30'), ('now'), ('12:60'), (char(0)), "
        "(char(1114111)), (x''), (x'00'), (x'ff'), (x'c3'), (CAST(x'ff80' AS TEXT)), "
        "(zeroblob(10000)), (printf('%10000d', 1))";
    sqlite3 *db = open_file(":memory:");
    char *sql = sqlite3_mprintf("SELECT dp_create(%Q), dp_budget('b', 1e300); CREATE TABLE v(a, "
                                "b); CREATE TEMP TABLE v1(x); INSERT INTO v1 VALUES %s;"
                                "INSERT INTO v SELECT p.x, q.x FROM v1 p, v1 q",
                                ledger_path, VALUES);
    int i, asked = 0;
    unlink(ledger_path);
    unlink(lock_path);
    CHECK(sqlite3_indp_init(db, NULL, NULL) == SQLITE_OK && run(db, sql) == SQLITE_OK,
          sqlite3_errmsg(db));
    sqlite3_free(sql);
    for (i = 0; i < 400; i++) {
        sqlite3_str *out = sqlite3_str_new(NULL);
        char *expression;
        int shown;
        write_expression(out, 3);
        expression = sqlite3_str_finish(out);
        sql = sqlite3_mprintf(
            "SELECT dp_question('h%d', json_object('table', 'v', 'person', 'a', 'value', %Q, "
            "'where', %Q, 'key', %Q, 'keys', json('[0,1,\"a\"]'), 'aggregate', 'sum',"
            "'lo', -1, 'hi', 1, 'epsilon', 1, 'rows_per_person', 2, 'budget', 'b', 'parameters', "
            "json('{\"n\":{\"type\":\"integer\",\"least\":-5,\"most\":5}}')))",
            i, i % 3 == 0 ? expression : "b", i % 3 == 1 ? expression : "TRUE",
            i % 3 == 2 && strstr(expression, ":n") == NULL ? expression : "b");
        if (!CHECK(run(db, sql) == SQLITE_OK, expression))
            printf("%s\n", sqlite3_errmsg(db));
        sqlite3_free(sql);
        sql = sqlite3_mprintf("SELECT * FROM dp_ask('h%d', '{\"n\":2}')", i);
        if (CHECK(rows_of(db, sql, &shown) == 3, expression))
            asked++;
        sqlite3_free(sql);
        sqlite3_free(expression);
    }
    CHECK(asked == 400, "all were asked");
    sqlite3_close(db);
}

int main(void)
{
    if (!CHECK(mkdtemp(folder) != NULL, "a folder"))
        return 1;
    sqlite3_snprintf((int)sizeof ledger_path, ledger_path, "%s/ledger", folder);
    sqlite3_snprintf((int)sizeof lock_path, lock_path, "%s-lock", ledger_path);
    brute_force();
    hostile_values();
    unlink(ledger_path);
    unlink(lock_path);
    CHECK(rmdir(folder) == 0, "no other file was left");
    sqlite3_shutdown();
    CHECK(sqlite3_memory_used() == 0, "SQLite has all its memory back");
    return report("questions");
}
