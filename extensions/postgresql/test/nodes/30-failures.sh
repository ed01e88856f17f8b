# shellcheck shell=sh
# Tests nodes that fail in the middle of a query. The query must end with an error, return no answer
# and write nothing.

# On node 3, the view `slow` waits at each row whose k is 3, and `faulty` fails at such a row.
on 3 -c 'CREATE VIEW slow AS SELECT node, k, x FROM parts WHERE k <> 3 OR pg_sleep(0.01) IS NOT NULL' \
    -c 'CREATE VIEW faulty AS SELECT node, k, CASE WHEN k = 3 THEN 1 / (k - 3) ELSE x END AS x FROM parts' || exit 2
prepare "CREATE FOREIGN TABLE slow3($columns) SERVER node3 OPTIONS (table_name 'slow');
    CREATE FOREIGN TABLE faulty3($columns) SERVER node3 OPTIONS (table_name 'faulty')"
with() { # TABLE: the states of the first two nodes and of this table
    echo "SELECT dp_sum_state(x, 0, 100) AS s FROM part1 UNION ALL SELECT dp_sum_state(x, 0, 100) FROM part2 UNION ALL SELECT dp_sum_state(x, 0, 100) FROM $1"
}
# postgres_fdw reads the answers through a cursor, so the remote session shows a FETCH.
fetching="FROM pg_stat_activity WHERE query LIKE 'FETCH %' AND state = 'active'"
running() { [ "$(on "$1" -c "SELECT count(*) $fetching")" != 0 ]; } # N: whether the node works for the coordinator
idle() { ! running "$1"; }

refused 'a row that fails on a node' "SELECT dp_release(dp_merge(s), 1) FROM ($(with faulty3)) AS q" 'division by zero'
case "$err" in *'CONTEXT:  remote SQL command: SELECT public.dp_sum_state(x, '*) pass ;; *) fail 'the context names the remote SQL' "$err" ;; esac
prepare 'CREATE TABLE answers(r float8); INSERT INTO answers VALUES (0)'
before=$(on 1 -c 'SELECT pg_postmaster_start_time()')
for how in 'a server stops' 'a session is terminated' 'a query is cancelled'; do
    pg postgres -c "INSERT INTO answers SELECT dp_release(dp_merge(s), 1) FROM ($(with slow3)) AS q RETURNING r" >"$work/answer" 2>"$work/error" &
    query=$!
    until_true running 3
    case $how in
    'a server stops') node_stop node3 immediate || exit 2 ;;
    'a session is terminated') on 3 -c "SELECT pg_terminate_backend(pid) $fetching" >/dev/null ;;
    *) pg postgres -c "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE query LIKE 'INSERT INTO answers%' AND pid <> pg_backend_pid()" >/dev/null ;;
    esac
    wait "$query"
    code=$?
    error=$(cat "$work/error")
    case "$how: $code <$(cat "$work/answer")> $error" in
    *': 0 '*) fail "$how" "the query succeeded: $(cat "$work/answer")" ;;
    'a query is cancelled: '*' <> '*'ERROR:  57014: '* | 'a s'*' <> '*'ERROR:  08006: '* | 'a s'*' <> '*'ERROR:  57P01: '*) pass ;;
    *) fail "$how" "<$(cat "$work/answer")> $error" ;;
    esac
    answer "$how: nothing was written" 'TABLE answers' 0
    if [ "$how" = 'a server stops' ]; then
        refused 'a server that is not there' "SELECT dp_release(dp_merge(s), 1) FROM ($(with part3)) AS q" 'could not connect to server "node3"'
        node_restart node3 "$(node_port 3)" "shared_buffers = '64MB'" "jit = off"
    fi
    until_true idle 1 # a query that failed leaves no session at work on the other nodes
    answer "$how: the next query answers" "SELECT dp_merge(s)::bytea = (SELECT dp_sum_state(x, 0, 100)::bytea FROM whole) FROM ($(with part3)) AS q" t
done
[ "$before" = "$(on 1 -c 'SELECT pg_postmaster_start_time()')" ] && pass || fail 'the other nodes go on' "$before"
# A statement_timeout of the coordinator must end the query, too.
refused 'a statement_timeout' "SET statement_timeout = '300ms'; SELECT dp_release(dp_merge(s), 1) FROM ($(with slow3)) AS q" 'canceling statement due to statement timeout'
