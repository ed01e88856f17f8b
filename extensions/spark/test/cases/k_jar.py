"""The jar: its Maven coordinates, and Scala's shell."""

import os
import pathlib
import subprocess
import zipfile
from xml.etree import ElementTree

import indp
import pyspark
from check import ROOT

POM = "META-INF/maven/dev.indp/indp-spark/pom.xml"


def case_maven_coordinates(spark):
    """The jar has one pom.xml, with coordinates of its own and the versions that were built."""
    with zipfile.ZipFile(os.environ["INDP_SPARK_JAR"]) as jar:
        assert [name for name in jar.namelist() if name.endswith("pom.xml")] == [POM]
        text = jar.read(POM)
    assert text == (ROOT / "extensions/spark/java/pom.xml").read_bytes()
    pom = ElementTree.fromstring(text)
    of = lambda *path: pom.findtext(
        "/".join("{http://maven.apache.org/POM/4.0.0}" + part for part in path)
    )
    assert (of("groupId"), of("artifactId"), of("version")) == (
        "dev.indp",
        "indp-spark",
        indp.__version__,
    )
    dependency = ("dependencies", "dependency")
    assert of(*dependency, "version") == pyspark.__version__
    assert of(*dependency, "scope") == "provided"
    page = (ROOT / "extensions/spark/README.md").read_text()
    assert f"`{of('groupId')}:{of('artifactId')}:{of('version')}`" in page


def case_scala_shell(spark):
    """Importing all names of dev.indp hides the shell's `spark`, and the import of README.md does
    not."""
    page = (ROOT / "extensions/spark/README.md").read_text()
    remedy = "import dev.indp.{spark => _, _}"
    assert remedy in page
    lines = [
        remedy,
        'println("counted " + spark.range(3).count() + " " + new Sum(0, 20, 5).rowsPerPerson())',
        "import dev.indp.spark.NumberAggregator",
        'println("again " + spark.range(4).count())',
        "import dev.indp._",
        'println("hidden " + spark.range(5).count())',
    ]
    home = pathlib.Path(pyspark.__file__).parent
    run = subprocess.run(
        [
            str(home / "bin/spark-shell"),
            "--master",
            "local[1]",
            "--conf",
            "spark.ui.enabled=false",
            "--jars",
            os.environ["INDP_SPARK_JAR"],
        ],
        input="\n".join(lines) + "\n",
        capture_output=True,
        text=True,
        timeout=300,
        env={**os.environ, "SPARK_HOME": str(home)},
    )
    assert "counted 3 5" in run.stdout and "again 4" in run.stdout, run.stdout + run.stderr
    assert (
        "hidden 5" not in run.stdout
        and "reference to spark is ambiguous" in run.stdout + run.stderr
    ), run.stdout + run.stderr
