\echo Use "CREATE EXTENSION indp" to load this file. \quit

-- Two types. dp_state is what users store and merge: the library's bytes, the same on every machine.
-- dp_transition is a state on its way to an answer: it adds epsilon and the other parameters. It is no
-- `internal`, so that distributed planners can ship it. Both are raw private data.
CREATE TYPE dp_state;
CREATE FUNCTION dp_state_in(cstring) RETURNS dp_state AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION dp_state_out(dp_state) RETURNS cstring AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION dp_state_recv(internal) RETURNS dp_state AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION dp_state_send(dp_state) RETURNS bytea AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE TYPE dp_state (INPUT = dp_state_in, OUTPUT = dp_state_out, RECEIVE = dp_state_recv, SEND = dp_state_send,
  INTERNALLENGTH = variable, STORAGE = extended);
COMMENT ON TYPE dp_state IS 'mergeable state of a private aggregate: raw private data until released';

CREATE FUNCTION dp_state(bytea) RETURNS dp_state AS 'MODULE_PATHNAME', 'dp_state_of_bytea'
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE CAST (bytea AS dp_state) WITH FUNCTION dp_state(bytea);
CREATE CAST (dp_state AS bytea) WITHOUT FUNCTION;

CREATE TYPE dp_transition;
CREATE FUNCTION dp_transition_in(cstring) RETURNS dp_transition AS 'MODULE_PATHNAME'
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION dp_transition_out(dp_transition) RETURNS cstring AS 'MODULE_PATHNAME'
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION dp_transition_recv(internal) RETURNS dp_transition AS 'MODULE_PATHNAME'
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION dp_transition_send(dp_transition) RETURNS bytea AS 'MODULE_PATHNAME'
  LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE TYPE dp_transition (INPUT = dp_transition_in, OUTPUT = dp_transition_out, RECEIVE = dp_transition_recv,
  SEND = dp_transition_send, INTERNALLENGTH = variable, ALIGNMENT = double, STORAGE = plain);
COMMENT ON TYPE dp_transition IS 'transition state of the private aggregates; not for tables';

CREATE FUNCTION dp_combine(dp_transition, dp_transition) RETURNS dp_transition AS 'MODULE_PATHNAME'
  LANGUAGE C IMMUTABLE PARALLEL SAFE;

-- The aggregates: for each kind and type of value a transition function, and with it four aggregates: answer or
-- state, with or without rows per person. None of the C functions looks up a name, so none needs a SET search_path
-- (which would cost more on each row than the row itself).
--
-- FINALFUNC_MODIFY = READ_WRITE makes PostgreSQL refuse OVER (...): each row would be a release.
-- INITCOND gives each group a state from the start, where an answer can be kept also when no row came.
DO LANGUAGE plpgsql $do$
DECLARE
  kind record;
  input text;
  form text;
  arguments text;
  rows text;
