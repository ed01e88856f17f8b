#!/bin/sh
# Tests the library while memory allocations fail. The library is linked as a shared library, linked
# as a static library, and loaded by dlopen.
set -eu
flags="-std=c99 -D_GNU_SOURCE -Wall -Wextra -Werror -pedantic -O1 -fno-builtin -g -Iinclude -pthread"
rpath="-Lbuild/lib -lindp -Wl,-rpath,$PWD/build/lib"
here=ffi-tests/malloc
cc=${CC:-cc}
bin=${bin:-build/ffi-tests}
mkdir -p "$bin"

# shellcheck disable=SC2086
{
    $cc $flags $here/main.c $here/session.c -o "$bin/malloc.linked" $rpath -ldl
    $cc $flags $here/main.c $here/session.c -o "$bin/malloc.static" build/lib/libindp.a -ldl
    $cc $flags -fPIC -shared $here/session.c -o "$bin/malloc.session.so" $rpath
    $cc $flags -DPLUGIN="\"$PWD/$bin/malloc.session.so\"" $here/main.c -rdynamic \
        -o "$bin/malloc.loaded" -ldl
}
status=0
for how in linked static loaded; do
    echo "$how:"
    "$bin/malloc.$how" || status=1
done
exit "$status"
