#!/bin/sh
# test-musl.sh: tests the library for musl, the C library of Alpine, on a machine with glibc. Call
# it after `make`. Programs for musl run here as they are: the package musl-tools has its loader.
#
# `make TARGET=x86_64-unknown-linux-musl` builds a copy of the tree under build/musl. The Rust
# tests, the C programs of ffi-tests and the tests and the demo of the SQLite extension follow.
# STEPS="rust c" chooses steps.
set -eu
cd "$(dirname "$0")/.."
target=x86_64-unknown-linux-musl
out=$PWD/build/musl
mkdir -p "$out/tree" "$out/link" "$out/kernel" "$out/bin"
unset CC LD AR NM OBJCOPY CFLAGS MAKEFLAGS
CARGO_TARGET_DIR=$(readlink -m "${CARGO_TARGET_DIR:-target}")
export CARGO_TARGET_DIR
wanted() { case " ${STEPS:-rust c sqlite} " in *" $1 "*) ;; *) return 1 ;; esac }

rustup target add "$target" >"$out/rustup.log" 2>&1 || { tail -n 3 "$out/rustup.log" && exit 1; }

# Debian's musl-gcc is gcc for glibc with other folders. It lacks what gcc of Alpine has: the
# kernel's headers, the table by which unwinding finds its frames, and an unwinder for musl, which
# Rust's standard library has.
for headers in linux asm-generic "$(gcc -print-multiarch)/asm"; do
    ln -sfn "/usr/include/$headers" "$out/kernel/$(basename "$headers")"
done
unwind=$out/link/libunwind_eh.a
cp "$(rustc --print target-libdir --target "$target")/self-contained/libunwind.a" "$unwind"
echo 'INPUT(-lunwind_eh)' >"$out/link/libgcc_s.so"
cat >"$out/bin/musl-cc" <<END
#!/bin/sh
for word; do
    case \$word in -c | -E | -S) exec musl-gcc -idirafter "$out/kernel" "\$@" ;; esac
done
exec musl-gcc -idirafter "$out/kernel" "\$@" -L"$out/link" -Wl,--eh-frame-hdr "$unwind"
END
chmod 755 "$out/bin/musl-cc"
PATH=$out/bin:$PATH

tar -cf - --exclude=./build --exclude=./target --exclude=./fuzz/target --exclude=./.git . |
    tar -xf - -C "$out/tree"
# SQLite's headers are the same for each C library.
[ -f "$out/sqlite/shell.c" ] || sh tools/sqlite-source.sh "$out/sqlite"
cp "$out/sqlite/sqlite3.h" "$out/sqlite/sqlite3ext.h" "$out/kernel"
cd "$out/tree"
make TARGET="$target" CC=musl-cc LD=ld AR=ar NM=nm OBJCOPY=objcopy all >"$out/build.log" 2>&1 ||
    { tail "$out/build.log" && exit 1; }
for file in build/lib/libindp.so build/sqlite/indp.so; do
    needed=$(readelf -d "$file" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p')
    [ "$needed" = libc.so ] || { echo "musl: $file needs $needed" && exit 1; }
done

cargo_test() { # ARGUMENT...
    TARGET=$target CC=musl-cc CARGO_TARGET_X86_64_UNKNOWN_LINUX_MUSL_LINKER=musl-cc \
        sh tools/cargo.sh test --profile tests --locked --target "$target" \
        --features gmp-mpfr-sys/force-cross "$@"
}
summary() { sed -n "s/^test result: ok. \([0-9]* passed\).*/musl: $1: \1/p" "$2"; }

if wanted rust; then
    cargo_test --lib >"$out/rust.log" 2>&1 || { tail -n 30 "$out/rust.log" && exit 1; }
    summary Rust "$out/rust.log"
fi
if wanted c; then
    INDP_C_LIBRARY=build/lib cargo_test --test c >"$out/c.log" 2>&1 ||
        { tail -n 30 "$out/c.log" && exit 1; }
    summary 'C programs' "$out/c.log"
fi
if wanted sqlite; then
    [ -x "$out/bin/sqlite3" ] || musl-cc -O2 -DSQLITE_ENABLE_COLUMN_METADATA -DSQLITE_ENABLE_FTS5 \
        -DSQLITE_ENABLE_MATH_FUNCTIONS -DSQLITE_ENABLE_DBSTAT_VTAB -DSQLITE_ENABLE_LOAD_EXTENSION \
        "$out/sqlite/shell.c" "$out/sqlite/sqlite3.c" -o "$out/bin/sqlite3" -lm -ldl -lpthread
    sh extensions/sqlite/demo/demo.sh >"$out/demo.log" 2>&1 || { tail "$out/demo.log" && exit 1; }
    echo 'musl: the SQLite demo works'
    # Python of this machine runs these, which cannot load libraries for musl.
    rm -f extensions/sqlite/test/cases/7b-reach.sh extensions/sqlite/test/cases/7c-hunt.sh \
        extensions/sqlite/test/cases/7d-surface.sh
    PROGRAMS=no sh extensions/sqlite/test/run.sh >"$out/sqlite.log" 2>&1 ||
        { grep '^FAIL' "$out/sqlite.log" | head -n 30 && tail -n 1 "$out/sqlite.log" && exit 1; }
    sed -n 's/^sqlite: /musl: SQLite: /p' "$out/sqlite.log"
fi
