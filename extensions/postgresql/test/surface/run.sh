#!/bin/sh
# Calls everything of the extension that a role can reach, with values of every kind, and looks for
# crashes and internal errors. Usage, after `make` and from any directory: run.sh [SEED [FORM]].
# tools/pg-cluster.sh describes how it finds the server; on one with sanitizers they look, too.
set -u
cd "$(dirname "$0")/../../../.." || exit 2
. tools/pg-cluster.sh
. extensions/postgresql/test/surface/surface.sh
cluster_start
surface_prepare && surface_call "${1:-1}" "${2:-full}"
