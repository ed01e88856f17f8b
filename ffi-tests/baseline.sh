#!/bin/sh
# Runs a program on an emulated x86-64 CPU of the first generation, without later extensions such as
# AVX and FMA. Usage: baseline.sh PROGRAM ARGUMENT... A program that needs an extension ends with an
# illegal instruction.
set -eu
if [ "$(uname -m)" != x86_64 ]; then
    echo "this test emulates x86-64 on x86-64"
    exit 77
fi
exec qemu-x86_64 -cpu qemu64 "$@"
