#!/bin/sh
# Tests the pages: see pages.py.
exec python3 ffi-tests/pages.py
