#!/bin/sh
# timed.sh NAME COMMAND...: runs the command, and appends its name, its time and how it ended to
# build/times, which `make test` prints at its end.
name=$1
shift
start=$(date +%s)
"$@"
result=$?
mkdir -p build
printf '%-28s %5d s%s\n' "$name" $(($(date +%s) - start)) "$([ "$result" = 0 ] || echo "  failed ($result)")" >>build/times
exit "$result"
