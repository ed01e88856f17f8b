#!/bin/sh
# sqlite-source.sh FOLDER: creates FOLDER with the sources of Debian's SQLite as single files:
# sqlite3.c, shell.c and their headers, from which shells for other systems are compiled. apt-get
# fetches them from this system's mirror, but keeps its lists in FOLDER, so that nothing else on the
# system changes.
set -eu
umask 022
folder=$1
mirror=$(apt-get indextargets --format '$(ORIGIN) $(LABEL) $(REPO_URI)' |
    sed -n 's/^Debian Debian //p' | head -n 1)
suite=$(apt-get indextargets --format '$(ORIGIN) $(LABEL) $(CODENAME)' |
    sed -n 's/^Debian Debian //p' | head -n 1)
[ -n "$mirror" ] || { echo 'apt has no Debian mirror here'; exit 1; }
mkdir -p "$folder/apt/lists/partial" "$folder/apt/archives/partial"
cd "$folder"
: >apt/status
echo "deb-src [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $mirror $suite main" \
    >apt/sources
cat >apt/conf <<END
Dir::State "$PWD/apt";
Dir::State::lists "$PWD/apt/lists";
Dir::State::status "$PWD/apt/status";
Dir::Cache "$PWD/apt";
Dir::Etc::sourcelist "$PWD/apt/sources";
Dir::Etc::sourceparts "/dev/null";
APT::Sandbox::User "";
END
export APT_CONFIG="$PWD/apt/conf"
apt-get -qq update
apt-get -qq --download-only source sqlite3
mkdir -p tree
tar -xf sqlite3_*.orig.tar.* -C tree --strip-components=1
# Its configure script wants Tcl, which writes the single files.
(cd tree && ./configure --disable-readline --disable-tcl >configure.log 2>&1 &&
    make sqlite3.c shell.c >make.log 2>&1) || { tail tree/*.log && exit 1; }
cp tree/sqlite3.c tree/shell.c tree/sqlite3.h tree/sqlite3ext.h .
rm -rf apt tree sqlite3_*
