#!/bin/sh
# asan.sh: runs the cases that CASES selects below with an extension that was compiled with
# AddressSanitizer and UndefinedBehaviorSanitizer. If the compiler lacks their libraries, the exit
# status is 77.
set -eu
cd "$(dirname "$0")/../../.."
extension=$PWD/build/duckdb/asan/indp.duckdb_extension
preload=
for name in asan ubsan; do
    library=$("${CC:-cc}" -print-file-name=lib$name.so)
    [ -f "$library" ] || { echo "the compiler has no lib$name" >&2; exit 77; }
    preload="$preload $library"
done
mkdir -p "$(dirname "$extension")"
CFLAGS="-O1 -g -fsanitize=address,undefined -fno-sanitize-recover=undefined -Wl,--no-as-needed -lasan -lubsan" \
    sh tools/link-duckdb.sh build/lib/libindp.a "$extension"
# Python itself has leaks. slow/memory.py looks for those of the extension.
engine=$(sh extensions/duckdb/tools/engine.sh)
LD_PRELOAD=$preload ASAN_OPTIONS=detect_leaks=0 INDP_DUCKDB=$extension CASES='[abdei]_*' \
    PYTHONPATH=$engine:extensions/duckdb/test "${PYTHON:-python3}" extensions/duckdb/test/run.py extensions/duckdb/test/cases
