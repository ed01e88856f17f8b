#!/bin/sh
# Tests callbacks that leave by an exception or by longjmp: see escape/main.cc.
set -eu
bin=${bin:-build/ffi-tests}
mkdir -p "$bin"
"${CXX:-c++}" -std=c++11 -Wall -Wextra -Werror -pedantic -O1 -g -Iinclude -pthread ffi-tests/escape/main.cc \
    -o "$bin/escape" -Lbuild/lib -lindp "-Wl,-rpath,$PWD/build/lib"
"$bin/escape"
