/* Runs the records of generate.py on neighbouring tables and compares what a reader sees. Usage:
 *
 *     driver CONNINFO OUT <records
 *
 * CONNINFO names host and database. The reader has three sessions. They differ only in search_path:
 * each sees the tables of one of the schemas a, b and c (schema.py). Each statement runs in a and
 * b. Every statement that fails in a also runs in c, whose tables are empty. So does every eighth
 * statement, if a pipeline can contain it. For each of the first MOST_FILES violations, the
 * statements that reproduce it are written to OUT-NUMBER.sql. The exit code is 1 if there is a
 * violation, or if fewer than a fifth of the statements were approved, since refusals alone test
 * little. SIGTERM ends the run early, with its summary. */
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "outcome.h"

enum { SESSIONS = 3, BATCH = 32, MOST_RECORDS = 4000, MOST_FILES = 60, MOST_MESSAGES = 2000 };

typedef struct List {
    char *of[MOST_RECORDS];
    int n;
} List;

static const char *conninfo, *out;
static PGconn *sessions[SESSIONS], *admin;

/* A statement that waits until its batch is run. */
typedef struct Statement {
    char *record, *shape, *spec, *sql;
    bool third; /* whether it also runs in schema c */
    Outcome outcomes[SESSIONS];
} Statement;

static Statement batch[BATCH];
static int n_batch;
static Outcome *receiving[SESSIONS];    /* the outcome to which the session's notices belong now */
static List data, settings, statements; /* the records since the last M, which begins a round */
static bool permuted;
static long total, approved, violations, crashes, timeouts;

static struct {
    char *text;
    long count;
} messages[MOST_MESSAGES];
static int n_messages;

static volatile sig_atomic_t stopped;

static void stop(int number)
{
    (void)number;
    stopped = 1;
}

static void clear(List *list)
{
    while (list->n > 0)
        free(list->of[--list->n]);
}

static void append(List *list, const char *text)
{
    if (list->n == MOST_RECORDS)
        die("too many records in a round", text);
    list->of[list->n++] = copy(text);
}

static void notice(void *session, const PGresult *result)
{
    Outcome *outcome = *(Outcome **)session;
    const char *text = PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY);
    /* Notices with names of TOAST tables or sizes of catalog caches are ignored: they differ
     * between sessions, because they contain OIDs or depend on what the session did before. */
    if (text != NULL && outcome != NULL && strstr(text, "pg_toast_") == NULL &&
        strncmp(text, "rehashing", 9) != 0)
        strncat(outcome->notices, text, sizeof outcome->notices - strlen(outcome->notices) - 1);
}

static PGconn *open_session(const char *user, Outcome **outcome)
{
    char text[1024];
    PGconn *session;
    snprintf(text, sizeof text, "%s user=%s client_encoding=UTF8", conninfo, user);
    for (int i = 0; i < 120; i++) {
        session = PQconnectdb(text);
        if (PQstatus(session) == CONNECTION_OK) {
            if (outcome != NULL)
                PQsetNoticeReceiver(session, notice, outcome);
            return session;
        }
        PQfinish(session);
        nanosleep(&(struct timespec){ 0, 500000000 }, NULL);
    }
    die("cannot connect", text);
    return NULL;
}

/* Applies a record that changes a setting, in all sessions. `S sql` is run as it is. `P path` sets
 * search_path to the path, in which {s} stands for the schema of the session. */
static void apply(const char *record)
{
    for (int i = 0; i < SESSIONS; i++) {
        char sql[1024] = "SET search_path = ";
        size_t at = strlen(sql);
        if (record[0] == 'S')
            snprintf(sql, sizeof sql, "%s", record + 2);
        else
            for (const char *c = record + 2; *c != 0; c++) {
                if (strncmp(c, "{s}", 3) == 0) {
                    sql[at++] = (char)('a' + i);
                    c += 2;
                } else
                    sql[at++] = *c;
            }
        PQclear(PQexec(sessions[i], sql));
    }
}

static void open_all(void)
{
    for (int i = 0; i < SESSIONS; i++)
        sessions[i] = open_session("fuzz_reader", &receiving[i]);
    admin = open_session("postgres", NULL);
}

static void reopen(void)
{
    for (int i = 0; i < SESSIONS; i++)
        PQfinish(sessions[i]);
    PQfinish(admin);
    nanosleep(&(struct timespec){ 2, 0 }, NULL);
    open_all();
    for (int i = 0; i < settings.n; i++)
        apply(settings.of[i]);
}

