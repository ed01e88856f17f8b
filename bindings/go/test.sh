#!/bin/sh
# Tests the Go package, after `make`: the generated files are up to date; gofmt and vet have nothing
# to say; the tests pass, also with the race detector; the page's blocks run.
set -eu
cd "$(dirname "$0")/../.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
. bindings/test/common.sh
needs go golang-go gcc gcc python3 python3 pkg-config pkg-config

python3 bindings/go/tools/generate.py --check
installed
# Nothing is fetched: the package needs the standard library only.
export GOFLAGS=-mod=mod GOPROXY=off GOTOOLCHAIN=local CGO_ENABLED=1
# Go's cache of compiled packages does not look at the folders that pkg-config names, which are new
# in each run.
export CGO_LDFLAGS="-L$work/installed/lib"
(
    cd bindings/go
    unformatted=$(gofmt -l .)
    [ -z "$unformatted" ] || { echo "gofmt: $unformatted"; exit 1; }
    go vet ./...
    go test -count=1 ./...
    go test -count=1 -v -run Vectors . | grep replayed
    go test -race -count=1 .
    GODEBUG=cgocheck=2 GOGC=1 go test -count=1 -run 'Callbacks|Threads|Finalizers|Mode' .
    go build -o "$work/quickstart" ./quickstart
)
"$work/quickstart" >/dev/null
expected_quickstart >"$work/expected"
"$work/quickstart" 42 | diff "$work/expected" -
echo "quickstart: the numbers of examples-c/quickstart.c"
page go
