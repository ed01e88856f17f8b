# Tests the scale of the noise in answers over protected tables, which depends on the epsilon that
# is charged, on rows_per_person and on the bounds of the policy. The query makes one release for
# each key. N releases are tested together: the number of them that fall into a set of known
# probability p may be 6.5 standard deviations away from N p. By Bernstein's inequality, correct
# noise fails one such test with probability below 6e-9, and the test of 2,000 releases at the end
# with probability below 2e-8. There are fewer than 40 tests.
cluster_restart "shared_buffers = '256MB'" "jit = off" "fsync = on"
pg postgres -c 'CREATE DATABASE scale' && pg postgres -c "ALTER DATABASE scale SET session_preload_libraries = '$pg_preload'" &&
    pg scale -c 'CREATE EXTENSION indp' || fail 'a database for scales' 'not made'
db=scale
# Keys 1 to 5,000 have one row each, whose value is 3, and keys 5,001 to 10,000 have none.
N=5000
sql "CREATE TABLE free(p int NOT NULL, k int, x float8); INSERT INTO free SELECT i, i, 3 FROM generate_series(1, $N) i;
    CREATE TABLE slots AS SELECT * FROM free; ALTER TABLE slots ADD UNIQUE (p);
    SELECT indp.protect(t, 'p', 2, 1e6, 0.5, 4.0, '{\"x\": [0, 4]}', (SELECT jsonb_build_object('k', jsonb_agg(i)) FROM generate_series(1, 2 * $N) i))
      FROM (VALUES ('free'::regclass), ('slots')) v(t);
    SELECT indp.accept(t, leak) FROM (VALUES ('free'::regclass), ('slots')) v(t), (VALUES ('reltuples'), ('statistics'), ('locks'), ('superuser')) l(leak);
    SELECT indp.budget(t, 'postgres', 1e6) FROM (VALUES ('free'::regclass), ('slots')) v(t)"
[ -z "$err" ] || fail 'policies' "$err"
near() { # COUNT P: prints SQL that is true if COUNT is within 6.5 standard deviations of N * P
    echo "abs(count(*) FILTER (WHERE $1) - $N * ($2)) < 6.5 * sqrt($N * ($2) * (1 - ($2)))"
}
# A count has geometric noise: P(r = 0) = tanh(1/(2 lambda)), and P(r >= 2) = q^2/(1 + q) with q =
# exp(-1/lambda).
counts() { # NAME CALL LAMBDA
    for table in free slots; do
        for part in 'k <= 5000' 'k > 5000'; do
            holds "$1, $table, $part" "SELECT $(near "a = e" "tanh(0.5/($3))") AND $(near "a > e + 1" "exp(-2.0/($3))/(1 + exp(-1.0/($3)))")
                FROM (SELECT k, $2 AS a, (k <= 5000)::int AS e FROM ${table}_private GROUP BY k) s WHERE $part"
        done
    done
}
counts 'a count at the epsilon of the policy' 'dp_count(*)' 2/0.5
counts 'a count at an epsilon of its own' 'dp_count(x, 2.0)' 2/2.0
counts 'persons in groups' 'dp_count(DISTINCT p)' 2/0.5
# A sum has Laplace noise on a grid of lambda/1024, if lambda is a power of two.
for table in free slots; do
    for call in 'dp_sum(x) 16' 'dp_sum(x, 4.0) 2' 'dp_sum(x, -8, 8, 0.5) 32'; do
        lambda=${call##* }
        holds "a sum, $table: ${call% *}" "SELECT $(near "abs(a - e) > $lambda" 'exp(-1 - 1/2048.0)') AND $(near "a > e" 'exp(-1/2048.0)/2')
            FROM (SELECT k, ${call% *} AS a, 3 AS e FROM ${table}_private GROUP BY k) s WHERE k <= $N"
    done
done
# Without GROUP BY a person counts once in dp_count(DISTINCT person), so lambda is 1/epsilon. The
# query is so small that starting workers would take most of its time, so it runs without workers.
N=2000
sql "CREATE TABLE few AS SELECT * FROM free WHERE p <= 10; SELECT indp.protect('few', 'p', 2, 1e6, 0.5);
    SELECT indp.accept('few', leak) FROM (VALUES ('reltuples'), ('statistics'), ('locks'), ('superuser')) l(leak); SELECT indp.budget('few', 'postgres', 1e6)"
[ -z "$err" ] || fail 'the policy of few rows' "$err"
holds 'persons without groups' "SET max_parallel_workers_per_gather = 0; CREATE TEMP TABLE r(a int8); DO 'BEGIN FOR i IN 1..$N LOOP INSERT INTO r SELECT dp_count(DISTINCT p) FROM few_private; END LOOP; END';
    SELECT $(near 'a = 10' 'tanh(0.25)') FROM r"
user=postgres
db=test
