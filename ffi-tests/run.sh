#!/bin/sh
# Runs the tests of the C interface. Usage, after `make`: run.sh [NAME...], where each NAME selects
# a test. Compiles the programs of programs.txt into build/ffi-tests. The last line of the output
# has the numbers of passed and failed tests. With INDP_PROGRAMS=elsewhere, programs run only in the
# ways that `cargo test --test c` does not know: it runs them elsewhere.
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

# program NAME WAYS ARGUMENT...: compiles c/NAME.c and runs it in each of these ways, which
# programs.txt explains, with these arguments.
program() {
    source=$1 ways=$(echo "$2" | tr ',' ' ')
    shift 2
    wanted "$source" || return 0
    [ "${INDP_PROGRAMS:-}" != elsewhere ] ||
        ways=$(echo "$ways" | sed 's/plain\|static\|localised//g')
    for how in $ways; do
        case ${EMULATOR:+emulated }$how in
        'emulated valgrind' | 'emulated baseline') ;;
        *plain) link shared && check "$source" $EMULATOR "$bin/$source.shared" "$@" ;;
        *static | *localised)
            link static &&
                check "$source, static library" $EMULATOR "$bin/$source.static" "$@" ;;
        valgrind)
            link shared && check "$source, valgrind" $VALGRIND "$bin/$source.shared" "$@" ;;
        baseline)
            link static &&
                check "$source, baseline CPU" sh ffi-tests/baseline.sh "$bin/$source.static" "$@" ;;
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

here oracle python3 oracles/vectors.py --check
script symbols
script layers
script header
script interface
script readme
script pages
script examples
here benches sh tools/bench.sh --tiny
while read -r name place ways arguments <&3; do
    # shellcheck disable=SC2086
    case $name in '#'*) ;; *) program "$name" "$ways" ${arguments%@library@} ;; esac
done 3<ffi-tests/programs.txt
if wanted vectors; then # more cases near boundaries, with the answers of oracles/vectors.py
    python3 oracles/vectors.py --boundaries 1 500 >"$bin/boundaries.txt"
    INDP_PROGRAMS=here program vectors plain "$bin/boundaries.txt"
fi
script asan
script escape
script raising
script malloc
script install
script abi

[ "$skipped" -eq 0 ] || echo "$skipped skipped: see above"
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
