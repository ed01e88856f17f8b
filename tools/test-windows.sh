#!/bin/sh
# test-windows.sh: tests the library for Windows (x86-64, GNU environment) under wine. Call it after
# `make`. Debian's mingw-w64 compiles C, and rustup has Rust's standard library.
#
# The Rust tests and the C programs of ffi-tests run, the latter with indp.dll, its import library
# and the static library, which stay in build/windows/lib. STEPS="rust c" chooses steps.
set -eu
cd "$(dirname "$0")/.."
target=x86_64-pc-windows-gnu
gnu=x86_64-w64-mingw32
out=$PWD/build/windows
mkdir -p "$out/bin" "$out/lib"
unset LD AR NM OBJCOPY CFLAGS MAKEFLAGS
CARGO_TARGET_DIR=$(readlink -m "${CARGO_TARGET_DIR:-target}")
WINEPREFIX=$out/wine WINEDEBUG=-all
CARGO_TARGET_X86_64_PC_WINDOWS_GNU_LINKER=$gnu-gcc
CARGO_TARGET_X86_64_PC_WINDOWS_GNU_RUNNER=$out/bin/wine
export CARGO_TARGET_DIR WINEPREFIX WINEDEBUG
export CARGO_TARGET_X86_64_PC_WINDOWS_GNU_LINKER CARGO_TARGET_X86_64_PC_WINDOWS_GNU_RUNNER
wanted() { case " ${STEPS:-rust c} " in *" $1 "*) ;; *) return 1 ;; esac }

rustup target add "$target" >"$out/rustup.log" 2>&1 || { tail -n 3 "$out/rustup.log" && exit 1; }

# Debian's wrapper asks for wine32, which is not needed. Rust needs Windows 10.
printf '#!/bin/sh\nexec /usr/lib/wine/wine64 "$@" </dev/null\n' >"$out/bin/wine"
chmod 755 "$out/bin/wine"
"$out/bin/wine" winecfg -v win10 >/dev/null 2>&1
# The source of random bytes of Windows 10 and later, which old releases of wine lack.
library=$WINEPREFIX/drive_c/windows/system32/bcryptprimitives.dll
[ -f "$library" ] || "$gnu-gcc" -O2 -shared tools/windows/process_prng.c -o "$library" -ladvapi32

cargo_for() { # SUBCOMMAND ARGUMENT...
    subcommand=$1
    shift
    TARGET=$target CC=$gnu-gcc sh tools/cargo.sh "$subcommand" --locked --target "$target" \
        --features c-library,gmp-mpfr-sys/force-cross "$@"
}
summary() { sed -n "s/^test result: ok. \([0-9]* passed\).*/windows: $1: \1/p" "$2"; }

if wanted rust; then
    cargo_for test --profile tests --lib >"$out/rust.log" 2>&1 ||
        { tail -n 30 "$out/rust.log" && exit 1; }
    summary Rust "$out/rust.log"
fi

cargo_for rustc --release --lib --crate-type cdylib,staticlib >"$out/build.log" 2>&1 ||
    { tail -n 30 "$out/build.log" && exit 1; }
for file in indp.dll libindp.dll.a libindp.a; do
    cp "$CARGO_TARGET_DIR/$target/release/$file" "$out/lib"
done

# The programs are compiled here, since a compiler of this machine does not start under wine. On
# Windows itself, `cargo test --test c` does the same. WINEPATH is where wine looks for libraries.
program() { # NAME WAY ARGUMENT...
    name=$1 way=$2
    shift 2
    case $way in
    plain) set -- "$out/lib/libindp.dll.a" -- "$@" ;;
    static) set -- "$out/lib/libindp.a" -lws2_32 -luserenv -lntdll -lbcrypt -ldbghelp -- "$@" ;;
    *) return 0 ;;
    esac
    libraries=
    while [ "$1" != -- ]; do libraries="$libraries $1" && shift; done
    shift
    # shellcheck disable=SC2086
    "$gnu-gcc" -std=c99 -D_GNU_SOURCE -D__USE_MINGW_ANSI_STDIO=1 -Wall -Wextra -Werror -pedantic \
        -O2 -Iinclude -DEXPECTED_VERSION="\"$version\"" "ffi-tests/c/$name.c" -o "$out/$name.exe" \
        $libraries -static -lpthread &&
        WINEPATH=$out/lib timeout -k 10 900 "$out/bin/wine" "$out/$name.exe" "$@" &&
        passed=$((passed + 1))
}
if wanted c; then
    version=$(sed -n 's/^version *= *"\(.*\)"/\1/p' Cargo.toml | head -n 1)
    passed=0 failed=0
    while read -r name place ways arguments <&3; do
        case $name:$place in *:any) ;; *) continue ;; esac
        for way in $(echo "$ways" | tr ',' ' '); do
            # shellcheck disable=SC2086
            program "$name" "$way" $arguments >"$out/program.log" 2>&1 || {
                echo "FAIL $name, $way"
                tail -n 5 "$out/program.log"
                failed=$((failed + 1))
            }
        done
    done 3<ffi-tests/programs.txt
    echo "windows: C programs: $passed passed, $failed failed"
    [ "$failed" = 0 ] && [ "$passed" -gt 0 ]
fi
