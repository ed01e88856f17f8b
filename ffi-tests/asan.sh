#!/bin/sh
# Runs the random driver against a library under AddressSanitizer. A broken driver, which allocates
# states one byte too short, must be detected.
set -eu
sh tools/asan.sh
build/asan/driver "${1:-1}" "${2:-20000}"
ASAN_DRIVER_FLAGS=-DSHORT_STATES ASAN_DRIVER_SUFFIX=.short sh tools/asan.sh
if build/asan/driver.short 1 3000 >build/asan/short.log 2>&1; then
    echo "AddressSanitizer did not detect a write beyond a state" >&2
    exit 1
fi
grep -q 'AddressSanitizer: heap-buffer-overflow' build/asan/short.log
