\echo Use "CREATE EXTENSION indp" to load this file. \quit

-- The script runs as a superuser. Other users may have created functions and operators in the
-- schema of the extension that have the same names as PostgreSQL's, and whose arguments fit a call
-- even better. Therefore every function, operator and type of PostgreSQL is named with its schema.
-- The extension's own names are created here, and CREATE would fail if they existed.
--
-- PUBLIC may call the aggregates that return an answer, the two error functions and indp_version.
-- Functions that return or take a state, and all functions that make up the aggregates, are
-- revoked. Thus nobody can define other aggregates from them.

-- The extension has two types. Users store and merge values of dp_state, which are the library's
-- bytes, the same on every machine. dp_transition is the transition type of the aggregates, and has
-- epsilon and the other parameters in addition. It is not `internal`, so that distributed planners
-- can send it. Both types are raw private data. Neither has an operator class, because DISTINCT,
-- UNION and GROUP BY must not merge equal states as one.
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

-- Creates the aggregates. For each kind and type of value there is a transition function, with an
-- aggregate for answers and one for states, each with and without the optional arguments. None of
-- the C functions looks up a name, so none needs a SET search_path (which would cost more on each
-- row than the row itself).
--
-- FINALFUNC_MODIFY = READ_WRITE makes PostgreSQL refuse OVER (...), where each row would be a
-- release. INITCOND gives each group a transition state from the start, which can keep an answer
-- even if the group has no row.
DO LANGUAGE plpgsql $do$
DECLARE
  kind record;
  input pg_catalog.text;
  form pg_catalog.text;
  optional pg_catalog.text;
  state pg_catalog.bool;
  last pg_catalog.text;
  name pg_catalog.text;
  transition pg_catalog.text;
  arguments pg_catalog.text;
  answer pg_catalog.text;
  numbers CONSTANT pg_catalog.text := 'float8 numeric int8 int4 int2';
  rows CONSTANT pg_catalog.text := ', rows_per_person pg_catalog.int8';
  candidates CONSTANT pg_catalog.text := pg_catalog.concat(rows, ', candidates pg_catalog.int8');
