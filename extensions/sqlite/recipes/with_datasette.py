"""Runs Datasette with the plugin datasette_reader.py, and asks as a browser does."""

import contextlib
import json
import os
import shutil
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.parse
import urllib.request
from pathlib import Path

import indp.sqlite
from attacks import refused
from owner import make


class Site:
    def __init__(self, port):
        self.port = port

    def get(self, path, **query):
        url = f"http://127.0.0.1:{self.port}{path}?{urllib.parse.urlencode(query)}"
        return urllib.request.urlopen(url, timeout=20).read().decode()

    def run(self, sql, database="_memory"):
        try:
            answer = json.loads(self.get(f"/{database}.json", sql=sql, _shape="array"))
        except urllib.error.HTTPError as error:
            raise RuntimeError(error.read().decode()) from None
        if isinstance(answer, dict):
            raise RuntimeError(answer)
        return answer


@contextlib.contextmanager
def serve(*arguments, **environment):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    server = subprocess.Popen(
        [sys.executable, "-m", "datasette", "serve", "--port", str(port), *map(str, arguments)],
        env={**os.environ, **environment},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    site = Site(port)
    try:
        for _ in range(100):
            try:
                site.get("/")
                break
            except OSError:
                assert server.poll() is None, server.stderr.read()
                time.sleep(0.2)
        yield site
    finally:
        server.terminate()
        server.communicate()


with tempfile.TemporaryDirectory() as folder:
    private, ledger = make(folder)
    plugins = Path(folder, "plugins")
    plugins.mkdir()
    shutil.copy(Path(__file__).with_name("datasette_reader.py"), plugins)
    files = {"INDP_PRIVATE": str(private), "INDP_LEDGER": str(ledger)}
    with serve("--memory", "--plugins-dir", plugins, **files) as site:
        rows = site.run("""SELECT * FROM dp_ask('visits_by_site', '{"age": 40}')""")
        assert [row["key"] for row in rows] == [1, 2], rows
        page = site.get("/_memory", sql="SELECT * FROM dp_ask('people')")
        assert "<table" in page and "dp_ask" in page
        refused(private, ledger, site.run)

    # Nobody should load the extension where strangers write SQL, as here. If somebody does, the
    # strangers still make no files and raise no budgets, since Datasette opens hie.db read-only.
    with serve(private, "--load-extension", indp.sqlite.extension()) as site:
        for sql in (
            f"SELECT dp_open('{private}.new')",
            f"SELECT dp_create('{private}.new')",
            f"SELECT dp_budget('hie', 1e300) FROM (SELECT dp_open('{ledger}') AS o) WHERE o <> ''",
        ):
            try:
                raise AssertionError(site.run(sql, "hie"))
            except RuntimeError as error:
                assert "no ledger has this name" in str(error) or "only reads" in str(error), error
        assert not [file for file in Path(folder).iterdir() if ".new" in file.name]
    with contextlib.closing(sqlite3.connect(ledger)) as log:
        assert log.execute("SELECT name, epsilon FROM budget").fetchall() == [("hie", 10.0)]
