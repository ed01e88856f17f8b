#!/bin/sh
# timing.sh [--tiny]: compiles benches/timing.c against the shared library and runs it. Call it from
# the repository's root, after `make`.
set -eu
mkdir -p build/benches
"${CC:-cc}" -std=c99 -D_GNU_SOURCE -O2 -Wall -Wextra -Werror -pedantic -Iinclude benches/timing.c -o build/benches/timing \
    -Lbuild/lib -lindp "-Wl,-rpath,$PWD/build/lib" -lm
build/benches/timing "$@"
