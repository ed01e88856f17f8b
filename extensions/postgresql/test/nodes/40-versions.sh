# shellcheck shell=sh
# Tests nodes with another version of the extension or of PostgreSQL, and nodes that send states
# with other parameters.

merged="SELECT dp_merge(s)::bytea = (SELECT dp_sum_state(x, 0, 100)::bytea FROM whole) FROM (SELECT node, dp_sum_state(x, 0, 100) AS s FROM parts GROUP BY node) AS q"
on 3 -c 'DROP EXTENSION indp' || exit 2
refused 'a node without the extension' "$merged" 'function public.dp_sum_state(double precision, double precision, double precision) does not exist'

# In place of the aggregate, node 3 gets one of the same name, which returns these bytes.
pretend() { # BYTES
    on 3 -c 'DROP AGGREGATE IF EXISTS dp_sum_state(float8, float8, float8); DROP FUNCTION IF EXISTS give' \
        -c "CREATE FUNCTION give(bytea, float8, float8, float8) RETURNS bytea LANGUAGE sql IMMUTABLE AS \$\$ SELECT '$1'::bytea \$\$;
            CREATE AGGREGATE dp_sum_state(float8, float8, float8) (SFUNC = give, STYPE = bytea)" 2>>"$work/notices" || exit 2
}
bytes() { pg postgres -c "SELECT $1::bytea FROM (SELECT * FROM whole LIMIT 10) AS ten"; } # STATE
state=$(bytes 'dp_sum_state(x, 0, 100)')
pretend "$state"
sql "$merged;"
[ "$out" = f ] && pass || fail 'the pretended state counts' "$out $err"
next=$(echo "$state" | sed 's/^\(.x........\)01/\102/') # the fifth byte is the version of the format
[ "$next" != "$state" ] || fail 'the version is not where it was' "$state"
for other in "$next" "${state%??}" "${state}00" '\\x'"$(echo "$state" | cut -c 3- | tr '0-9a-f' 'f0-9a-e')"; do
    pretend "$other"
    refused "a state of another version: $other" "$merged" '22P02: dp_state: the bytes are not a state of this version'
    case "$err" in *"$(echo "$other" | cut -c 60-100)"*) fail 'the error shows bytes of the state' "$err" ;; *) pass ;; esac
done
# A state without bytes is the merge of no states: it counts no row. nodes.md says so.
pretend '\x'
for anchor in '' 'UNION ALL SELECT NULL, dp_sum_state(NULL::float8, 0, 100)'; do
    answer 'a state without bytes counts no row' "SELECT dp_merge(s)::bytea = (SELECT dp_sum_state(x, 0, 100)::bytea FROM whole WHERE node < 3)
        FROM (SELECT node, dp_sum_state(x, 0, 100) AS s FROM parts GROUP BY node $anchor) AS q" t
done
for other in 'dp_sum_state(x, 0, 99)' 'dp_sum_state(x, -1, 100)' 'dp_sum_state(x, 0, 100, 2)' 'dp_avg_state(x, 0, 100)' 'dp_count_state(x)' \
    'dp_median_state(x, 0, 100)' "dp_mode_state(k, '{0,1}')" "dp_histogram_state(x, '{0,100}')"; do
    pretend "$(bytes "$other")"
    refused "a state of other parameters: $other" "$merged" 'only states of the same kind with the same parameters can be merged'
    # If only node 3 is read, only the anchor can show that its parameters are wrong.
    refused "a state of other parameters, anchored: $other" "SELECT dp_release(dp_merge(s), 1) FROM (SELECT dp_sum_state(x, 0, 100) AS s FROM part3
        UNION ALL SELECT dp_sum_state(NULL::float8, 0, 100)) AS q" 'only states of the same kind with the same parameters can be merged'
done
on 3 -c 'DROP AGGREGATE dp_sum_state(float8, float8, float8)' -c 'DROP FUNCTION give' -c 'CREATE EXTENSION indp' || exit 2
answer 'the extension again' "$merged" t

# Another major version of PostgreSQL, with its own build of the extension, takes the place of node
# 3.
if [ -n "${SERVER_OF_NODE3:-}" ]; then
    on 3 -c 'COPY parts TO STDOUT' >"$work/parts" && on 3 -c 'COPY rand TO STDOUT' >"$work/rand" && node_stop node3 || exit 2
    mkdir "$work/tree" && tar -cf - --exclude='*.o' --exclude=indp.so include extensions build/lib/libindp.a | tar -xf - -C "$work/tree" || exit 2
    (
        # The extension is installed into this server's folder.
        export LD_LIBRARY_PATH="$SERVER_OF_NODE3/lib"
        PG_CONFIG=$SERVER_OF_NODE3/bin/pg_config pg_bin=$SERVER_OF_NODE3/bin pg_lines=''
        make -s -C "$work/tree/extensions/postgresql" PG_CONFIG="$PG_CONFIG" install >"$work/build" 2>&1 || { tail -n 5 "$work/build" >&2; exit 2; }
        node_start other "$(node_port 3)" "shared_buffers = '64MB'" "jit = off"
    ) || exit 2
    on 3 -c 'CREATE EXTENSION indp' -c "CREATE TABLE parts($columns); $rand" && on 3 -c 'COPY parts FROM STDIN' <"$work/parts" &&
        on 3 -c 'COPY rand FROM STDIN' <"$work/rand" || exit 2
    other=$(on 3 -c "SELECT current_setting('server_version_num')::int / 10000")
    [ "$other" != "$(pg postgres -c "SELECT current_setting('server_version_num')::int / 10000")" ] && pass || fail 'another major version' "$other"
    answer "PostgreSQL $other as a node" "$merged" t
    answer "PostgreSQL $other as a node: other states" "SELECT bool_and(equal) FROM (
        SELECT dp_merge(s)::bytea = (SELECT dp_median_state(meddol, 0, 5000, 5)::bytea FROM rand) AS equal
          FROM (SELECT site, dp_median_state(meddol, 0, 5000, 5) AS s FROM everywhere GROUP BY site) AS q
        UNION ALL SELECT dp_merge(s)::bytea = (SELECT dp_mode_state(plan, '{1,2,3}', 5)::bytea FROM rand)
          FROM (SELECT site, dp_mode_state(plan, '{1,2,3}', 5) AS s FROM everywhere GROUP BY site) AS q
        UNION ALL SELECT dp_merge(s)::bytea = (SELECT dp_histogram_state(xage, '{0,20,40}', 5)::bytea FROM rand)
          FROM (SELECT site, dp_histogram_state(xage, '{0,20,40}', 5) AS s FROM everywhere GROUP BY site) AS q) AS a" t
else
    echo 'SKIP nodes, a node with another major version: SERVER_OF_NODE3 is not set'
fi
