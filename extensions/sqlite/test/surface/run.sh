#!/bin/sh
# Calls everything that the extension adds to a connection, with values of every kind. Usage, after
# `make` and from any directory: run.sh FORM [SEED], where FORM is short, full, or list (see surface.py). INDP_SQLITE names
# the extension, and PYTHON the interpreter.
set -u
cd "$(dirname "$0")/../../../.." || exit 2
[ -n "${TMPDIR:-}" ] || [ ! -w /dev/shm ] || { TMPDIR=/dev/shm && export TMPDIR; } # each charge waits for the disk
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
PYTHONDONTWRITEBYTECODE=1 "${PYTHON:-python3}" extensions/sqlite/test/surface/surface.py "${INDP_SQLITE:-build/sqlite/indp.so}" "$work" $([ "${1:?usage: run.sh short, full or list}" = list ] && echo list || echo "${2:-1} $1")
