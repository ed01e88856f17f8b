#!/bin/sh
# build.sh FOLDER PYSPARK: builds FOLDER/indp-spark.jar with javac, against the jars of a PySpark
# package (the folder that contains pyspark/jars). The jar contains the Java package indp with its
# native library, so that it is the only jar that an executor needs. Call it at the top of the
# repository, after `make`.
set -eu
out=$1
jars=$2/pyspark/jars
sh bindings/java/build.sh "$out/indp"
rm -rf "$out/classes"
cp -r "$out/indp/classes" "$out/classes"
# Maven reads the coordinates from here: those of this jar, not those of indp.jar inside it.
rm -r "$out/classes/META-INF/maven"
mkdir -p "$out/classes/META-INF/maven/dev.indp/indp-spark"
cp extensions/spark/java/pom.xml "$out/classes/META-INF/maven/dev.indp/indp-spark/"
# -proc:none: the jars contain annotation processors, which are not meant for this code.
javac --release 17 -proc:none -Xlint:all,-classfile,-path,-processing ${JAVAC_FLAGS:-} -cp "$out/indp/indp.jar:$jars/*" \
    -d "$out/classes" extensions/spark/java/src/dev/indp/spark/*.java
jar --create --file "$out/indp-spark.jar" -C "$out/classes" .
