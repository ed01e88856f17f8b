#!/bin/sh
# environment.sh [PACKAGE...]: makes the environment build/python/venv, with these packages and the
# packages that the tests need. Does nothing if it is up to date. PYTHON chooses the interpreter.
set -eu
venv=build/python/venv
mkdir -p build/python
{
    cat bindings/python/tests/requirements.txt
    for package; do echo "$package"; done
} >build/python/wanted.txt
for line in $(grep -v '^#' build/python/wanted.txt); do
    grep -qx "$line" $venv/installed.txt 2>/dev/null || missing=yes
done
[ -n "${missing:-}" ] || exit 0
[ -x $venv/bin/pip ] || "${PYTHON:-python3}" -m venv $venv
$venv/bin/pip install --quiet --requirement build/python/wanted.txt
cat build/python/wanted.txt >>$venv/installed.txt
