"""Tests connections for readers of SQLite: indp.sqlite. The recipes of extensions/sqlite/recipes
test them in frameworks."""

import gc
import json
import sqlite3
import threading

import indp.sqlite
import pytest

apsw = pytest.importorskip("apsw")
driver = pytest.importorskip("pysqlite3.dbapi2")

LOADS = hasattr(sqlite3.Connection, "enable_load_extension")
ASK = "SELECT value FROM dp_ask('people')"


@pytest.fixture
def files(tmp_path):
    """A private database and a ledger with one question, which 20 answers exhaust."""
    private, ledger = tmp_path / "hie.db", tmp_path / "hie.ledger"
    owner = driver.connect(private, isolation_level=None)
    owner.execute("CREATE TABLE hie(person, visits)")
    owner.execute("INSERT INTO hie VALUES (1, 271828), (2, 3)")
    indp.sqlite.load(owner)
    assert owner.execute("SELECT dp_create(?)", [str(ledger)]).fetchall() == [(str(ledger),)]
    owner.execute("SELECT dp_budget('b', 10)").fetchall()
    fields = {"table": "hie", "person": "person", "aggregate": "count", "epsilon": 0.5}
    fields = json.dumps({**fields, "rows_per_person": 1, "budget": "b"})
    owner.execute("SELECT dp_question('people', ?)", [fields]).fetchall()
    owner.close()
    return private, ledger


def charges(files):
    owner = driver.connect(files[1])
    found = owner.execute("SELECT count(*) FROM entry WHERE act = 'charge'").fetchall()
    owner.close()
    return found[0][0]


def test_the_extension_is_that_of_the_package(files):
    reader = indp.sqlite.reader(*files, driver=driver)
    assert reader.execute("SELECT indp_version()").fetchall() == [(indp.__version__,)]


def test_a_reader_gets_answers_and_nothing_else(files):
    private, ledger = files
    reader = indp.sqlite.reader(private, ledger, driver=driver, check_same_thread=False)
    assert len(reader.execute(ASK).fetchall()) == 1
    for attack in (
        "SELECT * FROM hie",
        f"ATTACH '{private}' AS p",
        f"ATTACH '{ledger}' AS l",
        "SELECT dp_budget('b', 1e300)",
        f"SELECT dp_open('{ledger}')",
        f"SELECT dp_reader('{private}', '{ledger}')",
        "SELECT dp_sum(1, 0, 1, 1)",
        "SELECT * FROM dp_ledger",
        "PRAGMA hard_heap_limit = 1000000",
    ):
        with pytest.raises(driver.Error):
            reader.execute(attack).fetchall()
    with pytest.raises(driver.Error):
        reader.enable_load_extension(True)
        reader.execute("SELECT load_extension(?)", [indp.sqlite.extension()]).fetchall()
    reader.create_function("leak", 0, lambda: "271828")  # as frameworks do
    with pytest.raises(driver.Error):
        reader.execute("SELECT leak()").fetchall()
    assert charges(files) == 1


def test_every_driver_has_readers(files):
    made = [indp.sqlite.reader(*files, driver=driver)]
    connection = apsw.Connection(":memory:")
    indp.sqlite.fence(connection, *files)
    made.append(connection)
    if LOADS:
        made.append(indp.sqlite.reader(*files))
    for reader in made:
        assert len(list(reader.execute(ASK))) == 1
        with pytest.raises(Exception, match="no such table: hie"):
            reader.execute("SELECT * FROM hie")
    assert charges(files) == len(made)


def test_two_sqlite_libraries_spend_one_budget(files):
    answers = []

    def ask(connection):
        while True:
            try:
                answers.extend(connection.execute(ASK))
            except Exception as error:
                if "has less left" in str(error):
                    return
                assert "locked" in str(error)

    one = indp.sqlite.reader(*files, driver=driver, check_same_thread=False)
    two = apsw.Connection(":memory:")
    indp.sqlite.fence(two, *files)
    threads = [threading.Thread(target=ask, args=[one]), threading.Thread(target=ask, args=[two])]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(answers) == charges(files) == 20


def test_the_private_connection_lives_as_long_as_the_reader(files):
    for _ in range(20):
        reader = indp.sqlite.reader(*files, driver=driver)
        gc.collect()
        statement = reader.execute(ASK)
        del reader
        gc.collect()
        assert len(statement.fetchall()) == 1
        del statement
        gc.collect()


def test_cached_statements_do_not_escape_the_fence(files):
    connection = driver.connect(":memory:", cached_statements=100)
    connection.create_function("leak", 0, lambda: "271828")
    for sql in ("SELECT leak()", "PRAGMA hard_heap_limit"):
        connection.execute(sql).fetchall()
    indp.sqlite.fence(connection, *files)
    for sql in ("SELECT leak()", "PRAGMA hard_heap_limit"):
        with pytest.raises(driver.Error):
            connection.execute(sql).fetchall()
    assert len(connection.execute(ASK).fetchall()) == 1


def test_an_authorizer_of_the_host_ends_the_answers(files):
    for authorizer in (None, lambda *_: 0):
        connection = apsw.Connection(":memory:")
        indp.sqlite.fence(connection, *files)
        assert len(list(connection.execute(ASK))) == 1
        before = charges(files)
        connection.set_authorizer(authorizer)
        for sql in (ASK, "SELECT * FROM dp_questions", "SELECT dp_remaining('b')"):
            with pytest.raises(apsw.Error, match="the fence of this reader's connection was remov"):
                list(connection.execute(sql))
        for sql in (f"ATTACH '{files[1]}' AS l", "SELECT dp_budget('b', 1e300)"):
            with pytest.raises(apsw.Error):
                list(connection.execute(sql))
        assert charges(files) == before


def test_refusals_name_what_is_wrong(files, tmp_path):
    private, ledger = files
    with pytest.raises(driver.Error, match="no ledger has this name"):
        indp.sqlite.reader(private, tmp_path / "none", driver=driver)
    with pytest.raises(driver.Error, match="the private database cannot be opened"):
        indp.sqlite.reader(tmp_path / "none", ledger, driver=driver)
    assert sorted(tmp_path.iterdir()) == sorted([private, ledger, tmp_path / "hie.ledger-lock"])


def test_a_python_that_cannot_load_extensions_says_what_to_do(files):
    class Bare:
        """The connection of a Python that was built without extensions."""

        def close(self):
            pass

    class Module:
        @staticmethod
        def connect(_, **__):
            return Bare()

    with pytest.raises(RuntimeError, match="cannot load extensions: use the Python of the sys"):
        indp.sqlite.reader(*files, driver=Module)
    with pytest.raises(RuntimeError, match="cannot load extensions: use the Python of the sys"):
        indp.sqlite.load(Bare())
    if not LOADS:
        with pytest.raises(RuntimeError, match="cannot load extensions"):
            indp.sqlite.reader(*files)


def test_an_installation_without_the_extension_says_what_to_do(files, monkeypatch, tmp_path):
    monkeypatch.setenv("INDP_SQLITE", str(tmp_path / "none.so"))
    with pytest.raises(RuntimeError, match="install libsqlite3-dev and then indp again"):
        indp.sqlite.extension()
