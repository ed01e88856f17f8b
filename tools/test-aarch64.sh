#!/bin/sh
# test-aarch64.sh: tests the library for aarch64 on an x86-64 machine. Call it after `make`.
#
# `make TARGET=aarch64-unknown-linux-gnu` builds a copy of the tree under build/aarch64. The
# following run under qemu-aarch64: the Rust tests that replay the test vectors, the Rust tests that
# compare fast paths with references, the C programs of ffi-tests, and the tests and the demo of the
# SQLite extension. At the end, instructions are counted with and without the vector instructions of
# aarch64. The shared libraries of aarch64 stay in ${XDG_CACHE_HOME:-~/.cache}/indp/aarch64. Remove
# that folder to download newer ones. STEPS="rust c" chooses steps. The step "python" is left out
# unless `make wheel` has made its environment.
set -eu
cd "$(dirname "$0")/.."
target=aarch64-unknown-linux-gnu
gnu=aarch64-linux-gnu
cache=${XDG_CACHE_HOME:-$HOME/.cache}/indp
system=$cache/aarch64
out=$PWD/build/aarch64
mkdir -p "$cache" "$out"
# make exports variables that name the tools of this machine.
native=${CC:-cc}
unset CC LD AR NM OBJCOPY CFLAGS MAKEFLAGS
CARGO_TARGET_DIR=$(mkdir -p "${CARGO_TARGET_DIR:-target}" && cd "${CARGO_TARGET_DIR:-target}" && pwd)
export CARGO_TARGET_DIR

if [ ! -e "$system/usr/bin/python3" ]; then
    rm -rf "$system" # older versions of this script installed no Python there
    part=$(mktemp -d "$cache/aarch64.XXXXXX")
    trap 'rm -rf "$part"' EXIT
    trap 'exit 1' HUP INT TERM
    sh tools/aarch64-system.sh "$part/system" >"$out/system.log" 2>&1 ||
        { tail -n 5 "$out/system.log" && echo 'aarch64: the shared libraries of arm64 cannot be fetched' && exit 1; }
    mv -T "$part/system" "$system"
fi
emulator="qemu-aarch64 -L $system"

# tree NAME: copies the sources to build/aarch64/NAME, without build products. File times are kept,
# so cargo rebuilds only what has changed.
tree() {
    mkdir -p "$out/$1"
    tar -cf - --exclude=./build --exclude=./target --exclude=./fuzz/target --exclude=./.git . | tar -xf - -C "$out/$1"
}

wanted() { # STEP
    case " ${STEPS:-rust c sqlite python instructions} " in *" $1 "*) ;; *) return 1 ;; esac
}

# same WHAT COUNT EXPECTED: prints how many vectors were replayed, and fails unless all of them
# were.
same() {
    echo "aarch64: $1: $2 vectors"
    [ "$2" = "$3" ] || { echo "aarch64: $1: $3 vectors expected" && exit 1; }
}
cases() { cat "$@" | grep -vc '^#'; } # the number of vectors in these files

tree tree
cd "$out/tree"
make TARGET="$target" all >"$out/build.log" 2>&1 || { tail "$out/build.log" && exit 1; }
for file in build/lib/libindp.so build/sqlite/indp.so; do
    "$gnu-readelf" -h "$file" | grep -q AArch64 || { echo "aarch64: $file is for another machine" && exit 1; }
done

if wanted rust; then
    CC=$gnu-gcc CFLAGS='-O2 -g' LD=$gnu-ld AR=$gnu-ar NM=$gnu-nm OBJCOPY=$gnu-objcopy \
        CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER=$gnu-gcc CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_RUNNER=$emulator \
        "${CARGO:-cargo}" test --release --locked --lib --target "$target" --features gmp-mpfr-sys/force-cross -- \
        vectors fixed_log snapping::tests::block snapping::tests::oracle --show-output >"$out/rust.log" 2>&1 || { tail -n 30 "$out/rust.log" && exit 1; }
    sed -n 's/^test result: ok. \([0-9]* passed\).*/aarch64: Rust: \1/p' "$out/rust.log"
    replayed=$(sed -n 's/^\([0-9][0-9]*\) vectors.*/\1/p' "$out/rust.log" | awk '{ n += $1 } END { print n }')
    # The vectors of minima and maxima are replayed through the C interface only.
    same Rust "$replayed" "$(cases vectors/snapping*.txt vectors/exponential* vectors/permute* vectors/above*)"
fi

