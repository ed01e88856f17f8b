#!/bin/sh
# site.sh: builds the pages as a static site in build/site, and checks that no link is broken. cargo
# installs mdBook into the cache folder on the first run.
set -eu
mdbook_version=0.4.52
cache=${XDG_CACHE_HOME:-$HOME/.cache}/indp/mdbook
mdbook=$cache/bin/mdbook
if [ "$("$mdbook" --version 2>/dev/null)" != "mdbook v$mdbook_version" ]; then
    # Without its default features, mdBook cannot serve or watch pages, but it compiles in half the
    # time.
    "${CARGO:-cargo}" install mdbook --version $mdbook_version --locked --no-default-features --features search \
        --root "$cache" --quiet
fi
rm -rf build/site
python3 tools/site.py build/site-source/src
cp docs/book.toml docs/site.css build/site-source/
"$mdbook" build --dest-dir "$PWD/build/site" build/site-source
python3 tools/site_links.py build/site
echo "build/site/index.html"