BEGIN
  -- `suffix` is the suffix of the final function, one for each type of answer. `q` is the
  -- additional parameter of a quantile. `bounds` is the type of lo and hi, or of the candidates of
  -- a mode.
  FOR kind IN SELECT * FROM (VALUES
      ('dp_count', '', '"any"', NULL, '', 'int8', 96, 'rows that are not NULL'),
      ('dp_sum', '', pg_catalog.concat(numbers, ' bool'), 'float8', '', 'float8', 160, 'the sum of x'),
      ('dp_avg', '', pg_catalog.concat(numbers, ' bool'), 'float8', '', 'float8', 160, 'the mean of x'),
      ('dp_var', '', numbers, 'float8', '', 'float8', 176, 'the variance of x, divided by the number of rows'),
      ('dp_stddev', '', numbers, 'float8', '', 'float8', 176, 'the standard deviation of x'),
      ('dp_median', '', 'float8 numeric', 'float8', '', 'float8', 1600, 'the median of x'),
      ('dp_median', '_int', 'int8 int4 int2', 'float8', '', 'float8', 1600, 'the median of x'),
      ('dp_quantile', '', 'float8 numeric', 'float8', 'q', 'float8', 1600, 'the quantile q of x'),
      ('dp_quantile', '_int', 'int8 int4 int2', 'float8', 'q', 'float8', 1600, 'the quantile q of x'),
      ('dp_min', '', 'float8 numeric', 'float8', '', 'float8', 1600, 'about the smallest x'),
      ('dp_min', '_int', 'int8 int4 int2', 'float8', '', 'float8', 1600, 'about the smallest x'),
      ('dp_max', '', 'float8 numeric', 'float8', '', 'float8', 1600, 'about the largest x'),
      ('dp_max', '_int', 'int8 int4 int2', 'float8', '', 'float8', 1600, 'about the largest x'),
      ('dp_mode', '_text', 'text', 'text', 'candidates', 'text', 400, 'the most common of the candidates'),
      ('dp_mode', '_int8', 'int8', 'int8', 'candidates', 'int8', 400, 'the most common of the candidates'),
      ('dp_sum', '_interval', 'interval', 'interval', '', 'interval', 160, 'the sum of x'),
      ('dp_avg', '_interval', 'interval', 'interval', '', 'interval', 160, 'the mean of x'),
      ('dp_median', '_interval', 'interval', 'interval', '', 'interval', 1600, 'the median of x'),
      ('dp_quantile', '_interval', 'interval', 'interval', 'q', 'interval', 1600, 'the quantile q of x'),
      ('dp_min', '_interval', 'interval', 'interval', '', 'interval', 1600, 'about the smallest x'),
      ('dp_max', '_interval', 'interval', 'interval', '', 'interval', 1600, 'about the largest x'),
      ('dp_avg', '_date', 'date', 'date', '', 'date', 160, 'the mean of x'),
      ('dp_median', '_date', 'date', 'date', '', 'date', 1600, 'the median of x'),
      ('dp_quantile', '_date', 'date', 'date', 'q', 'date', 1600, 'the quantile q of x'),
      ('dp_min', '_date', 'date', 'date', '', 'date', 1600, 'about the smallest x'),
      ('dp_max', '_date', 'date', 'date', '', 'date', 1600, 'about the largest x'),
      ('dp_avg', '_timestamp', 'timestamp', 'timestamp', '', 'timestamp', 160, 'the mean of x'),
      ('dp_median', '_timestamp', 'timestamp', 'timestamp', '', 'timestamp', 1600, 'the median of x'),
      ('dp_quantile', '_timestamp', 'timestamp', 'timestamp', 'q', 'timestamp', 1600, 'the quantile q of x'),
      ('dp_min', '_timestamp', 'timestamp', 'timestamp', '', 'timestamp', 1600, 'about the smallest x'),
      ('dp_max', '_timestamp', 'timestamp', 'timestamp', '', 'timestamp', 1600, 'about the largest x'),
      ('dp_avg', '_timestamptz', 'timestamptz', 'timestamptz', '', 'timestamptz', 160, 'the mean of x'),
      ('dp_median', '_timestamptz', 'timestamptz', 'timestamptz', '', 'timestamptz', 1600, 'the median of x'),
      ('dp_quantile', '_timestamptz', 'timestamptz', 'timestamptz', 'q', 'timestamptz', 1600, 'the quantile q of x'),
      ('dp_min', '_timestamptz', 'timestamptz', 'timestamptz', '', 'timestamptz', 1600, 'about the smallest x'),
      ('dp_max', '_timestamptz', 'timestamptz', 'timestamptz', '', 'timestamptz', 1600, 'about the largest x')
    ) AS k(name, suffix, inputs, bounds, extra, answer, space, what)
  LOOP
    FOREACH state IN ARRAY ARRAY[false, true] LOOP
      form := CASE WHEN state THEN '_state' ELSE '' END;
      last := pg_catalog.concat(kind.name, kind.suffix, form, '_final');
      answer := CASE WHEN state THEN 'dp_state' ELSE pg_catalog.concat('pg_catalog.', kind.answer) END;
      EXECUTE pg_catalog.format('CREATE FUNCTION %I(state dp_transition) RETURNS %s AS ''MODULE_PATHNAME'' '
        'LANGUAGE C VOLATILE PARALLEL SAFE', last, answer);
      FOREACH input IN ARRAY pg_catalog.string_to_array(kind.inputs, ' ') LOOP
        name := pg_catalog.concat(kind.name, form);
        transition := pg_catalog.concat(name, '_', pg_catalog.btrim(input, '"'));
        input := CASE WHEN kind.bounds IS NULL THEN input ELSE pg_catalog.concat('pg_catalog.', input) END;
        FOREACH optional IN ARRAY CASE WHEN kind.name OPERATOR(pg_catalog.=) ANY (ARRAY['dp_median', 'dp_quantile', 'dp_min', 'dp_max'])
                                       THEN ARRAY['', rows, candidates] ELSE ARRAY['', rows] END LOOP
          arguments := pg_catalog.concat('x ', input,
            CASE WHEN kind.extra OPERATOR(pg_catalog.=) 'q' THEN ', q pg_catalog.float8' END,
            CASE WHEN kind.bounds IS NULL THEN ''
                 WHEN kind.extra OPERATOR(pg_catalog.=) 'candidates' THEN pg_catalog.format(', candidates pg_catalog.%s[]', kind.bounds)
                 ELSE pg_catalog.format(', lo pg_catalog.%1$s, hi pg_catalog.%1$s', kind.bounds) END,
            CASE WHEN NOT state THEN ', epsilon pg_catalog.float8' END, optional);
          EXECUTE pg_catalog.format('CREATE FUNCTION %I(state dp_transition, %s) RETURNS dp_transition AS ''MODULE_PATHNAME'' '
            'LANGUAGE C IMMUTABLE PARALLEL SAFE', transition, arguments);
          EXECUTE pg_catalog.format('CREATE AGGREGATE %I(%s) (SFUNC = %I, STYPE = dp_transition, SSPACE = %s, INITCOND = '''', '
            'FINALFUNC = %I, FINALFUNC_MODIFY = READ_WRITE, COMBINEFUNC = dp_combine, PARALLEL = SAFE)',
            name, arguments, transition, kind.space, last);
          EXECUTE pg_catalog.format('COMMENT ON AGGREGATE %I(%s) IS %L', name, arguments,
            CASE WHEN state THEN pg_catalog.concat('mergeable state for ', kind.what, ': raw private data')
                 ELSE pg_catalog.concat('differentially private: ', kind.what) END);
          IF state THEN
            EXECUTE pg_catalog.format('REVOKE EXECUTE ON FUNCTION %I(%s) FROM PUBLIC', name, arguments);
          END IF;
        END LOOP;
      END LOOP;
    END LOOP;
  END LOOP;
END
$do$;

-- Aggregates for calls without epsilon or bounds. They raise an error that says what to write.
CREATE FUNCTION dp_missing_final(state dp_transition) RETURNS pg_catalog.float8 AS 'MODULE_PATHNAME' LANGUAGE C VOLATILE PARALLEL SAFE;
DO LANGUAGE plpgsql $do$
DECLARE
  call record;
  given pg_catalog.int4;
  arguments pg_catalog.text;
BEGIN
  FOR given IN 1 .. 4 LOOP
    arguments := pg_catalog.rtrim(pg_catalog.repeat('"any", ', given), ', ');
    EXECUTE pg_catalog.format('CREATE FUNCTION dp_missing(dp_transition, %s) RETURNS dp_transition AS ''MODULE_PATHNAME'' '
      'LANGUAGE C IMMUTABLE PARALLEL SAFE', arguments);
    FOR call IN SELECT * FROM (VALUES ('dp_count', 1), ('dp_mode', 2), ('dp_sum', 3), ('dp_avg', 3), ('dp_var', 3),
        ('dp_stddev', 3), ('dp_median', 3), ('dp_quantile', 4), ('dp_min', 3), ('dp_max', 3)) AS c(name, most) LOOP
      IF call.most OPERATOR(pg_catalog.>=) given THEN
        EXECUTE pg_catalog.format('CREATE AGGREGATE %I(%s) (SFUNC = dp_missing, STYPE = dp_transition, INITCOND = '''', '
          'FINALFUNC = dp_missing_final, FINALFUNC_MODIFY = READ_WRITE, PARALLEL = SAFE)', call.name, arguments);
        EXECUTE pg_catalog.format('COMMENT ON AGGREGATE %I(%s) IS ''an error: epsilon or bounds are missing''', call.name, arguments);
      END IF;
    END LOOP;
  END LOOP;
