#!/bin/sh
# Tests the Go package. Call it after `make`. The generated files must be up to date, and gofmt and
# vet must report nothing. The tests must pass, also with the race detector. The code blocks of
# docs/go.md must run.
set -eu
cd "$(dirname "$0")/../.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
. bindings/test/common.sh
needs go golang-go gcc gcc python3 python3 pkg-config pkg-config

python3 bindings/go/tools/generate.py --check
installed
# Downloads are disabled, since the package needs only the standard library.
export GOFLAGS=-mod=mod GOPROXY=off GOTOOLCHAIN=local CGO_ENABLED=1
# Go's build cache does not notice that pkg-config names new folders in each run. CGO_LDFLAGS is
# part of the cache key, so with a new folder in it Go builds the package again.
export CGO_LDFLAGS="-L$work/installed/lib"
(
    cd bindings/go
    unformatted=$(gofmt -l .)
    [ -z "$unformatted" ] || { echo "gofmt: $unformatted"; exit 1; }
    go vet ./...
    go test -count=1 ./...
    go test -race -count=1 .
    GODEBUG=cgocheck=2 GOGC=1 go test -count=1 -run 'Callbacks|Threads|Finalizers|Mode' .
    go build -o "$work/quickstart" ./quickstart
    go build -race -o "$work/calls" ./internal/calls
)
python3 bindings/test/calls.py go "$work/calls"
sh extensions/test/neighbours/neighbours.sh binding go "$work/calls"
"$work/quickstart" >/dev/null
expected_quickstart >"$work/expected"
"$work/quickstart" 42 | diff "$work/expected" -
echo "quickstart: prints the same numbers as examples-c/quickstart.c"
page go
