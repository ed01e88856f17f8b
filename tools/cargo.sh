#!/bin/sh
# cargo.sh ARGUMENT...: runs cargo so that what it builds does not depend on the folders of this
# machine. Two builds of the same sources by the same compilers then have equal bytes.
set -eu

# Names of source folders in panic messages and debug information are replaced. Arguments are
# separated by the byte 0x1f, so that folders may contain spaces.
unit=$(printf '\037')
flags=$(printf %s "${RUSTFLAGS:-}" | sed 's/^ *//; s/ *$//' | tr -s ' ' "$unit")
name() {
    flags="${flags:+$flags$unit}--remap-path-prefix=$1=$2"
}
name "$(pwd -P)" /indp
registry=${CARGO_HOME:-$HOME/.cargo}/registry/src
# The registry's folder has a name of its own on each machine, and does not exist before the first
# download.
[ -d "$registry" ] || [ -d vendor ] || "${CARGO:-cargo}" fetch --locked --quiet
for crates in "$registry"/* "$(pwd -P)/vendor"; do
    [ ! -d "$crates" ] || name "$crates" /crates
done
export CARGO_ENCODED_RUSTFLAGS="$flags"

# CFLAGS compile GMP and MPFR here. Their debug information would contain the folder of the build.
if [ -n "${CFLAGS:-}" ]; then
    CFLAGS=$(printf %s "$CFLAGS" | tr -s ' ' '\n' | grep -Ev '^-g|prefix-map=' | tr '\n' ' ' | sed 's/ $//')
    export CFLAGS
fi

exec "${CARGO:-cargo}" "$@"
