-- Counts the bytes that the query on line :line exchanges with the servers.
SELECT query AS counted, call FROM query WHERE line = :line \gset
SET search_path = counted, bench, public, pg_temp;
:counted \g /dev/null
\set before `cat :'bytes'`
:counted \g /dev/null
\set after `cat :'bytes'`
SELECT format('%-28s%14s%14s', :'call', split_part(:'after', ' ', 1)::bigint - split_part(:'before', ' ', 1)::bigint,
              split_part(:'after', ' ', 2)::bigint - split_part(:'before', ' ', 2)::bigint);
