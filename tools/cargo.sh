#!/bin/sh
# cargo.sh ARGUMENT...: runs cargo so that its outputs do not depend on the names of folders on this
# machine. Two builds of the same sources by the same compilers are then identical.
set -eu

# Names of source folders in panic messages and debug information are replaced. The compiler's flags
# are separated by the byte 0x1f, so that folders may contain spaces.
unit=$(printf '\037')
flags=$(printf %s "${RUSTFLAGS:-}" | sed 's/^ *//; s/ *$//' | tr -s ' ' "$unit")
name() {
    flags="${flags:+$flags$unit}--remap-path-prefix=$1=$2"
}
name "$(pwd -P)" /indp
registry=${CARGO_HOME:-$HOME/.cargo}/registry/src
# The name of the registry's folder differs between machines. The folder does not exist before the
# first download.
[ -d "$registry" ] || [ -d vendor ] || "${CARGO:-cargo}" fetch --locked --quiet
for crates in "$registry"/* "$(pwd -P)/vendor"; do
    [ ! -d "$crates" ] || name "$crates" /crates
done

# A shared library for musl needs the system's C library, which Rust would link into it.
case ${TARGET:-} in
*musl*) flags="$flags$unit-Ctarget-feature=-crt-static" ;;
esac
export CARGO_ENCODED_RUSTFLAGS="$flags"

# GMP and MPFR are compiled with CFLAGS. Options for debug information are removed, since that
# information would contain the name of the build folder.
if [ -n "${CFLAGS:-}" ]; then
    CFLAGS=$(printf %s "$CFLAGS" | tr -s ' ' '\n' | grep -Ev '^-g|prefix-map=' | tr '\n' ' ' | sed 's/ $//')
    export CFLAGS
fi

# GMP and MPFR must run on every processor of this architecture. Their builds are cached in a
# separate folder, since other projects may have cached builds for this processor only.
CONFIG_SITE=$(pwd -P)/tools/config.site
export CONFIG_SITE
export GMP_MPFR_SYS_CACHE="${GMP_MPFR_SYS_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/indp/gmp}"

exec "${CARGO:-cargo}" "$@"
