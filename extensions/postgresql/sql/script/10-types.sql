\echo Use "CREATE EXTENSION indp" to load this file. \quit

-- The script runs as a superuser. Other users may have created functions and operators in the
-- schema of the extension that have the same names as PostgreSQL's, and whose arguments fit a call
-- even better. Therefore every function, operator and type of PostgreSQL is named with its schema.
-- The extension's own names are created here, and CREATE would fail if they existed.
--
-- PUBLIC may call the aggregates that return an answer, the functions for errors and intervals, and
-- indp_version. PUBLIC may not call functions that return or take a state, nor the functions that
-- make up the aggregates. So an ordinary role cannot define other aggregates from them.

-- The extension has two types. Users store and merge values of dp_state, which are the library's
-- bytes, the same on every machine. dp_transition is the transition type of the aggregates, and has
-- epsilon and the other parameters in addition. It is not `internal`, so that distributed planners
-- can send it. Values of both types are raw private data. Neither type has an operator class,
-- because DISTINCT, UNION and GROUP BY must not keep only one of several equal states.
CREATE TYPE dp_state;
CREATE FUNCTION dp_state_in(pg_catalog.cstring) RETURNS dp_state AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION dp_state_out(dp_state) RETURNS pg_catalog.cstring AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION dp_state_recv(pg_catalog.internal) RETURNS dp_state AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION dp_state_send(dp_state) RETURNS pg_catalog.bytea AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE TYPE dp_state (INPUT = dp_state_in, OUTPUT = dp_state_out, RECEIVE = dp_state_recv, SEND = dp_state_send,
  INTERNALLENGTH = variable, STORAGE = extended);
COMMENT ON TYPE dp_state IS 'mergeable state of a private aggregate: raw private data until released';

CREATE FUNCTION dp_state(pg_catalog.bytea) RETURNS dp_state AS 'MODULE_PATHNAME', 'dp_state_of_bytea'
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE CAST (pg_catalog.bytea AS dp_state) WITH FUNCTION dp_state(pg_catalog.bytea);
CREATE CAST (dp_state AS pg_catalog.bytea) WITHOUT FUNCTION;

CREATE TYPE dp_transition;
CREATE FUNCTION dp_transition_in(pg_catalog.cstring) RETURNS dp_transition AS 'MODULE_PATHNAME'
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION dp_transition_out(dp_transition) RETURNS pg_catalog.cstring AS 'MODULE_PATHNAME'
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION dp_transition_recv(pg_catalog.internal) RETURNS dp_transition AS 'MODULE_PATHNAME'
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION dp_transition_send(dp_transition) RETURNS pg_catalog.bytea AS 'MODULE_PATHNAME'
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE TYPE dp_transition (INPUT = dp_transition_in, OUTPUT = dp_transition_out, RECEIVE = dp_transition_recv,
  SEND = dp_transition_send, INTERNALLENGTH = variable, ALIGNMENT = double, STORAGE = plain);
COMMENT ON TYPE dp_transition IS 'transition state of the private aggregates; not for tables';
REVOKE USAGE ON TYPE dp_transition FROM PUBLIC;

CREATE FUNCTION dp_combine(dp_transition, dp_transition) RETURNS dp_transition AS 'MODULE_PATHNAME'
  LANGUAGE C IMMUTABLE PARALLEL SAFE;

