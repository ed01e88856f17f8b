#!/bin/sh
# Searches for the dearest calls that a reader may make over one row of a protected table. Calls each
# function of the table of allowed functions (src/total/allow.c) with the longest values that the
# limits admit (src/total/limits.h), and prints the calls that take longest, each with the time of as
# many of them as one query may have. The differences between the times of two queries that a reader
# can cause by one row stay below the largest of these. Usage, after `make`: dearest.sh
set -eu
cd "$(dirname "$0")/../../.."
. tools/pg-cluster.sh
cluster_start "jit = off"
module=$cluster/allowed.so
${CC:-cc} -std=gnu11 -O1 -shared -fPIC -I"$("$PG_CONFIG" --includedir-server)" extensions/postgresql/test/allowed.c -o "$module"
chmod 755 "$module"
pg postgres -c 'CREATE DATABASE dearest'
pg dearest -v module="$module" -f extensions/postgresql/bench/dearest.sql
