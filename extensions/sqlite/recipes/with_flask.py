"""A Flask application that answers declared questions, and also runs any SQL of its visitors. Its
threads share a pool of readers' connections."""

import concurrent.futures
import tempfile

import indp.sqlite
from attacks import refused
from flask import Flask, jsonify, request
from owner import make
from sqlalchemy.pool import QueuePool


def application(private, ledger):
    app = Flask(__name__)
    pool = QueuePool(
        lambda: indp.sqlite.reader(private, ledger, check_same_thread=False), pool_size=4
    )

    @app.get("/ask/<question>")
    def ask(question):
        # Fixed SQL, so this route could as well use a connection of the host.
        return answer("SELECT * FROM dp_ask(?, ?)", [question, request.args.get("with", "{}")])

    @app.get("/sql")
    def sql():
        return answer(request.args["q"], [])

    def answer(sql, parameters):
        with pool.connect() as connection:
            try:
                return jsonify(connection.cursor().execute(sql, parameters).fetchall())
            except Exception as error:
                # A connection whose question failed after its charge answers no more.
                connection.invalidate()
                return jsonify(str(error)), 400

    return app


with tempfile.TemporaryDirectory() as folder:
    private, ledger = make(folder)
    app = application(private, ledger)

    def get(path, **query):
        response = app.test_client().get(path, query_string=query)
        if response.status_code != 200:
            raise RuntimeError(response.json)
        return response.json

    with concurrent.futures.ThreadPoolExecutor(8) as threads:
        asked = [
            threads.submit(get, "/ask/visits_by_site", **{"with": '{"age": 40}'}) for _ in range(12)
        ]
        assert all(len(one.result()) == 2 for one in asked)
    assert len(get("/sql", q="SELECT * FROM dp_ask('people')")) == 1
    refused(private, ledger, lambda sql: get("/sql", q=sql))
    # 13 answers cost 6.5 of 10, so 7 more fit, and no eighth.
    for _ in range(7):
        get("/ask/people")
    try:
        get("/ask/people")
        raise AssertionError("the budget is spent")
    except RuntimeError as error:
        assert "the budget has less left" in str(error), error
