#!/bin/sh
# The programs under examples-c compile without a warning, as C and against the shared library, and run.
set -eu
bin=${bin:-build/ffi-tests}
mkdir -p "$bin"
for example in quickstart most_common; do
    ${CC:-cc} -std=c99 -Wall -Wextra -Werror -pedantic -O1 -g -Iinclude "examples-c/$example.c" \
        -o "$bin/$example" -Lbuild/lib -lindp "-Wl,-rpath,$PWD/build/lib"
done
valgrind -q --leak-check=full --error-exitcode=9 "$bin/quickstart" | grep -q 'spent epsilon = 1'
# At epsilon 0.01 the 3,710 rows between the first two answers are worth e^7: another answer than excellent has
# a probability of about 0.0006. Three wrong ones of three: below 1e-9.
for try in 1 2 3; do
    "$bin/most_common" examples-c/data/randhie.csv >"$bin/most_common.out"
    grep -q 'excellent 11019 good 7309 fair 1560 poor 302' "$bin/most_common.out"
    ! grep -q 'self-rated health: excellent' "$bin/most_common.out" || exit 0
done
cat "$bin/most_common.out"
exit 1
