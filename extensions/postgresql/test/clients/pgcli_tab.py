"""pgcli: its start, completion and queries, on a terminal."""
import os
import sys

import pexpect

from common import check, end, holds

config = os.path.join(os.environ["HOME"], "pgcli")
with open(config, "w") as file:
    file.write("[main]\nenable_pager = False\nprompt = 'ada> '\ntable_format = ascii\nless_chatty "
               "= True\nkeyring = False\n")
pgcli = pexpect.spawn(sys.executable, ["-m", "pgcli.main", "--pgclirc", config, "clinic", "ada"],
                      encoding="utf-8", timeout=30,
                      env={**os.environ, "TERM": "xterm", "PROMPT_TOOLKIT_NO_CPR": "1"},
                      dimensions=(50, 160))
pgcli.expect_exact("ada>")


def shows(name, typed, *expected):
    """The terminal shows what is expected, in this order."""
    pgcli.send(typed)
    for text in expected:
        if pgcli.expect_exact([text, pexpect.TIMEOUT]) == 1:
            holds(name, False, f"no <{text}> in {pgcli.before[-400:]!r}")
            return
    holds(name, True)


def completes(name, typed, expected):
    """pgcli reads the catalog in the background. So the key is pressed until the catalog is
    there."""
    for _ in range(60):
        pgcli.send(typed + "\t")
        shown = pgcli.expect_exact([expected, pexpect.TIMEOUT], timeout=1) == 0
        pgcli.send("\x03")  # clears the line
        pgcli.expect_exact("ada>")
        if shown:
            break
    holds(name, shown, repr(pgcli.before))


shows("a question", "SELECT dp_count(*) FROM visit_private;\r", "1200")
completes("completion of a relation", "SELECT * FROM vis", "visit_private")
completes("completion of a column", "SELECT * FROM ada.shift WHERE ho", "hours")
completes("completion of a function", "SELECT ada.twi", "twice")
completes("completion of a schema", "DROP SCHEMA publ", "public")
shows(r"\dt", "\\dt ada.*\r", "| ada", "shift", "team")
shows(r"\d", "\\d visit_private\r", "patient", "cost")
shows(r"\df", "\\df ada.*\r", "twice")
shows(r"\l", "\\l\r", "clinic")
shows(r"\du", "\\du\r", "indp_reader")
shows("a refusal", "SELECT * FROM visit;\r",
      "reading visit is refused: private rows can be read or inferred from it")
shows("a question afterwards", "SELECT ward, dp_count(*) FROM visit_private GROUP BY ward;\r",
      "| eye ", "600", "| skin ", "600")
pgcli.send("\\q\r")
pgcli.expect(pexpect.EOF)
pgcli.close()
check("pgcli ends well", pgcli.exitstatus, 0)
end()
