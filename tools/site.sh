#!/bin/sh
# site.sh: builds the pages as a static site in build/site, and checks that no link is broken. On
# the first run, pip installs Sphinx into build/site-venv and npm TypeDoc into build/site-node.
set -eu
venv=build/site-venv
if ! cmp -s tools/site/requirements.txt "$venv/installed.txt"; then
    python3 -m venv "$venv"
    "$venv/bin/pip" install --quiet --requirement tools/site/requirements.txt
    cp tools/site/requirements.txt "$venv/installed.txt"
fi
if ! cmp -s tools/site/package.json build/site-node/package.json; then
    mkdir -p build/site-node
    cp tools/site/package.json build/site-node/
    npm install --prefix build/site-node --silent --no-audit --no-fund
fi
rm -rf build/site target/doc
export INDP_LIBRARY="$PWD/build/lib/libindp.so" PYTHONPATH=bindings/python/src
sh tools/cargo.sh doc --release --locked --no-deps --quiet
"$venv/bin/python" tools/site/gather.py build/site-source
"$venv/bin/python" -m sphinx --quiet --fail-on-warning --keep-going --jobs auto -b html \
    -d build/site-doctrees build/site-source build/site
mkdir build/site/api
cp -r target/doc build/site/api/rust
javadoc -quiet -Xdoclint:none -notimestamp -d build/site/api/java bindings/java/src/dev/indp/*.java
python3 tools/site/links.py build/site
echo "build/site/index.html"
