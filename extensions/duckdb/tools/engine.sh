#!/bin/sh
# engine.sh [PACKAGE=VERSION]: installs a Python package into a folder below build/duckdb and prints
# the name of that folder. The default is DuckDB's package for Python. The environment variable
# PYTHON chooses the interpreter (python3). If the script fails, the last line that it prints is the
# reason.
set -eu
cd "$(dirname "$0")/../../.."
python=${PYTHON:-python3}
wanted=${1:-duckdb=2.0.0}
package=${wanted%%=*} version=${wanted#*=}
# A wheel suits one version of Python only.
tag=$("$python" -c 'import sys; print("%d.%d" % sys.version_info[:2])') || { echo "duckdb: $python was not found or does not run; set PYTHON"; exit 1; }
folder=$PWD/build/duckdb/$package-$version-python$tag
if [ ! -d "$folder" ]; then
    mkdir -p build/duckdb
    work=$(mktemp -d build/duckdb/pip.XXXXXX)
    trap 'rm -rf "$work"' EXIT
    "$python" -m pip --version >/dev/null 2>&1 || sh tools/setup.sh wheel >&2 || { echo 'duckdb: pip is missing'; exit 1; }
    "$python" -m pip install --quiet --no-deps --only-binary=:all: --disable-pip-version-check --root-user-action=ignore \
        --target "$work/package" "$package==$version" >"$work/log" 2>&1 || {
        cat "$work/log" >&2
        sed -n 's/^ERROR: /duckdb: pip: /p' "$work/log" | tail -n 1
        exit 1
    }
    mv "$work/package" "$folder"
fi
echo "$folder"
