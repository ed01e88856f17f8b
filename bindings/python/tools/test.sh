#!/bin/sh
# test.sh [PYTEST-ARGUMENTS]: builds the wheel, installs it in an environment under build/python and
# runs the tests there. Without arguments, it also runs the recipes for SQLite and compares
# neighbouring data sets. Runs in the root of the repository, after `make`.
set -eu
here=bindings/python
venv=build/python/venv
sh $here/tools/environment.sh
rm -rf build/python/dist
export PYTHON="$PWD/$venv/bin/python"
sh $here/tools/wheel.sh build/python/dist >build/python/wheel.log 2>&1 ||
    { cat build/python/wheel.log; exit 1; }
wheel=$(ls build/python/dist/*"_$(uname -m).whl")
$venv/bin/auditwheel show "$wheel" | tr '\n' ' ' | grep -q 'platform tag: "manylinux_2_17_' ||
    { echo "indp: $wheel needs newer systems than its tag promises"; exit 1; }
$venv/bin/pip install --quiet --force-reinstall --no-deps --no-index "$wheel"
[ $# != 0 ] || PYTHON=python3 sh extensions/sqlite/recipes/run.sh "$wheel"
[ $# != 0 ] || sh extensions/test/neighbours/neighbours.sh binding python "$PYTHON" bindings/python/tests/calls.py
cd $here
exec "$PYTHON" -m pytest --quiet --no-header -p no:cacheprovider "$@"
