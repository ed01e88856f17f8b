#!/bin/sh
# baseline.sh PROGRAM ARGUMENT...: runs the program on an emulated x86-64 CPU of the first
# generation, without later extensions such as AVX and FMA. Code that needs an extension dies of an
# illegal instruction.
set -eu
if [ "$(uname -m)" != x86_64 ]; then
    echo "this test emulates x86-64 on x86-64"
    exit 77
fi
exec qemu-x86_64 -cpu qemu64 "$@"