BEGIN
  FOR kind IN SELECT * FROM (VALUES
      ('dp_count', '', '"any"', '', 'bigint', 96),
      ('dp_sum', '', 'float8 int8 int4 int2 numeric', ', lo float8, hi float8', 'float8', 160),
      ('dp_avg', '', 'float8 int8 int4 int2 numeric', ', lo float8, hi float8', 'float8', 160),
      ('dp_var', '', 'float8 int8 int4 int2 numeric', ', lo float8, hi float8', 'float8', 176),
      ('dp_stddev', '', 'float8 int8 int4 int2 numeric', ', lo float8, hi float8', 'float8', 176),
      ('dp_median', '', 'float8 int8 int4 int2 numeric', ', lo float8, hi float8', 'float8', 1600),
      ('dp_quantile', '', 'float8 int8 int4 int2 numeric', ', q float8, lo float8, hi float8', 'float8', 1600),
      ('dp_mode', '_text', 'text', ', candidates text[]', 'text', 400),
      ('dp_mode', '_int8', 'int8', ', candidates bigint[]', 'bigint', 400)
    ) AS k(name, type, inputs, parameters, answer, space)
  LOOP
    EXECUTE format('CREATE FUNCTION %I(dp_transition) RETURNS %s AS ''MODULE_PATHNAME'' LANGUAGE C VOLATILE PARALLEL SAFE',
      kind.name || kind.type || '_final', kind.answer);
    EXECUTE format('CREATE FUNCTION %I(dp_transition) RETURNS dp_state AS ''MODULE_PATHNAME'' LANGUAGE C VOLATILE PARALLEL SAFE',
      kind.name || kind.type || '_state_final');
    FOREACH input IN ARRAY string_to_array(kind.inputs, ' ') LOOP
      FOREACH form IN ARRAY ARRAY['', '_state'] LOOP
        arguments := 'x ' || input || kind.parameters || CASE form WHEN '' THEN ', epsilon float8' ELSE '' END;
        FOREACH rows IN ARRAY ARRAY['', ', rows_per_person bigint'] LOOP
          EXECUTE format('CREATE FUNCTION %I(state dp_transition, %s%s) RETURNS dp_transition AS ''MODULE_PATHNAME'' '
              'LANGUAGE C IMMUTABLE PARALLEL SAFE',
            kind.name || form || '_' || btrim(input, '"'), arguments, rows);
          EXECUTE format('CREATE AGGREGATE %I(%s%s) (SFUNC = %I, STYPE = dp_transition, SSPACE = %s, INITCOND = '''', '
              'FINALFUNC = %I, FINALFUNC_MODIFY = READ_WRITE, COMBINEFUNC = dp_combine, PARALLEL = SAFE)',
            kind.name || form, arguments, rows, kind.name || form || '_' || btrim(input, '"'), kind.space,
            kind.name || kind.type || form || '_final');
          IF form = '_state' THEN
            EXECUTE format('REVOKE EXECUTE ON FUNCTION %I(%s%s) FROM PUBLIC', kind.name || form, arguments, rows);
          END IF;
        END LOOP;
      END LOOP;
    END LOOP;
  END LOOP;
END
$do$;

-- Merging and releasing states. Who may call these may release as often as they like: nobody by default.
CREATE FUNCTION dp_merge_add(dp_transition, dp_state) RETURNS dp_transition AS 'MODULE_PATHNAME'
  LANGUAGE C IMMUTABLE PARALLEL SAFE;
CREATE FUNCTION dp_merge_final(dp_transition) RETURNS dp_state AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE;
CREATE AGGREGATE dp_merge(state dp_state) (SFUNC = dp_merge_add, STYPE = dp_transition, SSPACE = 128, INITCOND = '',
  FINALFUNC = dp_merge_final, FINALFUNC_MODIFY = READ_WRITE, COMBINEFUNC = dp_combine, PARALLEL = SAFE);
CREATE FUNCTION dp_release(state dp_state, epsilon float8) RETURNS float8 AS 'MODULE_PATHNAME'
  LANGUAGE C VOLATILE PARALLEL SAFE;
REVOKE EXECUTE ON FUNCTION dp_merge(dp_state) FROM PUBLIC;
CREATE FUNCTION dp_release_mode(state dp_state, epsilon float8) RETURNS text AS 'MODULE_PATHNAME'
  LANGUAGE C VOLATILE PARALLEL SAFE;
REVOKE EXECUTE ON FUNCTION dp_release(dp_state, float8) FROM PUBLIC;
REVOKE EXECUTE ON FUNCTION dp_release_mode(dp_state, float8) FROM PUBLIC;

-- The error to expect. These read no data: everybody may call them.
CREATE FUNCTION dp_count_error(epsilon float8, alpha float8, rows_per_person bigint DEFAULT 1) RETURNS float8
  AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE;
COMMENT ON FUNCTION dp_count_error(float8, float8, bigint) IS
  'a dp_count is within this of the exact count with probability 1 - alpha';
CREATE FUNCTION dp_sum_error(lo float8, hi float8, epsilon float8, alpha float8, rows_per_person bigint DEFAULT 1) RETURNS float8
  AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE;
COMMENT ON FUNCTION dp_sum_error(float8, float8, float8, float8, bigint) IS
  'a dp_sum is within this of the exact sum of the clamped values with probability 1 - alpha';

CREATE FUNCTION indp_version() RETURNS text AS 'MODULE_PATHNAME', 'indp_pg_version' LANGUAGE C IMMUTABLE PARALLEL SAFE;
COMMENT ON FUNCTION indp_version() IS 'version of the indp library';
