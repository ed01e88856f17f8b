#!/bin/sh
# engine.sh: prints a folder with PySpark and what it needs, for PYTHONPATH. pip installs them there
# (some 500 MB) on the first run: into the cache folder, since `make clean` should not throw them
# away. PYTHON chooses the interpreter (python3). If the script fails, the last line that it prints
# is the reason.
set -eu
cd "$(dirname "$0")/../../.."
python=${PYTHON:-python3}
version=4.3.0
# Wheels of NumPy and PyArrow suit one version of Python only.
tag=$("$python" -c 'import sys; print("%d.%d" % sys.version_info[:2])') || { echo "spark: $python was not found or does not run; set PYTHON"; exit 1; }
cache=${XDG_CACHE_HOME:-$HOME/.cache}/indp
folder=$cache/pyspark-$version-python$tag
if [ ! -d "$folder" ]; then
    mkdir -p "$cache"
    work=$(mktemp -d "$cache/pip.XXXXXX")
    trap 'rm -rf "$work"' EXIT
    trap 'exit 1' HUP INT TERM
    "$python" -m pip --version >/dev/null 2>&1 || sh tools/setup.sh wheel >&2 || { echo 'spark: pip is missing'; exit 1; }
    # PySpark does not support pandas 3 yet. `connect` is for the tests over Spark Connect.
    "$python" -m pip install --quiet --disable-pip-version-check --root-user-action=ignore --target "$work/package" \
        "pyspark[connect]==$version" 'pandas>=2.2,<3' numpy pyarrow >"$work/log" 2>&1 || {
        cat "$work/log" >&2
        sed -n 's/^ERROR: /spark: pip: /p' "$work/log" | tail -n 1
        exit 1
    }
    mv "$work/package" "$folder"
fi
echo "$folder"
