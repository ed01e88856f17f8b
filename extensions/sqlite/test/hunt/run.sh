#!/bin/sh
# Searches for what tells a reader of one person, in histories of a private database that differ in
# that person's rows. Usage, after `make` and from any directory: run.sh FORM [SIDES...], where FORM
# is short or full, and sides.py lists the sides. The observations stay in $HUNT_OUT, if that is
# set. CC compiles the object that makes the randomness of all sides equal, and PYTHON is the
# interpreter.
set -u
cd "$(dirname "$0")/../../../.." || exit 2
here=extensions/sqlite/test/hunt
form=${1:?usage: run.sh short or full}
shift
[ -n "${TMPDIR:-}" ] || [ ! -w /dev/shm ] || { TMPDIR=/dev/shm && export TMPDIR; } # each charge waits for the disk
python=${PYTHON:-python3}
PYTHONDONTWRITEBYTECODE=1 PYTHONHASHSEED=0
export PYTHONDONTWRITEBYTECODE PYTHONHASHSEED
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
out=${HUNT_OUT:-$work/out}
mkdir -p "$out" && rm -f "$out"/*.json
${CC:-cc} -std=c99 -O1 -Wall -Wextra -Werror -pedantic -shared -fPIC "$here/seeded.c" -ldl -o "$work/seeded.so" || exit 2

observe() { LD_PRELOAD=$work/seeded.so "$python" "$here/observe.py" "$@"; }
[ "$form" = full ] && readers='fenced memory opened control' || readers='fenced opened control'

side() { # SIDE REPEAT
    case $1 in
    idle | writing | huge) some=fenced ;;
    *) some=$readers ;;
    esac
    mkdir "$work/side" || exit 2 # the same names on all sides
    observe owner "$1" "$work/side" && cp -r "$work/side" "$work/made" || exit 2
    for reader in $some; do
        rm -rf "$work/side" && cp -r "$work/made" "$work/side" &&
            observe "$reader" "$1" "$work/side" "$form" "$out/$1.$2.json" || exit 2
    done
    rm -rf "$work/side" "$work/made"
}

# shellcheck disable=SC2046
[ -n "$*" ] || set -- $("$python" "$here/sides.py" "$form")
for name; do side "$name" 1; done
side none 2
"$python" "$here/compare.py" "$out" "$form"