END
$do$;

-- Functions that merge and release states. A role that may call them can release any number of
-- times, so by default no role may.
CREATE FUNCTION dp_merge_add(state dp_transition, other dp_state) RETURNS dp_transition AS 'MODULE_PATHNAME'
  LANGUAGE C IMMUTABLE PARALLEL SAFE;
CREATE FUNCTION dp_merge_final(state dp_transition) RETURNS dp_state AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE PARALLEL SAFE;
CREATE AGGREGATE dp_merge(state dp_state) (SFUNC = dp_merge_add, STYPE = dp_transition, SSPACE = 128, INITCOND = '',
  FINALFUNC = dp_merge_final, FINALFUNC_MODIFY = READ_WRITE, COMBINEFUNC = dp_combine, PARALLEL = SAFE);
REVOKE EXECUTE ON FUNCTION dp_merge(dp_state) FROM PUBLIC;
COMMENT ON AGGREGATE dp_merge(dp_state) IS 'merges states into one: raw private data';
CREATE FUNCTION dp_release(state dp_state, epsilon pg_catalog.float8) RETURNS pg_catalog.float8 AS 'MODULE_PATHNAME'
  LANGUAGE C VOLATILE PARALLEL SAFE;
COMMENT ON FUNCTION dp_release(dp_state, pg_catalog.float8) IS 'differentially private: the answer of a state; each call costs epsilon';
CREATE FUNCTION dp_release_mode(state dp_state, epsilon pg_catalog.float8) RETURNS pg_catalog.text AS 'MODULE_PATHNAME'
  LANGUAGE C VOLATILE PARALLEL SAFE;
