"""Readers' connections in a pool of SQLAlchemy."""

import tempfile

import indp.sqlite
import sqlalchemy
from attacks import refused
from owner import make


def engine_for_readers(private, ledger):
    return sqlalchemy.create_engine(
        "sqlite://",
        creator=lambda: indp.sqlite.reader(private, ledger, check_same_thread=False),
        poolclass=sqlalchemy.pool.QueuePool,
    )


with tempfile.TemporaryDirectory() as folder:
    private, ledger = make(folder)
    engine = engine_for_readers(private, ledger)
    question = sqlalchemy.text("SELECT * FROM dp_ask(:question, :parameters)")
    for _ in range(3):
        with engine.connect() as connection:
            given = {"question": "visits_by_site", "parameters": '{"age": 40}'}
            rows = connection.execute(question, given).all()
            assert [row.key for row in rows] == [1, 2], rows

    def run(sql):
        with engine.connect() as connection:
            return connection.exec_driver_sql(sql).all()

    refused(private, ledger, run)
    assert run("SELECT name FROM dp_questions ORDER BY 1") == [("people",), ("visits_by_site",)]
    engine.dispose()
