"""psql: completion with the tab key, on a terminal."""
import os

import pexpect

from common import check, end, holds

PROMPT = "ada> "
psql = pexpect.spawn(os.environ["PSQL"], ["-X", "-v", f"PROMPT1={PROMPT}", "-P", "pager=off"],
                     encoding="utf-8", timeout=20,
                     env={**os.environ, "TERM": "dumb", "INPUTRC": os.devnull},
                     dimensions=(40, 200))
psql.expect_exact(PROMPT)


def completes(name, typed, *expected):
    """After these keys the terminal shows what is expected, in this order."""
    psql.send(typed)
    for text in expected:
        try:
            psql.expect_exact(text)
        except pexpect.TIMEOUT:
            break
    else:
        text = None
    holds(name, text is None, f"no <{text}> in {psql.before!r}")
    psql.send("\x15\r")  # clears the line
    psql.expect_exact(PROMPT)


# The first key completes what is common, and the next two list the choices.
completes("SELECT * FROM vis", "SELECT * FROM vis\t\t\t", "visit", "visit_private")
completes(r"\d vis", "\\d vis\t\t\t", "visit", "visit_private")
completes("SET wor", "SET wor\t\t", "work_mem ", "TO ")
completes("the values of a setting", "SET bytea_output TO \t\t", "escape", "hex")
completes("a column", "SELECT 1 FROM ada.shift WHERE ho\t", "hours ")
completes("a relation of a schema", "TABLE ada.sh\t\t", "ift")
completes("a function", "DROP FUNCTION ada.tw\t", "twice")
completes(r"a role", "\\du ana\t", "analysing ")
completes("a schema", "DROP SCHEMA ad\t", "ada ")
completes("a database", "\\c clin\t", "clinic ")
completes("an extension", "\\dx ind\t", "indp ")
completes("a sequence", "ALTER SEQUENCE ada.tick\t", "ticket ")
completes("an index", "DROP INDEX ada.shift_t\t", "shift_team ")
completes("a constraint", "ALTER TABLE ada.shift DROP CONSTRAINT shift_ho\t", "shift_hours_check ")
completes("a trigger", "DROP TRIGGER tou\t", "touch ")
completes("a function's text", "\\sf ada.twi\t", "twice")
completes("a question", "SELECT dp_count(*) FROM visit_\t;\r", "1200")
psql.sendline("\\q")
psql.expect(pexpect.EOF)
psql.close()
check("psql ends well", psql.exitstatus, 0)
end()
