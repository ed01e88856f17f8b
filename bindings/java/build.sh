#!/bin/sh
# build.sh FOLDER: builds indp.jar in FOLDER, with javac, jar and a C compiler. Run it in the root
# of the repository. The jar contains the native library, into which the static library is linked:
# build/lib/libindp.a, or the installed one if INDP_INSTALLED is set.
set -eu
out=$1
java_home=${JAVA_HOME:-$(dirname "$(dirname "$(readlink -f "$(command -v javac)")")")}
if [ -n "${INDP_INSTALLED:-}" ]; then
    flags="$(pkg-config --cflags indp) $(pkg-config --static --libs indp | sed 's/-lindp/-l:libindp.a/')"
else
    flags="-Iinclude -Lbuild/lib -l:libindp.a -lpthread -ldl -Wl,-z,nodelete -Wl,--exclude-libs,libindp.a"
fi
source=bindings/java
arch=$(uname -m | sed 's/^x86_64$/amd64/')
rm -rf "$out/classes"
mkdir -p "$out/classes/dev/indp/native/$arch" "$out/classes/META-INF"
javac --release 17 ${JAVAC_FLAGS:-} -d "$out/classes" "$source"/src/dev/indp/*.java
# shellcheck disable=SC2086
"${CC:-cc}" -std=c11 -O2 -fPIC -shared -Wall -Wextra -Werror -Wno-missing-field-initializers -fvisibility=hidden \
    -I"$java_home/include" -I"$java_home/include/linux" "$source"/native/*.c \
    -o "$out/classes/dev/indp/native/$arch/libindp_jni.so" $flags
# Maven's install:install-file reads the coordinates from here.
mkdir -p "$out/classes/META-INF/maven/dev.indp/indp"
cp "$source/pom.xml" "$out/classes/META-INF/maven/dev.indp/indp/"
cp -r LICENSE-MIT LICENSE-APACHE LICENSES "$out/classes/META-INF/"
jar --create --file "$out/indp.jar" -C "$out/classes" .
