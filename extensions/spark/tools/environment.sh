# Sets the variables with which Python finds PySpark, indp and indp_spark, on the driver and in the
# workers. Sourced at the top of the repository, after `make spark`.
spark_packages=$(sh extensions/spark/tools/engine.sh) || { echo "$spark_packages" >&2; exit 1; }
PYTHONPATH=$spark_packages:$PWD/extensions/spark/python:$PWD/bindings/python/src
PYSPARK_PYTHON=${PYTHON:-python3}
INDP_LIBRARY=$PWD/build/lib/libindp.so
INDP_SPARK_JAR=$PWD/build/spark/indp-spark.jar
PYTHONDONTWRITEBYTECODE=1
# A driver that binds to another address needs a network.
SPARK_LOCAL_IP=127.0.0.1
unset SPARK_HOME
export PYTHONPATH PYSPARK_PYTHON INDP_LIBRARY INDP_SPARK_JAR PYTHONDONTWRITEBYTECODE SPARK_LOCAL_IP
for file in "$INDP_LIBRARY" "$INDP_SPARK_JAR"; do
    [ -f "$file" ] || { echo "spark: $file is missing: run make spark" >&2; exit 1; }
done
