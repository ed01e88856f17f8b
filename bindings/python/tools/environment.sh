#!/bin/sh
# environment.sh [PACKAGE...]: makes the environment VENV (build/python/venv), with these packages
# and those that the file REQUIREMENTS names, by default what the tests need. Does nothing if it is
# up to date. PYTHON chooses the interpreter.
set -eu
venv=${VENV:-build/python/venv}
wanted=$venv.txt
mkdir -p build/python
{
    cat "${REQUIREMENTS:-bindings/python/tests/requirements.txt}"
    for package; do echo "$package"; done
} >"$wanted"
for line in $(grep -v '^#' "$wanted"); do
    grep -qx "$line" "$venv/installed.txt" 2>/dev/null || missing=yes
done
[ -n "${missing:-}" ] || exit 0
[ -x "$venv/bin/pip" ] || "${PYTHON:-python3}" -m venv "$venv"
"$venv/bin/pip" install --quiet --requirement "$wanted"
cat "$wanted" >>"$venv/installed.txt"
