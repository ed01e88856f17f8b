#!/bin/sh
# Tests that the committed header equals the generated header. It must compile without other headers
# and without a warning, from C89 to C2x and from C++98 to C++20, even if it is included twice.
set -eu
status=0
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
STRICT="-pedantic-errors -Wall -Wextra -Werror -Wstrict-prototypes -fsyntax-only"
STRICT_CXX="-pedantic-errors -Wall -Wextra -Werror -fsyntax-only"

cmp include/indp.h build/cargo/indp.h || status=1

# Includes the header twice and uses it.
cat >"$work/use.c" <<'END'
#include <indp.h>
#include <indp.h>
indp_status use(double *out);
indp_status use(double *out)
{
    indp_snapping *mechanism = 0;
    indp_status status = indp_snapping_new(1, 1, 100, 0, &mechanism);
    unsigned char state[INDP_SUM_STATE_SIZE];
    if (status == INDP_OK)
        status = indp_snapping_release(mechanism, 3, out);
    indp_snapping_free(mechanism);
    return status == INDP_OK ? indp_sum_init(state, sizeof state, 0, 1, 0, 1) : status;
}
END
cp "$work/use.c" "$work/use.cc"

for dialect in c89 gnu89 c99 c11 gnu17 c2x gnu2x; do
    # shellcheck disable=SC2086
    if ! "${CC:-cc}" -std=$dialect $STRICT -Iinclude "$work/use.c"; then
        echo "not valid in $dialect"
        status=1
    fi
done
for dialect in c++98 c++11 c++14 c++17 c++20; do
    # shellcheck disable=SC2086
    if ! "${CXX:-c++}" -std=$dialect $STRICT_CXX -Iinclude "$work/use.cc"; then
        echo "not valid in $dialect"
        status=1
    fi
done

# The header must declare C linkage, so that a C++ program can be linked.
cat >"$work/main.cc" <<'END'
#include <indp.h>
int main()
{
    return indp_self_test() == INDP_OK && indp_version_major() == INDP_VERSION_MAJOR ? 0 : 1;
}
END
"${CXX:-c++}" -Iinclude "$work/main.cc" -o "$work/main" -Lbuild/lib -lindp -Wl,-rpath,"$PWD/build/lib"
"$work/main" || status=1
exit "$status"
