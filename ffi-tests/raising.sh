#!/bin/sh
# Callbacks of a language that cannot raise through C: see raising.py.
set -eu
python3 ffi-tests/raising.py "$PWD/build/lib/libindp.so"
