"""The owner's part of the recipes: makes the private database hie.db and the ledger hie.ledger in a
folder, and declares two questions. The recipes begin with these files. Usage: owner.py FOLDER"""

import json
import sqlite3
import sys
from pathlib import Path

import indp.sqlite

QUESTIONS = {
    "visits_by_site": {
        "key": "site",
        "keys": [1, 2],
        "value": "visits",
        "where": "age >= :age",
        "parameters": {"age": {"type": "integer", "least": 0, "most": 100}},
        "aggregate": "sum",
        "lo": 0,
        "hi": 50,
    },
    "people": {"aggregate": "count"},
}


def make(folder):
    private, ledger = Path(folder, "hie.db"), Path(folder, "hie.ledger")
    owner = sqlite3.connect(private, isolation_level=None)
    # With WAL, the owner may write while readers ask.
    owner.execute("PRAGMA journal_mode = WAL")
    owner.execute("CREATE TABLE hie(person INTEGER, site INTEGER, age INTEGER, visits INTEGER)")
    rows = [(i, 1 + i % 2, 20 + i % 60, i % 7) for i in range(1000)]
    owner.executemany("INSERT INTO hie VALUES (?, ?, ?, ?)", rows)
    indp.sqlite.load(owner)
    owner.execute("SELECT dp_create(?)", [str(ledger)]).fetchall()
    owner.execute("SELECT dp_budget('hie', 10)").fetchall()
    for name, question in QUESTIONS.items():
        shared = {"table": "hie", "person": "person", "rows_per_person": 1}
        fields = json.dumps({**shared, "epsilon": 0.5, "budget": "hie", **question})
        owner.execute("SELECT dp_question(?, ?)", [name, fields]).fetchall()
    owner.close()
    return private, ledger


if __name__ == "__main__":
    make(sys.argv[1])