COMMENT ON FUNCTION dp_release_mode(dp_state, pg_catalog.float8) IS
  'differentially private: the answer of a mode''s state; each call costs epsilon';
CREATE FUNCTION dp_release_parts(state dp_state, epsilon pg_catalog.float8) RETURNS pg_catalog.json AS 'MODULE_PATHNAME'
  LANGUAGE C VOLATILE PARALLEL SAFE;
COMMENT ON FUNCTION dp_release_parts(dp_state, pg_catalog.float8) IS
  'differentially private: the answer of a mean''s or variance''s state with the noisy sums that it is computed from; each call costs epsilon';

-- Functions that return an error bound. They read no data, so everybody may call them. They are
-- STABLE because they depend on indp.float_precision.
CREATE FUNCTION dp_count_error(epsilon pg_catalog.float8, alpha pg_catalog.float8, rows_per_person pg_catalog.int8 DEFAULT 1)
  RETURNS pg_catalog.float8 AS 'MODULE_PATHNAME' LANGUAGE C STABLE PARALLEL SAFE;
COMMENT ON FUNCTION dp_count_error(pg_catalog.float8, pg_catalog.float8, pg_catalog.int8) IS
  'a dp_count is within this of the exact count with probability 1 - alpha';
CREATE FUNCTION dp_sum_error(lo pg_catalog.float8, hi pg_catalog.float8, epsilon pg_catalog.float8, alpha pg_catalog.float8,
  rows_per_person pg_catalog.int8 DEFAULT 1) RETURNS pg_catalog.float8 AS 'MODULE_PATHNAME' LANGUAGE C STABLE PARALLEL SAFE;
COMMENT ON FUNCTION dp_sum_error(pg_catalog.float8, pg_catalog.float8, pg_catalog.float8, pg_catalog.float8, pg_catalog.int8) IS
  'a dp_sum is within this of the exact sum of the clamped values with probability 1 - alpha';

CREATE FUNCTION indp_version() RETURNS pg_catalog.text AS 'MODULE_PATHNAME', 'indp_pg_version' LANGUAGE C IMMUTABLE PARALLEL SAFE;
COMMENT ON FUNCTION indp_version() IS 'version of the indp library';

-- Revokes all plain functions except the last three from PUBLIC, and gives a comment to those that
-- have none. The loop takes signatures from the catalog, since these qualify the names of types. It
-- also reads comments from the catalog: obj_description would find its operators by the caller's
-- search path in PostgreSQL 13.
DO LANGUAGE plpgsql $do$
DECLARE
  part record;
BEGIN
  FOR part IN
    SELECT p.oid::pg_catalog.regprocedure AS signature, NOT EXISTS (SELECT FROM pg_catalog.pg_description AS t WHERE t.objoid OPERATOR(pg_catalog.=) p.oid
             AND t.classoid OPERATOR(pg_catalog.=) d.classid AND t.objsubid OPERATOR(pg_catalog.=) 0) AS bare,
           p.proname OPERATOR(pg_catalog.=) ANY (ARRAY['dp_count_error', 'dp_sum_error', 'indp_version']::pg_catalog.name[]) AS open
      FROM pg_catalog.pg_proc AS p, pg_catalog.pg_depend AS d, pg_catalog.pg_extension AS e
     WHERE e.extname OPERATOR(pg_catalog.=) 'indp' AND d.refclassid OPERATOR(pg_catalog.=) 'pg_catalog.pg_extension'::pg_catalog.regclass
       AND d.refobjid OPERATOR(pg_catalog.=) e.oid AND d.deptype OPERATOR(pg_catalog.=) 'e'
       AND d.classid OPERATOR(pg_catalog.=) 'pg_catalog.pg_proc'::pg_catalog.regclass AND d.objid OPERATOR(pg_catalog.=) p.oid
       AND p.prokind OPERATOR(pg_catalog.=) 'f'
  LOOP
    IF NOT part.open THEN
      EXECUTE pg_catalog.format('REVOKE EXECUTE ON FUNCTION %s FROM PUBLIC', part.signature);
    END IF;
    IF part.bare THEN
      EXECUTE pg_catalog.format('COMMENT ON FUNCTION %s IS ''a part of indp; not to be called''', part.signature);
    END IF;
  END LOOP;
END
$do$;
