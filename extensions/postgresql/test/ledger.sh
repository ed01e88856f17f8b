#!/bin/sh
# Tests the ledger on a cluster of its own, since charges need fsync = on and the tests crash the
# server. run.sh runs this script last. The tests charge through the functions in ledger.c, without
# queries over protected tables. Usage, after `make` and from any directory: ledger.sh [PARTS...],
# for example `ledger.sh 50-crash`. The parts are in ledger/. The part `speed`, which is
# ../bench/ledger.sh, runs only if it is named.
set -u
cd "$(dirname "$0")/../../.." || exit 2
here=$PWD/extensions/postgresql/test
. tools/pg-cluster.sh
durable='fsync = on'
cluster_start "$durable" "shared_buffers = '64MB'" "max_connections = 150" "jit = off"
work=$cluster/work
standby=$cluster/standby
mkdir "$work" || exit 2
major=$(pg postgres -c "SELECT current_setting('server_version_num')::int / 10000") || exit 2

label=ledger
. "$here/checks.sh"
waits_for() { # EVENT: whether a session waits for this event
    [ "$(pg postgres -c "SELECT count(*) FROM pg_stat_activity WHERE wait_event = '$1'")" != 0 ]
}
crash() { # LINES...: stops the server at once and restarts it with these settings
    (cd "$cluster" && as_postgres "$pg_bin/pg_ctl" -D data -m immediate -w stop >/dev/null) || exit 2
    cluster_run "$durable" "shared_buffers = '64MB'" "max_connections = 150" "jit = off" "$@"
}

module=$cluster/ledger_test.so
cat >"$work/exports" <<'EOS'
{ global: Pg_magic_func; charge; charge_many; set_clock; indp_pg_remaining; pg_finfo_charge; pg_finfo_charge_many;
  pg_finfo_set_clock; pg_finfo_indp_pg_remaining; local: *; };
EOS
${CC:-cc} -std=gnu11 -O2 -g -fno-strict-aliasing -fwrapv -Wall -shared -fPIC -DINDPPG_TEST_CLOCK -I"$("$PG_CONFIG" --includedir-server)" -Iinclude -Iextensions/postgresql/src -Iextensions/postgresql/src/plain \
    -Iextensions/common "$here/ledger.c" extensions/postgresql/src/ledger/*.c extensions/postgresql/src/plain/fail.c extensions/postgresql/src/plain/datums.c extensions/common/*.c \
    build/lib/libindp.a -lm -lpthread -ldl -Wl,--version-script="$work/exports" -Wl,-z,nodelete -o "$module" || exit 2

cat >"$work/setup.sql" <<EOF2
CREATE EXTENSION indp;
CREATE SCHEMA test;
GRANT USAGE ON SCHEMA test TO PUBLIC;
CREATE FUNCTION test.raw_charge(int, int, oid, text, float8[], text) RETURNS float8 AS '$module', 'charge' LANGUAGE C;
CREATE FUNCTION test.charge(policy int, epsilon float8[], budget text DEFAULT NULL, query text DEFAULT 'query', version int DEFAULT 1,
  payer oid DEFAULT NULL) RETURNS float8 LANGUAGE sql AS 'SELECT test.raw_charge(policy, version, payer, budget, epsilon, query)';
CREATE FUNCTION test.charge_many(int, float8, int) RETURNS void AS '$module', 'charge_many' LANGUAGE C STRICT;
CREATE FUNCTION test.set_clock(timestamptz) RETURNS void AS '$module', 'set_clock' LANGUAGE C;
CREATE FUNCTION test.remaining(regclass) RETURNS TABLE(budget regrole, epsilon float8, remaining float8, until timestamptz, share float8,
  total float8) AS '$module', 'indp_pg_remaining' LANGUAGE C STRICT;
-- The exact amount in the state of a row of indp.spent.
CREATE FUNCTION test.amount(state bytea) RETURNS numeric LANGUAGE plpgsql AS \$\$
DECLARE n numeric := 0;
BEGIN
  FOR i IN REVERSE 279..16 LOOP n := n * 256 + get_byte(state, i); END LOOP;
  RETURN trim_scale(n * '1e-324'::numeric);
END \$\$;
CREATE FUNCTION test.spent(policy int, budget int DEFAULT 0, reader oid DEFAULT 0) RETURNS numeric LANGUAGE sql SECURITY DEFINER AS
  'SELECT test.amount(state) FROM indp.spent AS s WHERE s.policy = \$1 AND s.budget = \$2 AND s.reader = \$3';
CREATE FUNCTION test.logged(policy int) RETURNS numeric LANGUAGE sql SECURITY DEFINER AS
  'SELECT coalesce(trim_scale(sum(epsilon)), 0) FROM indp.charges AS c WHERE c.policy = \$1';
-- Makes the policy n of the table tn, with the budget n of the role analysts.
CREATE FUNCTION test.policy(n int, total float8, epsilon float8, every int8 DEFAULT NULL, per_reader float8 DEFAULT NULL) RETURNS void
LANGUAGE plpgsql AS \$\$
BEGIN
  EXECUTE format('CREATE TABLE t%s(); ALTER TABLE t%1\$s OWNER TO keeper; CREATE VIEW v%1\$s AS SELECT FROM t%1\$s', n);
  INSERT INTO indp.policies VALUES (n, ('t' || n)::regclass, ('v' || n)::regclass, 'p', 1, '{}', '{}', 0.1, 1, total, 1, '{}');
  INSERT INTO indp.budgets VALUES (n, n, 'analysts', epsilon, every, '2026-01-01 00:00Z', per_reader);
  PERFORM indp.open(n);
END \$\$;
EOF2
prepare_database() { # NAME
    pg postgres -c "CREATE DATABASE $1" && pg "$1" -f "$work/setup.sql" || exit 2
}
pg postgres -c 'CREATE ROLE analysts; CREATE ROLE doctors; CREATE ROLE keeper LOGIN; CREATE ROLE indp_owner ROLE keeper; CREATE ROLE ann LOGIN IN ROLE analysts;
    CREATE ROLE bob LOGIN IN ROLE analysts, doctors; CREATE ROLE eve LOGIN' || exit 2
prepare_database test

for part in "$here"/ledger/*.sh; do
    case " $* " in '  ' | *" $(basename "$part" .sh) "*) ;; *) continue ;; esac
    start=$(date +%s)
    # shellcheck source=/dev/null
    . "$part"
    echo "ledger $(basename "$part" .sh): $passed passed so far, $failed failed, $(($(date +%s) - start)) s"
done
# shellcheck source=/dev/null
case " $* " in *' speed '*) . extensions/postgresql/bench/ledger.sh ;; esac

echo "ledger: $passed passed, $failed failed"
[ "$failed" = 0 ] && [ "$passed" -gt 0 ]
