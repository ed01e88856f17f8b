#!/bin/sh
# Runs the tests of the C interface. Usage, after `make`: run.sh [NAME...], where each NAME selects
# a test. Compiles the programs into build/ffi-tests. The last line of the output has the numbers of
# passed and failed tests.
#
# If EMULATOR is a command that runs programs of another machine, such as `qemu-aarch64 -L FOLDER`,
# then CC must compile for that machine. The programs then run under EMULATOR only. Scripts, most of
# which test tools of this machine, run only if they are named.
set -u
cd "$(dirname "$0")/.."
bin=build/ffi-tests
rm -rf "$bin"
mkdir -p "$bin"
export bin
only=" $* "
passed=0 failed=0 skipped=0

CC=${CC:-cc}
EMULATOR=${EMULATOR:-}
version=$(sed -n 's/^version *= *"\(.*\)"/\1/p' Cargo.toml | head -n 1)
STRICT="-std=c99 -D_GNU_SOURCE -Wall -Wextra -Werror -pedantic -O2 -g -Iinclude -pthread"
VALGRIND="valgrind -q --leak-check=full --errors-for-leak-kinds=all --show-leak-kinds=all
          --error-exitcode=99 --fair-sched=yes"

# check NAME COMMAND...: runs the command, and prints its output unless it passed. The slowest test
# takes about two minutes. A test that waits for ever ends after 15 minutes with exit code 124.
check() {
    name=$1
    shift
    if timeout -k 10 900 "$@" >"$bin/log" 2>&1; then
        result=0
    else
        result=$?
    fi
    case $result in
    0) echo "pass  $name" && passed=$((passed + 1)) ;;
    77) echo "skip  $name ($(tail -n 1 "$bin/log"))" && skipped=$((skipped + 1)) ;;
    *) echo "FAIL  $name (exit $result)" && sed 's/^/      /' "$bin/log" && failed=$((failed + 1)) ;;
    esac
}

# wanted NAME: whether the command line names this test, or names no test at all.
wanted() {
    [ "$only" = "  " ] || case $only in *" $1 "*) true ;; *) false ;; esac
}

# program NAME HOW...: compiles c/NAME.c and runs it in each of these ways: plain (with the shared
# library), static (with the static library), valgrind (shared library, under valgrind), or baseline
# (static library, on an emulated CPU without instruction-set extensions).
program() {
    source=$1
    shift
    wanted "$source" || return 0
    for how in "$@"; do
        case ${EMULATOR:+emulated }$how in
        'emulated valgrind' | 'emulated baseline') ;;
        *plain) link shared && check "$source" $EMULATOR "$bin/$source.shared" $arguments ;;
        *static) link static && check "$source, static library" $EMULATOR "$bin/$source.static" $arguments ;;
        valgrind)
            link shared && check "$source, valgrind" $VALGRIND "$bin/$source.shared" $arguments ;;
        baseline)
            link static &&
                check "$source, baseline CPU" sh ffi-tests/baseline.sh "$bin/$source.static" $arguments ;;
        esac
    done
}

link() {
    output=$bin/$source.$1
    [ ! -x "$output" ] || return 0
    case $1 in
    shared) libraries="-Lbuild/lib -lindp -Wl,-rpath,$PWD/build/lib" ;;
    static) libraries="build/lib/libindp.a" ;;
    esac
    # shellcheck disable=SC2086
    $CC $STRICT -DEXPECTED_VERSION="\"$version\"" "ffi-tests/c/$source.c" -rdynamic \
        -o "$output" $libraries -lm -ldl >"$bin/compile.log" 2>&1 && return 0
    check "$source, compiled" sh -c 'cat "$bin/compile.log"; exit 1'
    return 1
}

# here NAME COMMAND...: runs the command, a test that uses tools of this machine. If EMULATOR is
# set, runs it only if the command line names it.
here() {
    [ -z "$EMULATOR" ] || [ "$only" != "  " ] || return 0
    ! wanted "$1" || check "$@"
}

# script NAME: runs NAME.sh.
script() {
    here "$1" sh "ffi-tests/$1.sh"
}

arguments=
here oracle python3 oracles/vectors.py --check
script symbols
script layers
script header
script interface
script readme
script pages
script examples
here benches sh tools/bench.sh --tiny
program messages plain static valgrind
program nulls plain valgrind
program options plain valgrind
program applies plain valgrind
program parts plain valgrind
program budget plain valgrind
program parameters plain
program releases plain valgrind
program states plain valgrind
program state_bytes plain valgrind
program kinds plain static valgrind
program seeded plain
program threads plain static valgrind
program fork plain static baseline
program prefork plain
program callback plain valgrind
program fenv plain static
program floats plain valgrind
program exponential plain static valgrind
program accuracy plain static valgrind
program expect plain static valgrind
program audit plain static valgrind
program no_entropy plain
program descriptors plain static
program signals plain static
program cancel plain static
program stop plain static
program reentry plain valgrind
program foreign_gmp plain static
program unload plain
arguments="vectors/snapping.txt vectors/snapping-float.txt"
program vectors plain static valgrind baseline
if wanted vectors; then # more cases near boundaries, with the answers of oracles/vectors.py
    python3 oracles/vectors.py --boundaries 1 500 >"$bin/boundaries.txt"
    arguments=$bin/boundaries.txt
    program vectors plain
fi
arguments="vectors/exponential.txt"
program selections plain static valgrind baseline
arguments="vectors/permute-and-flip.txt"
program permute_and_flip plain static valgrind baseline
arguments="vectors/extremes.txt"
program extremes plain static valgrind baseline
arguments=
program messages baseline
arguments="1 30000"
program driver plain static
arguments="2 1500"
program driver valgrind
arguments=
script asan
script escape
script raising
script malloc
script install
script abi

[ "$skipped" -eq 0 ] || echo "$skipped skipped: see above"
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
