#!/bin/sh
# Tests that the first C example of README.md compiles as printed, without a warning, and runs.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
awk '/^```c$/ { inside = 1; next } inside && /^```/ { exit } inside' README.md >"$work/example.c"
[ -s "$work/example.c" ] || { echo 'README.md has no ```c block'; exit 1; }
"${CC:-cc}" -std=c99 -Wall -Wextra -Werror -pedantic -Iinclude "$work/example.c" -o "$work/example" \
    -Lbuild/lib -lindp -Wl,-rpath,"$PWD/build/lib"
"$work/example" >"$work/out"
cat "$work/out"
[ -s "$work/out" ] || { echo 'the example prints nothing'; exit 1; }

# ARCHITECTURE.md must name every file and folder at the top of the repository.
for entry in $(git ls-files 2>/dev/null | cut -d/ -f1 | sort -u); do
    grep -qF "$entry" ARCHITECTURE.md || { echo "ARCHITECTURE.md does not name $entry"; exit 1; }
done
