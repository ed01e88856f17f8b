#!/bin/sh
# Tests the Node.js package. Call it after `make`. The generated files must be up to date, the addon
# must compile without a warning, the tests must pass, and the types must compile. The code blocks
# of docs/node.md must run.
set -eu
cd "$(dirname "$0")/../.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
. bindings/test/common.sh
needs node nodejs npm npm gcc gcc python3 python3 pkg-config pkg-config

python3 bindings/node/tools/generate.py --check
# Tests a copy, so that nothing is left in the repository.
mkdir -p "$work/page/indp/bindings" "$work/npm"
cp -r bindings/node "$work/page/indp/bindings/"
copy=$work/page/indp/bindings/node
rm -rf "$copy/build" "$copy/node_modules" "$copy/package-lock.json"
INDP_CFLAGS="-I$PWD/include" INDP_LIBS="-L$PWD/build/lib -lindp -Wl,-rpath,$PWD/build/lib" CFLAGS=-Werror node "$copy/tools/build.js"
python3 bindings/test/calls.py node node "$copy/test/calls.js"
for test in states mechanisms callbacks workers; do
    node --expose-gc "$copy/test/$test.test.js" >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
    echo "$test: passed"
done
sh extensions/test/neighbours/neighbours.sh binding node node "$copy/test/calls.js"
node "$copy/test/quickstart.js" >/dev/null
expected_quickstart >"$work/expected"
node "$copy/test/quickstart.js" 42 | diff "$work/expected" -
echo "quickstart: prints the same numbers as examples-c/quickstart.c"

if command -v tsc >/dev/null; then
    tsc=tsc
else
    npm install --silent --no-audit --no-fund --prefix "$work/npm" typescript@5 >"$work/log" 2>&1 || {
        cat "$work/log"
        echo "indp: missing packages: node-typescript, which npm cannot fetch either" >&2
        exit 1
    }
    tsc=$work/npm/node_modules/.bin/tsc
fi
"$tsc" --strict --noEmit --exactOptionalPropertyTypes --noUnusedLocals --target es2022 --module commonjs "$copy/test/types.ts"
echo "types: no complaint of tsc --strict"
rm -rf "$copy/build"
page node
sh extensions/sqlite/recipes/run-node.sh build/sqlite/indp.so