# program NAME VECTORS...: replays the vectors in C, on both machines.
program() {
    name=$1
    shift
    "$native" -std=c99 -D_GNU_SOURCE -O2 -Iinclude -pthread "ffi-tests/c/$name.c" -o "$out/$name" "$here/build/lib/libindp.a" -lm -ldl
    same "C, $name, here" "$("$out/$name" "$@" | tail -n 1 | cut -d ' ' -f 1)" "$(cases "$@")"
    # shellcheck disable=SC2086
    same "C, $name" "$($emulator "build/ffi-tests/$name.static" "$@" | tail -n 1 | cut -d ' ' -f 1)" "$(cases "$@")"
}
here=$(cd "$out/../.." && pwd)

if wanted c; then
    EMULATOR=$emulator CC=$gnu-gcc sh ffi-tests/run.sh >"$out/c.log" 2>&1 || { grep -A 20 '^FAIL' "$out/c.log"; exit 1; }
    grep '^skip' "$out/c.log" || true
    sed -n '$s/^/aarch64: C programs: /p' "$out/c.log"
    program vectors vectors/snapping.txt vectors/snapping-float.txt
    program selections vectors/exponential.txt
    program permute_and_flip vectors/permute-and-flip.txt
    program extremes vectors/extremes.txt
    NM=$gnu-nm READELF=$gnu-readelf CC=$gnu-gcc sh ffi-tests/symbols.sh
fi

if wanted sqlite; then
    mkdir -p "$out/bin"
    printf '#!/bin/sh\nexec %s %s/usr/bin/sqlite3 "$@"\n' "$emulator" "$system" >"$out/bin/sqlite3"
    chmod 755 "$out/bin/sqlite3"
    PATH=$out/bin:$PATH
    sh extensions/sqlite/demo/demo.sh >"$out/demo.log" 2>&1 || { tail "$out/demo.log" && exit 1; }
    echo 'aarch64: the SQLite demo works'
    INDP_FAULTS_QUICK=1 EMULATOR=$emulator VALGRIND='' CC="$gnu-gcc -L$system/link" \
        sh extensions/sqlite/test/run.sh >"$out/sqlite.log" 2>&1 || { cat "$out/sqlite.log" && exit 1; }
    sed -n 's/^sqlite: /aarch64: SQLite: /p' "$out/sqlite.log"
fi

# The wheel is linked by zig, so its library is tested separately.
python=$here/build/python/venv/bin/python
if wanted python && [ -x "$python" ]; then
    cd "$here"
    rm -rf "$out/wheel" "$out/dist"
    PYTHON=$python ARCHIVE=$out/tree/build/cargo/libindp.a \
        sh bindings/python/tools/wheel.sh "$out/dist" "$target" >"$out/wheel.log" 2>&1 || { tail "$out/wheel.log" && exit 1; }
    if PYTHON=$python sh bindings/python/tools/portable.sh "$out/tree/build/lib/libindp.a" ffi-tests/symbols.txt \
        "$out/broken.so" "$target" 2>/dev/null; then
        echo 'aarch64: an archive that zig cannot link is not refused' && exit 1
    fi
    "$python" -m zipfile -e "$out"/dist/*_aarch64.whl "$out/wheel"
    python3 bindings/test/calls.py python env PYTHONHOME="$system/usr" PYTHONPATH="$out/wheel" \
        $emulator "$system/usr/bin/python3" bindings/python/tests/calls.py >"$out/python.log" 2>&1 ||
        { tail "$out/python.log" && exit 1; }
    sed 's/^/aarch64: Python: /' "$out/python.log"
    cd "$out/tree"
fi

# The sources have no special code for aarch64, since every aarch64 processor has vector
# instructions, which the compiler uses. The second library is compiled without these instructions.
if wanted instructions; then
    cd "$here"
    tree scalar
    cd "$out/scalar"
    RUSTFLAGS='-Cno-vectorize-loops -Cno-vectorize-slp' CARGO_TARGET_DIR=$out/cargo make TARGET="$target" all >"$out/scalar.log" 2>&1 ||
        { tail "$out/scalar.log" && exit 1; }
    for kind in tree scalar; do
        (cd "$out/$kind" && EMULATOR=$emulator CC=$gnu-gcc sh tools/bench-instructions.sh | sed 1d) >"$out/$kind.txt"
    done
    printf '%-36s %10s %10s\n' 'aarch64: instructions per operation' vectors scalar
    paste "$out/tree.txt" "$out/scalar.txt" | awk '{ printf "%-36s %10s %10s\n", $1, $2, $4 }'
fi
