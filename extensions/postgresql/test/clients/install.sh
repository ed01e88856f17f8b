#!/bin/sh
# install.sh: prints a folder with the clients that come from pip and npm. They are installed there
# on the first run (some 300 MB): into the cache folder, since `make clean` should not throw them
# away. PYTHON chooses the interpreter (python3). If the script fails, the last line that it prints
# is the reason.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
cd "$here/../../../.."
python=${PYTHON:-python3}
# Packages with machine code suit one version of Python only. The folder's name has a checksum of
# the lists, so that another list is installed anew.
tag=$("$python" -c 'import sys; print("%d.%d" % sys.version_info[:2])') || { echo "clients: $python was not found or does not run; set PYTHON"; exit 1; }
sum=$(cat "$here/requirements.txt" "$here/pgadmin.txt" "$here/package.json" | cksum | cut -d ' ' -f 1)
cache=${XDG_CACHE_HOME:-$HOME/.cache}/indp
folder=$cache/postgresql-clients-$sum-python$tag

pip() { "$python" -m pip install --quiet --disable-pip-version-check --root-user-action=ignore "$@" >"$work/log" 2>&1 || failed pip; }
failed() {
    cat "$work/log" >&2
    echo "clients: $1 failed; its messages are above"
    exit 1
}
if [ ! -d "$folder" ]; then
    mkdir -p "$cache"
    work=$(mktemp -d "$cache/clients.XXXXXX")
    trap 'rm -rf "$work"' EXIT
    trap 'exit 1' HUP INT TERM
    mkdir "$work/all"
    pip --target "$work/all/python" --requirement "$here/requirements.txt"
    # Only the templates of pgAdmin's queries are read, so what it depends on is left out.
    pip --target "$work/all/pgadmin" --no-deps --requirement "$here/pgadmin.txt"
    cp "$here/package.json" "$work/all/"
    npm install --silent --no-audit --no-fund --prefix "$work/all" >"$work/log" 2>&1 || failed npm
    mv "$work/all" "$folder"
fi
echo "$folder"
