# sanitizers.sh: builds extensions with AddressSanitizer and UndefinedBehaviorSanitizer, and loads
# the sanitizers into an engine that was built without them. To be sourced from the root of the
# repository, after `make`.
#
#     sanitizers_find               looks for the sanitizers; if the compiler lacks them, exits with status 77
#     sanitizers_link LINK OUTPUT   builds the extension by the script LINK, such as tools/link-sqlite.sh
#     sanitized COMMAND...          runs a program with the sanitizers
#
# The library's Rust code is built with AddressSanitizer, too, if the toolchain can (tools/asan.sh).
sanitizers_archive=build/lib/libindp.a

sanitizers_find() {
    sanitizers_preload=
    for name in asan ubsan; do
        library=$("${CC:-cc}" -print-file-name=lib$name.so)
        [ -f "$library" ] || { echo "the compiler has no lib$name" >&2; exit 77; }
        sanitizers_preload=$sanitizers_preload:$library
    done
    if sh tools/asan.sh; then
        host=$("${RUSTC:-rustc}" -vV | sed -n 's/^host: //p')
        sanitizers_archive=build/asan/cargo/$host/release/libindp.a
    fi
}

sanitizers_link() {
    mkdir -p "$(dirname "$2")"
    CFLAGS="-O1 -g -fno-omit-frame-pointer -fsanitize=address,undefined -fno-sanitize-recover=undefined -Wl,--no-as-needed -lasan -lubsan" \
        sh "$1" "$sanitizers_archive" "$2"
}

# Python and servers leak by themselves. A large quarantine of freed memory would look like a leak.
sanitized() {
    env "LD_PRELOAD=${sanitizers_preload#:}" ASAN_OPTIONS=detect_leaks=0:quarantine_size_mb=16 UBSAN_OPTIONS=print_stacktrace=1 "$@"
}