/* Takes the results of one statement. In a pipeline, NULL ends the results of each statement. */
static void collect(PGconn *session, Outcome *o)
{
    PGresult *result;
    while ((result = PQgetResult(session)) != NULL) {
        ExecStatusType status = PQresultStatus(result);
        if (status == PGRES_COPY_OUT) {
            char *line;
            while (PQgetCopyData(session, &line, 0) > 0)
                PQfreemem(line);
        } else if (status == PGRES_COPY_IN) {
            PQputCopyEnd(session, "no");
        } else if (status == PGRES_FATAL_ERROR || status == PGRES_BAD_RESPONSE) {
            take_error(o, result);
        } else if (status == PGRES_TUPLES_OK && o->n < MOST_RESULTS) {
            o->results[o->n++] = result;
            continue;
        }
        PQclear(result);
        if (PQstatus(session) == CONNECTION_BAD)
            break;
    }
}

/* Sends the batch's statements to a session. The third session gets only those that also run in
 * c. */
static void start_all(int session)
{
    PQenterPipelineMode(sessions[session]);
    for (int i = 0; i < n_batch; i++)
        if (session < 2 || batch[i].third) {
            PQsendQueryParams(sessions[session], batch[i].sql, 0, NULL, NULL, NULL, NULL, 0);
            PQpipelineSync(sessions[session]);
        }
    PQflush(sessions[session]);
}

static void collect_all(int session)
{
    for (int i = 0; i < n_batch; i++)
        if (session < 2 || batch[i].third) {
            receiving[session] = &batch[i].outcomes[session];
            collect(sessions[session], receiving[session]);
            PQclear(PQgetResult(sessions[session])); /* the PQpipelineSync after this statement */
        }
    receiving[session] = NULL;
    PQexitPipelineMode(sessions[session]);
}

/* Sends SQL to a session outside of a pipeline. The SQL may contain several statements. */
static void start(int session, const char *sql)
{
    PQsendQuery(sessions[session], sql);
}

static void finish(int session, Outcome *o)
{
    receiving[session] = o;
    collect(sessions[session], o);
    receiving[session] = NULL;
    if (PQstatus(sessions[session]) == CONNECTION_OK &&
        PQtransactionStatus(sessions[session]) != PQTRANS_IDLE)
        PQclear(PQexec(sessions[session], "ROLLBACK"));
}

static void report(const char *what, const char *spec, const char *sql, const Outcome *a,
                   const Outcome *other, char schema)
{
    char name[1024];
    FILE *file;
    violations++;
    printf("VIOLATION %ld: %s [%s]%s\n    %.2000s\n", violations, what, spec,
           permuted ? " (only the order differs)" : "", sql);
    fflush(stdout);
    if (violations > MOST_FILES)
        return;
    snprintf(name, sizeof name, "%s-%ld.sql", out, violations);
    file = fopen(name, "w");
    if (file == NULL)
        die("cannot write", name);
    for (int i = 0; i < data.n; i++)
        fprintf(file, "%s;\n", data.of[i]);
    for (int i = 0; i < settings.n; i++)
        fprintf(file, "-- %s\n", settings.of[i]);
    fprintf(file, "%s;\n-- a:\n", sql);
    if (a != NULL)
        print_outcome(file, a);
    fprintf(file, "-- %c:\n", schema);
    if (other != NULL)
        print_outcome(file, other);
    fclose(file);
}

static void count_message(const char *text)
{
    for (int i = 0; i < n_messages; i++)
        if (strcmp(messages[i].text, text) == 0) {
            messages[i].count++;
            return;
        }
    if (n_messages < MOST_MESSAGES) {
        messages[n_messages].text = copy(text);
        messages[n_messages++].count = 1;
    }
}

static bool timed_out(const Statement *s)
{
    for (int i = 0; i < SESSIONS; i++)
        if (s->outcomes[i].error != NULL && strncmp(s->outcomes[i].error, "57014", 5) == 0)
            return true;
    return false;
}

static bool broken(void)
{
    for (int i = 0; i < SESSIONS; i++)
        if (PQstatus(sessions[i]) != CONNECTION_OK)
            return true;
    return false;
}

