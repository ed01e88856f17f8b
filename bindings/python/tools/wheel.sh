#!/bin/sh
# wheel.sh OUT [TARGET]: builds the wheel and the source distribution into the folder OUT. The wheel
# runs on every system with glibc 2.17 or newer (manylinux_2_17).
#
# TARGET is x86_64-unknown-linux-gnu, or aarch64-unknown-linux-gnu, for which ARCHIVE must name the
# build/cargo/libindp.a of a build for that target (tools/test-aarch64.sh makes one and tests the
# wheel). Runs in the root of the repository, after `make`, with a python3 on the PATH (or in
# PYTHON) that has the packages build, hatchling and ziglang.
set -eu
out=$1 target=${2:-x86_64-unknown-linux-gnu}
python=${PYTHON:-python3}
glibc=2.17
here=bindings/python
work=build/python/$target
mkdir -p "$out" "$work"
export PYTHON="$python" ZIG_GLOBAL_CACHE_DIR="$PWD/build/python/zig"
sh $here/tools/portable.sh "${ARCHIVE:-build/lib/libindp.a}" ffi-tests/symbols.txt \
    "$work/libindp.so" "$target" "$glibc"
sh $here/tools/extension.sh "${ARCHIVE:-build/lib/libindp.a}" "$work/indp.so" "$target" "$glibc"
INDP_BUILD_LIBRARY=$PWD/$work/libindp.so INDP_BUILD_EXTENSION=$PWD/$work/indp.so \
    INDP_BUILD_PLATFORM=manylinux_$(echo $glibc | tr . _)_${target%%-*} \
    "$python" -m build --no-isolation --wheel --outdir "$out" $here
[ "$target" != x86_64-unknown-linux-gnu ] ||
    "$python" -m build --no-isolation --sdist --outdir "$out" $here
