"""psycopg 3: text and binary, pipelines, cursors of the server, COPY, prepared statements,
types."""
import psycopg
from psycopg.types import TypeInfo
from psycopg.types.enum import EnumInfo, register_enum

from common import COUNT, GROUPS, check, end, holds, refused

with psycopg.connect("") as conn:
    for binary in (False, True):
        form = "binary" if binary else "text"
        cursor = conn.cursor(binary=binary)
        check(f"a question, {form}", cursor.execute(COUNT).fetchall(), [(1200,)])
        check(f"groups, {form}", cursor.execute(GROUPS).fetchall(), [("eye", 600), ("skin", 600)])
        check(f"types, {form}",
              cursor.execute("SELECT %s::int, %s::float8, %s::text[], %s::numeric, %s::timestamptz "
                             "IS NOT NULL", (1, 0.5, ["a"], 2, "now")).fetchone(),
              (1, 0.5, ["a"], 2, True))
        check(f"a parameter beside the view, {form}",
              cursor.execute("SELECT n + %s FROM (" + COUNT + ") AS s(n)", (1,)).fetchone(),
              (1201,))
        for prepared in range(2):
            check(f"prepared, {form} {prepared}", cursor.execute(GROUPS, prepare=True).fetchall(),
                  [("eye", 600), ("skin", 600)])
    holds("statements were prepared",
          conn.execute("SELECT count(*) FROM pg_prepared_statements").fetchone()[0] >= 1)

    with conn.pipeline():
        first = conn.execute(COUNT)
        second = conn.execute("SELECT sum(x) FROM open")
        third = conn.execute(GROUPS)
    check("a pipeline", (first.fetchone(), second.fetchone(), third.fetchall()),
          ((1200,), (3,), [("eye", 600), ("skin", 600)]))

    with conn.cursor("named", scrollable=True) as cursor:
        cursor.execute(GROUPS)
        check("a cursor of the server", cursor.fetchmany(1), [("eye", 600)])
        check("the rest of it", cursor.fetchall(), [("skin", 600)])
        cursor.scroll(0, mode="absolute")
        check("its first row again", cursor.fetchone(), ("eye", 600))
    with conn.cursor("held", withhold=True) as cursor:
        cursor.execute("SELECT i FROM generate_series(1, 1000) i")
        conn.commit()
        check("a cursor that is held", len(cursor.fetchall()), 1000)

    conn.execute("CREATE TEMP TABLE copied(ward text, n float8)")
    for binary in ("", " (FORMAT binary)"):
        cursor = conn.cursor()
        with cursor.copy("COPY copied FROM STDIN" + binary) as copy:
            if binary:
                copy.set_types(["text", "float8"])
            for row in (("eye", 1.0), ("skin", 2.0)):
                copy.write_row(row)
        with cursor.copy("COPY (" + GROUPS + ") TO STDOUT" + binary) as copy:
            copy.set_types(["text", "int8"])
            check("COPY TO" + binary, [tuple(map(str, row)) for row in copy.rows()],
                  [("eye", "600"), ("skin", "600")])
    check("COPY FROM", conn.execute("SELECT count(*), sum(n) FROM copied").fetchone(), (4, 6))
    conn.cursor().executemany("INSERT INTO copied VALUES (%s, %s)", [("a", 1), ("b", 2)])
    check("executemany", conn.execute("SELECT count(*) FROM copied").fetchone(), (6,))

    with conn.transaction():
        with conn.transaction(force_rollback=True):
            conn.execute("DELETE FROM copied")
    check("a savepoint", conn.execute("SELECT count(*) FROM copied").fetchone(), (6,))

    check("a type's description", TypeInfo.fetch(conn, "ada.shift").name, "shift")
    mood = EnumInfo.fetch(conn, "ada.mood")
    register_enum(mood, conn)
    check("an enum", conn.execute("SELECT 'busy'::ada.mood").fetchone()[0].name, "busy")
    conn.commit()

    def fails(statement):
        def call():
            with conn.transaction():
                return conn.execute(statement).fetchall()
        return call

    refused("the private table", fails("SELECT * FROM visit"),
            "reading visit is refused: private rows can be read or inferred from it")
    refused("LISTEN", fails("LISTEN news"),
            "the statement LISTEN is refused: readers may not execute it")
    check("the connection goes on", conn.execute(COUNT).fetchone(), (1200,))
    conn.rollback()

    def two_phases():
        conn.tpc_begin("x")
        conn.execute("SELECT 1")
        conn.tpc_prepare()

    refused("two phases", two_phases,
            "a prepared transaction is refused: it keeps locks when the session has ended")
    conn.close()
end()
