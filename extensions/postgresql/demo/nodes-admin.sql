-- The administrator of the coordinator lets the role health connect to the servers as their role
-- collector, merge their states and release them. Over a network, the options sslmode and a
-- password belong here.
\set ON_ERROR_STOP on
CREATE ROLE health LOGIN;
CREATE SCHEMA demo AUTHORIZATION health;
GRANT USAGE ON FOREIGN SERVER node1, node2, node3 TO health;
CREATE USER MAPPING FOR health SERVER node1 OPTIONS (user 'collector', password_required 'false');
CREATE USER MAPPING FOR health SERVER node2 OPTIONS (user 'collector', password_required 'false');
CREATE USER MAPPING FOR health SERVER node3 OPTIONS (user 'collector', password_required 'false');
SELECT format('GRANT EXECUTE ON FUNCTION %s TO health', oid::regprocedure) FROM pg_proc
 WHERE prokind = 'a' AND proname ~ '^dp_.*_state$' OR proname = 'dp_merge' OR proname ~ '^dp_release' \gexec
