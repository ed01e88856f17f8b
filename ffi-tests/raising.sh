#!/bin/sh
# Tests callbacks in a language whose exceptions cannot pass through C: see raising.py.
set -eu
python3 ffi-tests/raising.py "$PWD/build/lib/libindp.so"
