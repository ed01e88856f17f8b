#!/bin/sh
# pg-nodes.sh: functions for three more servers, node1 to node3, beside the cluster of
# pg-cluster.sh, which becomes their coordinator. Source it after pg-cluster.sh and cluster_start.
#
#     nodes_start [LINE...]     starts the nodes; each LINE is a setting. Creates the extension on
#                               all servers, and the foreign servers node1 to node3 on the
#                               coordinator
#     node_port N               prints the port of node N
#     on N [ARGUMENT...]        runs psql on node N as the superuser
#
# All servers use the database `postgres`.
node_port() { echo "$((5432 + $1))"; }
on() { # N [ARGUMENT...]
    node=$1
    shift
    PGPORT=$(node_port "$node") pg postgres "$@"
}

# The options of a foreign server: `extensions` lets it compute states, and `async_capable`
# (PostgreSQL 14 and later) lets all servers work at the same time.
nodes_start() { # LINE...
    pg postgres -c 'CREATE EXTENSION indp' -c 'CREATE EXTENSION postgres_fdw' || exit 2
    for n in 1 2 3; do
        node_start "node$n" "$(node_port "$n")" "$@"
        on "$n" -c 'CREATE EXTENSION indp' || exit 2
        pg postgres -c "CREATE SERVER node$n FOREIGN DATA WRAPPER postgres_fdw
            OPTIONS (host '$cluster', port '$(node_port "$n")', dbname 'postgres', extensions 'indp', async_capable 'true');
            CREATE USER MAPPING FOR postgres SERVER node$n OPTIONS (user 'postgres')" || exit 2
    done
}
