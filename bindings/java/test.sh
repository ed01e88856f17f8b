#!/bin/sh
# Tests the Java package. Call it after `make`. The generated files must be up to date, and the
# package must compile without a warning. The tests must pass, and -Xcheck:jni must report nothing.
# The code blocks of docs/java.md must run, including a Maven project.
set -eu
cd "$(dirname "$0")/../.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
. bindings/test/common.sh
needs java default-jdk-headless javac default-jdk-headless jar default-jdk-headless gcc gcc python3 python3 pkg-config pkg-config \
    mvn maven

python3 bindings/java/tools/generate.py --check
JAVAC_FLAGS="-Xlint:all -Werror" sh bindings/java/build.sh "$work/java"
mkdir "$work/tests"
javac -Xlint:all -Werror -cp "$work/java/indp.jar" -d "$work/tests" bindings/java/test/*.java
path=$work/java/indp.jar:$work/tests

# checked CLASS ARGUMENT...: runs a test. -Xcheck:jni prints warnings but does not end the program,
# so the output is searched for them.
checked() {
    java -Xcheck:jni -Xss1m -cp "$path" "$@" >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
    if grep -Eq 'WARNING|FATAL|JNI' "$work/log"; then
        cat "$work/log"
        exit 1
    fi
    cat "$work/log"
}
python3 bindings/test/calls.py java java -Xcheck:jni -Xss1m -cp "$path" dev.indp.Calls
for test in States Mechanisms Callbacks; do
    checked dev.indp.$test
    echo "$test: passed, without a complaint of -Xcheck:jni"
done
sh extensions/test/neighbours/neighbours.sh binding java java -cp "$path" dev.indp.Calls
# Tests callbacks with garbage collectors that do not pin regions. The first moves objects very
# often, since its young generation has only 1 MB.
for collector in "-XX:+UseSerialGC -Xmx64m -Xmn1m" "-XX:+UseParallelGC -Xmx64m" "-XX:+UseZGC"; do
    # shellcheck disable=SC2086
    java $collector -cp "$path" dev.indp.Callbacks
done

# The library must be found inside the jar, by the property, and in java.library.path.
expected_quickstart >"$work/expected"
java -cp "$path" Quickstart >/dev/null
java -cp "$path" Quickstart 42 | diff "$work/expected" -
library=$(find "$work/java/classes" -name libindp_jni.so)
mkdir "$work/elsewhere"
mv "$library" "$work/elsewhere/"
bare="$work/java/classes:$work/tests"
java -cp "$bare" -Dindp.library="$work/elsewhere/libindp_jni.so" Quickstart 42 | diff "$work/expected" -
java -cp "$bare" -Djava.library.path="$work/elsewhere" Quickstart 42 | diff "$work/expected" -
if java -cp "$bare" Quickstart 42 >/dev/null 2>&1; then
    echo "the native library is found although its path is not given, so the two tests above show nothing"
    exit 1
fi
left=$(find "${TMPDIR:-/tmp}" -maxdepth 1 -name 'libindp_jni*.so' -newer "$work/expected")
[ -z "$left" ] || { echo "left behind: $left"; exit 1; }
echo "quickstart: prints the same numbers as examples-c/quickstart.c"

# Maven must install the jar with the version of the library. If Debian's packages provide the
# plugins, nothing is downloaded. The user's own Maven repository is not changed.
version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -n 1)
grep -qF "  <version>$version</version>" bindings/java/pom.xml || { echo "pom.xml: the version is not $version"; exit 1; }
mkdir "$work/bin" "$work/m2"
offline=
debian=/usr/share/maven-repo
if [ -d $debian/org/apache/maven/plugins/maven-install-plugin ]; then
    cp -rs $debian/. "$work/m2/"
    offline=--offline
fi
printf '#!/bin/sh\nexec %s --batch-mode %s -Dmaven.repo.local=%s "$@"\n' "$(command -v mvn)" "$offline" "$work/m2" >"$work/bin/mvn"
chmod 755 "$work/bin/mvn"
PATH=$work/bin:$PATH
page java
cmp bindings/java/pom.xml "$work/m2/dev/indp/indp/$version/indp-$version.pom"
[ -f "$work/m2/dev/indp/indp/$version/indp-$version.jar" ]
echo "Maven: installed as dev.indp:indp:$version"
