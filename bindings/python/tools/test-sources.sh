#!/bin/sh
# test-sources.sh: tests installations in which cargo has to build the library: from the source
# distribution, and from a clone with `pip install ./bindings/python`. Takes minutes. Call it in the
# root of the repository, after `make wheel`.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# Both builds use one target folder, so that dependencies are compiled only once.
export CARGO_TARGET_DIR="$PWD/build/python/target"

check() {
    "${PYTHON:-python3}" -m venv "$work/venv"
    "$work/venv/bin/pip" install --quiet --no-cache-dir "$1"
    (
        cd /
        "$work/venv/bin/python" -c 'import indp, indp.sqlite; indp.self_test(); print(indp.__file__, indp.sqlite.extension())'
        "$work/venv/bin/indp" --help >/dev/null
    )
    rm -rf "$work/venv"
    echo "pass  $2"
}

check "$(ls "$PWD"/build/python/dist/indp-*.tar.gz)" 'the source distribution'
git clone --quiet . "$work/clone"
check "$work/clone/bindings/python" 'a clone'
