#!/bin/sh
# release-check.sh [PARTS...]: runs all suites, also those that take hours, on the tree that is
# committed here, and prints a table of what passed. The result of a part belongs to the tree's hash
# and stays under build/release-check, so that a run goes on where the last one stopped. PARTS
# chooses parts; those that are named run again.
set -u
cd "$(dirname "$0")/.." || exit 2
[ -z "$(git status --porcelain)" ] || { echo 'release-check: commit first: a result belongs to a commit' >&2; exit 2; }
results=build/release-check/$(git rev-parse 'HEAD^{tree}')
mkdir -p "$results" || exit 2

# Each part is a target of make.
parts='test test-postgresql-all test-postgresql-assert test-postgresql-clients test-engines test-sanitizers test-bindings test-python test-aarch64 test-musl test-windows test-deb test-bare
test-reproducible test-parsers test-site soak fuzz fuzz-postgresql hunt-postgresql hunt-sqlite timing evidence demo demo-postgresql demo-duckdb demo-mariadb demo-spark demo-distributed bench'

run() { # PART: writes "RESULT MINUTES DATE" to the part's file
    start=$(date +%s)
    if make "$1" >"$results/$1.log" 2>&1; then result=passed; else result=FAILED; fi
    echo "$result $((($(date +%s) - start + 59) / 60)) $(date +%F)" >"$results/$1"
}

for part in ${*:-$parts}; do
    case " $(echo $parts) " in *" $part "*) ;; *) echo "release-check: there is no part $part" >&2; exit 2 ;; esac
    [ $# = 0 ] && grep -q '^passed' "$results/$part" 2>/dev/null || run "$part"
    echo "$part: $(cat "$results/$part")" >&2
done

wrong=0
printf '%-24s %-8s %8s  %s\n' part result minutes date
for part in $parts; do
    read -r result minutes day 2>/dev/null <"$results/$part" || { result='not run' minutes='' day=''; }
    [ "$result" = passed ] || wrong=1
    printf '%-24s %-8s %8s  %s\n' "$part" "$result" "$minutes" "$day"
done
echo "$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1), $(nproc) processors; logs: $results"
[ "$wrong" = 0 ]
