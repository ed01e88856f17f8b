#!/bin/sh
# engine-tests.sh ENGINE...: runs the tests of the extension for each engine, and the comparison of
# neighbouring data sets in it. A failure does not stop the later tests. If the tests of an
# extension take more than 45 minutes, they are stuck, and end with exit code 124.
set -u
failed=0
suite() { # NAME FILE [ARGUMENT...]
    name=$1
    shift
    sh tools/timed.sh "$name" timeout --foreground -k 30 2700 sh "$@" || {
        echo "$*: exit $?"
        failed=1
    }
}
for engine in "$@"; do
    suite "$engine" "extensions/$engine/test/run.sh"
    suite "neighbours in $engine" extensions/test/neighbours/neighbours.sh "$engine"
done
exit "$failed"
