"""Tests that every block of Python in the manual and in the README runs, and so does every example
in a docstring."""

import doctest
import importlib
import json
import pkgutil
import re
import shlex
import sqlite3
import sys

import indp
import indp.sqlite
import pytest
from indp import _cli


def blocks(path):
    return re.findall(r"^```python\n(.*?)^```$", path.read_text(), re.S | re.M)


PAGES = [
    "docs/python.md",
    "docs/tutorials/dataframes.md",
    "docs/tutorials/sqlite.md",
    "bindings/python/README.md",
    "README.md",
]


@pytest.mark.parametrize("name", PAGES)
def test_blocks_run(root, name, monkeypatch, tmp_path):
    for folder in ("examples-c", "build"):  # pages may write files
        (tmp_path / folder).symlink_to(root / folder)
    monkeypatch.chdir(tmp_path)
    found = blocks(root / name)
    assert found
    if "indp.sqlite" in found[0] and not hasattr(sqlite3.Connection, "enable_load_extension"):
        driver = pytest.importorskip("pysqlite3.dbapi2")
        monkeypatch.setitem(sys.modules, "sqlite3", driver)
        monkeypatch.setattr(indp.sqlite.reader, "__kwdefaults__", {"driver": driver})
    names = {}
    for block in found:
        exec(compile(block, name, "exec"), names)


def commands(path):
    return re.findall(r"(?:^    |`)python -m indp ([^`\n]+)", path.read_text(), re.M)


@pytest.mark.parametrize("name", ["docs/python.md", "bindings/python/README.md"])
def test_command_lines_run(root, name, monkeypatch, tmp_path, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "examples-c").symlink_to(root / "examples-c")
    (tmp_path / "data.csv").write_text("visits,column\n3,1\n5,2\n")
    with sqlite3.connect("hie.db") as base:
        base.execute("CREATE TABLE hie (site INTEGER, plan INTEGER)")
    base.close()
    found = commands(root / name)
    assert found
    for command in found:
        assert _cli.main(shlex.split(command)) == 0, command
        out = capsys.readouterr().out
        assert ("rows_per_person" in json.loads(out)) if "--json" in command else "loss" in out


def test_the_manual_names_everything_public(root):
    text = (root / "docs/python.md").read_text()
    missing = [name for name in indp.__all__ if not re.search(rf"\b{name}\b", text)]
    assert missing == []


def test_docstrings(monkeypatch):
    for module in pkgutil.iter_modules(indp.__path__):
        if module.name in ("__main__", "libindp"):
            continue
        loaded = importlib.import_module(f"indp.{module.name}")
        names = {name: getattr(indp, name) for name in indp.__all__}
        assert doctest.testmod(loaded, extraglobs=names).failed == 0


def test_the_quickstart_of_c_in_python():
    indp.self_test()
    noise = indp.Snapping(0.5, 3, 1e6, indp.Options(grid=1))
    assert (noise.scale, noise.grid) == (6.0, 1.0)
    noise.release(1200)
    noise.release_many([1200, 80, 4])
    noise.release_int64(1200)
    count, total, shard = indp.Count(5), indp.Sum(0, 100, 5), indp.Sum(0, 100, 5)
    count.add_rows()
    count.add_rows(3)
    total.add(40.0)
    total.add(2)
    shard.add([12.5, 99.0, 1e9, -3.0])
    total.merge(indp.Sum.deserialise(shard.serialise()))
    assert total.sensitivity == 500.0
    assert total.exact_rows() == 6
    count.release(0.5)
    total.release(0.5)
