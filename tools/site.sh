#!/bin/sh
# site.sh: builds the pages as a static site in build/site, and checks that no link is broken. pip
# installs Sphinx into build/site-venv on the first run.
set -eu
venv=build/site-venv
if ! cmp -s tools/site/requirements.txt "$venv/installed.txt"; then
    python3 -m venv "$venv"
    "$venv/bin/pip" install --quiet --requirement tools/site/requirements.txt
    cp tools/site/requirements.txt "$venv/installed.txt"
fi
rm -rf build/site
"$venv/bin/python" tools/site/gather.py build/site-source
"$venv/bin/python" -m sphinx --quiet --fail-on-warning --keep-going --jobs auto -b html \
    -d build/site-doctrees build/site-source build/site
python3 tools/site/links.py build/site
echo "build/site/index.html"
