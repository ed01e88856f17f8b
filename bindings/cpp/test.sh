#!/bin/sh
# Tests the C++ classes. Call it after `make`. The generated header must be up to date and compile
# without a warning. The tests must pass, also under valgrind. The code blocks of docs/cpp.md must
# run.
set -eu
cd "$(dirname "$0")/../.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
. bindings/test/common.sh
needs g++ g++ python3 python3 valgrind valgrind pkg-config pkg-config cmake cmake

python3 bindings/cpp/tools/generate.py --check
STRICT="-Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wold-style-cast -Werror -Iinclude"
LINK="-Lbuild/lib -lindp -Wl,-rpath,$PWD/build/lib -pthread"
echo '#include <indp.hpp>' >"$work/alone.cpp"
for compiler in g++ clang++; do
    command -v $compiler >/dev/null || continue
    for standard in 17 20 23; do
        flag=c++$standard
        $compiler -std=$flag -x c++ -E /dev/null >/dev/null 2>&1 || flag=c++2b
        $compiler -std=$flag $STRICT -fsyntax-only "$work/alone.cpp"
        for source in states mechanisms callbacks threads calls quickstart; do
            $compiler -std=$flag $STRICT -fsyntax-only bindings/cpp/test/$source.cpp
        done
    done
    echo "$compiler: no warnings in C++17, 20 and 23"
done
for source in states mechanisms callbacks threads calls quickstart; do
    # shellcheck disable=SC2086
    g++ -std=c++17 -O1 -g $STRICT bindings/cpp/test/$source.cpp -o "$work/$source" $LINK
done
python3 bindings/test/calls.py cpp "$work/calls"
for test in states mechanisms callbacks threads; do
    "$work/$test"
    valgrind -q --leak-check=full --errors-for-leak-kinds=all --show-leak-kinds=all --error-exitcode=99 --fair-sched=yes "$work/$test" brief
    echo "$test: passed, nothing leaked"
done
sh extensions/test/neighbours/neighbours.sh binding cpp "$work/calls"
"$work/quickstart" >/dev/null
expected_quickstart >"$work/expected"
"$work/quickstart" 42 | diff "$work/expected" -
echo "quickstart: prints the same numbers as examples-c/quickstart.c"
page cpp
