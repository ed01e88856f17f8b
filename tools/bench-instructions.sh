#!/bin/sh
# Counts the instructions per operation of the hot paths with callgrind. Each path runs with two
# numbers of repeats, and the difference cancels the instructions of the start-up. Unlike times,
# counts do not depend on the machine's load. (Under valgrind the random generator uses only those
# instructions that valgrind's virtual CPU supports.)
#
# EMULATOR can be a command of qemu that runs programs of another machine, for which CC compiles,
# such as `qemu-aarch64 -L FOLDER`. qemu then logs a line for each executed instruction, and the
# lines are counted.
set -eu
EMULATOR=${EMULATOR:-}
runs=20000 # operations to count
if [ -n "$EMULATOR" ]; then
    runs=1000 # a line of the log has 90 bytes
    single=-one-insn-per-tb # called -singlestep before qemu 8.1
    $EMULATOR -help | grep -q -e "$single" || single=-singlestep
fi
bin=build/benches
mkdir -p "$bin"
"${CC:-cc}" -std=c99 -D_GNU_SOURCE -O2 -Wall -Wextra -Werror -pedantic -Iinclude benches/instructions.c -o "$bin/instructions" \
    -Lbuild/lib -lindp "-Wl,-rpath,$PWD/build/lib" -lm

# count NAME REPEATS: prints how many instructions are executed if the path NAME runs REPEATS times.
count() {
    if [ -n "$EMULATOR" ]; then
        $EMULATOR $single -d exec,nochain -D /dev/stdout "$bin/instructions" "$1" "$2" | grep -c '^Trace '
        return
    fi
    valgrind --tool=callgrind --callgrind-out-file=/dev/null "$bin/instructions" "$1" "$2" 2>&1 |
        sed -n 's/.*Collected : \([0-9]*\).*/\1/p'
}

printf '%-36s %s\n' "path" "instructions per operation"
$EMULATOR "$bin/instructions" | while read -r name operations; do
    repeats=$(((runs + operations - 1) / operations))
    few=$(count "$name" $((1 + repeats / 10)))
    many=$(count "$name" $((1 + repeats / 10 + repeats)))
    echo "$name $few $many $((repeats * operations))" | awk '{ printf "%-36s %.1f\n", $1, ($3 - $2) / $4 }'
done
