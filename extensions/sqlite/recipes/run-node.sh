#!/bin/sh
# run-node.sh EXTENSION: runs the recipe for Node.js with better-sqlite3, and with node:sqlite of a
# newer Node.js. npm installs both under build/node. Runs in the root of the repository.
set -eu
extension=$(realpath "$1")
packages=build/node/recipes
# These versions are tested.
wanted='better-sqlite3@12 node@24'
if [ "$(cat $packages/installed.txt 2>/dev/null)" != "$wanted" ]; then
    mkdir -p $packages
    # shellcheck disable=SC2086
    npm install --silent --no-audit --no-fund --prefix $packages $wanted
    echo "$wanted" >$packages/installed.txt
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/better" "$work/own"
NODE_PATH=$packages/node_modules node extensions/sqlite/recipes/with_node.js better-sqlite3 "$extension" "$work/better"
$packages/node_modules/.bin/node extensions/sqlite/recipes/with_node.js node:sqlite "$extension" "$work/own"
