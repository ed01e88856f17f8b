#!/bin/sh
# run.sh WHEEL: runs the recipes for Python with the package of WHEEL, in an environment under
# build/python. They need a Python whose module sqlite3 loads extensions: SQLITE_PYTHON, PYTHON or
# the Python of the system. Runs in the root of the repository.
set -eu
wheel=$1
for python in "${SQLITE_PYTHON:-python3}" "${PYTHON:-python3}" /usr/bin/python3; do
    "$python" -c 'import sqlite3; sqlite3.Connection.enable_load_extension' 2>/dev/null && break
    python=
done
[ -n "$python" ] || { echo "sqlite recipes: no Python here can load extensions: set SQLITE_PYTHON" >&2; exit 1; }
venv=build/python/recipes
VENV=$venv REQUIREMENTS=extensions/sqlite/recipes/requirements.txt PYTHON=$python sh bindings/python/tools/environment.sh
$venv/bin/pip install --quiet --force-reinstall --no-deps --no-index "$wheel"
for recipe in sqlalchemy flask django datasette; do
    PYTHONDONTWRITEBYTECODE=1 $venv/bin/python "extensions/sqlite/recipes/with_$recipe.py"
    echo "pass  the recipe for $recipe"
done
