#!/bin/sh
# bench.sh [--tiny] [NAME...]: compiles benches/NAME.c against the shared library and runs it, for
# each NAME. Without a NAME it runs the benchmarks of `make bench`. Call it from the repository's
# root, after `make`. With --tiny every row of a table runs only a few times, on small sizes. This
# checks that the programs work; the times that they print are then meaningless.
set -eu
bin=build/benches
mkdir -p "$bin"
tiny=
if [ "${1:-}" = --tiny ]; then
    tiny=--tiny
    shift
    sh tools/timing.sh --tiny >/dev/null
fi
[ $# -gt 0 ] || set -- snapping exponential large accumulators first
for name in "$@"; do
    "${CC:-cc}" -std=c99 -D_GNU_SOURCE -O2 -Wall -Wextra -Werror -pedantic -Iinclude "benches/$name.c" -o "$bin/$name" \
        -Lbuild/lib -lindp "-Wl,-rpath,$PWD/build/lib" -lm -ldl
    "$bin/$name" $tiny
done
