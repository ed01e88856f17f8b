#!/bin/sh
# Counts the instructions per operation of the hot paths with callgrind. Each path runs with two
# numbers of repeats, and the difference cancels the instructions of the start-up. Unlike times,
# counts do not depend on the machine's load. (Under valgrind the random generator uses only those
# instructions that valgrind's virtual CPU supports.)
set -eu
bin=build/benches
mkdir -p "$bin"
"${CC:-cc}" -std=c99 -D_GNU_SOURCE -O2 -Wall -Wextra -Werror -pedantic -Iinclude benches/instructions.c -o "$bin/instructions" \
    -Lbuild/lib -lindp "-Wl,-rpath,$PWD/build/lib" -lm

# count NAME REPEATS: prints how many instructions are executed if the path NAME runs REPEATS times.
count() {
    valgrind --tool=callgrind --callgrind-out-file=/dev/null "$bin/instructions" "$1" "$2" 2>&1 |
        sed -n 's/.*Collected : \([0-9]*\).*/\1/p'
}

printf '%-36s %s\n' "path" "instructions per operation"
"$bin/instructions" | while read -r name operations; do
    repeats=$((20000 / operations))
    few=$(count "$name" $((1 + repeats / 10)))
    many=$(count "$name" $((1 + repeats / 10 + repeats)))
    echo "$name $few $many $((repeats * operations))" | awk '{ printf "%-36s %.1f\n", $1, ($3 - $2) / $4 }'
done