static void judge(Statement *s)
{
    const Outcome *a = &s->outcomes[0], *b = &s->outcomes[1], *c = &s->outcomes[2];
    const char *wrong;
    if (timed_out(s)) {
        timeouts++;
        return;
    }
    approved += a->error == NULL;
    count_message(a->error == NULL ? "approved" : a->message);
    if ((wrong = compare(a, b, s->spec, permuted, false)) != NULL)
        report(wrong, s->spec, s->sql, a, b, 'b');
    else if (s->third && !permuted && (wrong = compare(a, c, s->spec, permuted, true)) != NULL)
        report(wrong, s->spec, s->sql, a, c, 'c');
}

/* Whether a shape consists of one statement that is not COPY. */
static bool fits_pipeline(const char *shape)
{
    return strcmp(shape, "prepared") != 0 && strcmp(shape, "transaction") != 0 &&
           strcmp(shape, "hostile") != 0;
}

static void run_one(Statement *s)
{
    for (int i = 0; i < 2; i++)
        start(i, s->sql);
    for (int i = 0; i < 2; i++)
        finish(i, &s->outcomes[i]);
}

static void run_third(Statement *s)
{
    if (s->outcomes[0].error == NULL || s->third)
        return;
    s->third = true;
    start(2, s->sql);
    finish(2, &s->outcomes[2]);
}

/* Runs the statements that are waiting. If the server crashes, runs them again one by one to find
 * the statement that caused it. */
static void flush(void)
{
    for (int i = 0; i < SESSIONS; i++)
        start_all(i);
    for (int i = 0; i < SESSIONS; i++)
        collect_all(i);
    if (broken()) {
        crashes++;
        reopen();
        for (int i = 0; i < n_batch && !broken(); i++) {
            run_one(&batch[i]);
            if (broken())
                report("the server crashed", batch[i].spec, batch[i].sql, NULL, NULL, 'b');
        }
        if (broken())
            reopen();
        else
            report("the server crashed in one of the last statements", "", "", NULL, NULL, 'b');
    } else {
        for (int i = 0; i < n_batch; i++) {
            run_third(&batch[i]);
            judge(&batch[i]);
        }
    }
    for (int i = 0; i < n_batch; i++) {
        for (int j = 0; j < SESSIONS; j++)
            forget(&batch[i].outcomes[j]);
        free(batch[i].record);
    }
    n_batch = 0;
}

static void query(const char *record)
{
    Statement *s;
    append(&statements, record);
    s = &batch[n_batch];
    memset(s, 0, sizeof *s);
    s->record = copy(record);
    s->shape = s->record + 2;
    s->spec = strchr(s->shape, '\t');
    s->sql = s->spec == NULL ? NULL : strchr(s->spec + 1, '\t');
    if (s->sql == NULL)
        die("damaged record", record);
    *s->spec++ = 0;
    *s->sql++ = 0;
    s->third = total++ % 8 == 0;
    if (fits_pipeline(s->shape)) {
        if (++n_batch == BATCH)
            flush();
        return;
    }
    if (n_batch > 0) { /* the statement must not overtake the others */
        Statement last = *s;
        flush();
        batch[0] = last;
        s = &batch[0];
    }
    s->third = false;
    run_one(s);
    if (broken()) {
        crashes++;
        report("the server crashed", s->spec, s->sql, NULL, NULL, 'b');
        reopen();
    } else {
        run_third(s);
        judge(s);
    }
    for (int j = 0; j < SESSIONS; j++)
        forget(&s->outcomes[j]);
    free(s->record);
}

/* Runs a query as the superuser. Returns its only value, with NULL as an empty text. */
static char *value_of(const char *sql)
{
    PGresult *result = PQexec(admin, sql);
    char *text;
    if (PQresultStatus(result) != PGRES_TUPLES_OK)
        die(sql, PQerrorMessage(admin));
    text = copy(PQgetvalue(result, 0, 0));
    PQclear(result);
    return text;
}

/* Returns the tables whose charges since the last call differ between the schemas a and b. The
 * result is empty if there are none. The log is read from the position where the last call
 * ended. */
