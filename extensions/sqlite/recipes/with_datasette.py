"""Runs Datasette with the plugin datasette_reader.py, and asks as a browser does."""

import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.parse
import urllib.request
from pathlib import Path

from attacks import refused
from owner import make

with tempfile.TemporaryDirectory() as folder:
    private, ledger = make(folder)
    plugins = Path(folder, "plugins")
    plugins.mkdir()
    shutil.copy(Path(__file__).with_name("datasette_reader.py"), plugins)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "datasette", "serve", "--memory"]
    server = subprocess.Popen(
        [*command, "--plugins-dir", str(plugins), "--port", str(port)],
        env={**os.environ, "INDP_PRIVATE": str(private), "INDP_LEDGER": str(ledger)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )

    def get(path, **query):
        url = f"http://127.0.0.1:{port}{path}?{urllib.parse.urlencode(query)}"
        return urllib.request.urlopen(url, timeout=20).read().decode()

    def run(sql):
        try:
            answer = json.loads(get("/_memory.json", sql=sql, _shape="array"))
        except urllib.error.HTTPError as error:
            raise RuntimeError(error.read().decode()) from None
        if isinstance(answer, dict):
            raise RuntimeError(answer)
        return answer

    try:
        for _ in range(100):
            try:
                get("/")
                break
            except OSError:
                assert server.poll() is None, server.stderr.read()
                time.sleep(0.2)
        rows = run("""SELECT * FROM dp_ask('visits_by_site', '{"age": 40}')""")
        assert [row["key"] for row in rows] == [1, 2], rows
        page = get("/_memory", sql="SELECT * FROM dp_ask('people')")
        assert "<table" in page and "dp_ask" in page
        refused(private, ledger, run)
    finally:
        server.terminate()
        server.communicate()