static char *different_charges(void)
{
    static char last[64] = "(0,0)";
    char sql[2048], *now, *text;
    snprintf(sql, sizeof sql,
             "SET enable_seqscan = off; SELECT coalesce(max(ctid), '%s') FROM indp.charges WHERE "
             "ctid > '%s'",
             last, last);
    now = value_of(sql);
    snprintf(sql, sizeof sql,
             "SELECT string_agg(format('%%s: %%s and %%s', name, a, b), ', ') FROM (SELECT relname "
             "AS name, string_agg(c.epsilon::text || query, '|' ORDER BY c.ctid) FILTER (WHERE "
             "nspname = 'a') AS a, string_agg(c.epsilon::text || replace(query, 'FROM b.', 'FROM "
             "a.'), '|' ORDER BY c.ctid) FILTER (WHERE nspname = 'b') AS b "
             "FROM indp.charges c JOIN indp.policies USING (policy) JOIN pg_class t ON t.oid = "
             "source JOIN pg_namespace n ON n.oid = relnamespace "
             "WHERE c.ctid > '%s' AND c.ctid <= '%s' GROUP BY 1) s WHERE a IS DISTINCT FROM b",
             last, now);
    text = value_of(sql);
    snprintf(last, sizeof last, "%s", now);
    free(now);
    return text;
}

/* Checks that both neighbours were charged the same. If they were not, runs the statements of the
 * round again to find the one that is charged differently. */
static void check_charges(void)
{
    char *different = different_charges();
    bool found = false;
    for (int i = 0; different[0] != 0 && i < statements.n; i++) {
        char *text = copy(statements.of[i]), *again;
        Statement s = { .sql = strchr(strchr(text, '\t') + 1, '\t') + 1 };
        run_one(&s);
        again = different_charges();
        if (again[0] != 0) {
            found = true;
            report("charges differ", "", s.sql, &s.outcomes[0], &s.outcomes[1], 'b');
        }
        for (int j = 0; j < SESSIONS; j++)
            forget(&s.outcomes[j]);
        free(again);
        free(text);
    }
    if (different[0] != 0 && !found)
        report("charges differ in an unknown statement", "", different, NULL, NULL, 'b');
    free(different);
}

static void administer(const char *sql)
{
    PGresult *result = PQexec(admin, sql);
    if (PQresultStatus(result) != PGRES_COMMAND_OK && PQresultStatus(result) != PGRES_TUPLES_OK)
        die(sql, PQerrorMessage(admin));
    PQclear(result);
}

static int by_count(const void *a, const void *b)
{
    long x = ((const long *)a)[1], y = ((const long *)b)[1]; /* the member `count` */
    return x < y ? 1 : x > y ? -1 : 0;
}

static void summary(double seconds)
{
    qsort(messages, (size_t)n_messages, sizeof *messages, by_count);
    if (getenv("FUZZ_MESSAGES") != NULL)
        for (int i = 0; i < n_messages && i < atoi(getenv("FUZZ_MESSAGES")); i++)
            printf("%8ld  %s\n", messages[i].count, messages[i].text);
    printf("%ld statements, %.1f%% approved, %d different messages, %ld violations, %ld crashes, "
           "%ld timeouts, %.0f/s\n",
           total, total == 0 ? 0 : 100.0 * (double)approved / (double)total, n_messages - 1,
           violations, crashes, timeouts, (double)total / seconds);
}

int main(int argc, char **argv)
{
    char *record = NULL;
    size_t size = 0;
    ssize_t length;
    struct timespec start, end;
    if (argc != 3)
        die("usage", "driver CONNINFO OUT");
    conninfo = argv[1];
    out = argv[2];
    open_all();
    clock_gettime(CLOCK_MONOTONIC, &start);
    sigaction(SIGTERM, &(struct sigaction){ .sa_handler = stop }, NULL);
    while (!stopped && (length = getline(&record, &size, stdin)) > 0) {
        record[length - 1] = 0;
        switch (record[0]) {
        case 'M':
            permuted = record[2] == '1';
            clear(&data);
            clear(&settings);
            clear(&statements);
            break;
        case 'X':
            append(&data, record + 2);
            administer(record + 2);
            break;
        case 'S':
        case 'P':
            append(&settings, record);
            apply(record);
            break;
        case 'Q': query(record); break;
        case 'C':
            if (n_batch > 0)
                flush();
            check_charges();
            break;
        default: die("damaged record", record);
        }
    }
    clock_gettime(CLOCK_MONOTONIC, &end);
    summary((double)(end.tv_sec - start.tv_sec) + (double)(end.tv_nsec - start.tv_nsec) / 1e9);
    return violations > 0 || 5 * approved < total;
}
