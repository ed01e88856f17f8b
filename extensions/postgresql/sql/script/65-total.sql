-- Creates total versions of PostgreSQL's functions in the schema indp. They have the same names and
-- types. Where PostgreSQL raises an error, they return NULL, an infinity or the nearest value of
-- the type. In expressions over private values, the approver replaces PostgreSQL's functions by
-- their total versions. Each row below has the names of functions, the types of their arguments,
-- and the symbol of the total version. If a row has no symbol, the symbol is the name with the
-- prefix dp_. A function is STABLE if it depends on the session's time zone. The types of results
-- are taken from PostgreSQL's functions. A function that this version of PostgreSQL lacks, such as
-- extract before version 14, is left out.
DO LANGUAGE plpgsql $do$
DECLARE
  part record;
BEGIN
  FOR part IN
    SELECT n.name, e.column2 AS arguments, pg_catalog.format('pg_catalog.%s', pg_catalog.replace(e.column2, ',', ',pg_catalog.')) AS qualified,
           COALESCE(e.column3, pg_catalog.format('dp_%s', n.name)) AS symbol, COALESCE(e.column4, 'IMMUTABLE') AS volatility, t.typname AS result
      FROM (VALUES
        ('int2pl int2mi int2mul int2div int2mod', 'int2,int2', NULL, NULL),
        ('int4pl int4mi int4mul int4div int4mod', 'int4,int4', NULL, NULL),
        ('int8pl int8mi int8mul int8div int8mod', 'int8,int8', NULL, NULL),
        ('int24pl int24mi int24mul int24div', 'int2,int4', NULL, NULL),
        ('int42pl int42mi int42mul int42div', 'int4,int2', NULL, NULL),
        ('int28pl int28mi int28mul int28div', 'int2,int8', NULL, NULL),
        ('int82pl int82mi int82mul int82div', 'int8,int2', NULL, NULL),
        ('int48pl int48mi int48mul int48div', 'int4,int8', NULL, NULL),
        ('int84pl int84mi int84mul int84div', 'int8,int4', NULL, NULL),
        ('mod', 'int2,int2', 'dp_int2mod', NULL),
        ('mod', 'int4,int4', 'dp_int4mod', NULL),
        ('mod', 'int8,int8', 'dp_int8mod', NULL),
        ('int2um', 'int2', NULL, NULL),
        ('int4um', 'int4', NULL, NULL),
        ('int8um', 'int8', NULL, NULL),
        ('int2abs abs', 'int2', 'dp_int2abs', NULL),
        ('int4abs abs', 'int4', 'dp_int4abs', NULL),
        ('int8abs abs', 'int8', 'dp_int8abs', NULL),
        ('float4pl float4mi float4mul float4div', 'float4,float4', NULL, NULL),
        ('float8pl float8mi float8mul float8div', 'float8,float8', NULL, NULL),
        ('float48pl float48mi float48mul float48div', 'float4,float8', NULL, NULL),
        ('float84pl float84mi float84mul float84div', 'float8,float4', NULL, NULL),
        ('dsqrt sqrt', 'float8', 'dp_dsqrt', NULL),
        ('dexp exp', 'float8', 'dp_dexp', NULL),
        ('dlog1 ln', 'float8', 'dp_dlog1', NULL),
        ('dlog10 log log10', 'float8', 'dp_dlog10', NULL),
        ('dpow pow power', 'float8,float8', 'dp_dpow', NULL),
        ('numeric_add numeric_sub numeric_mul numeric_div numeric_mod', 'numeric,numeric', NULL, NULL),
        ('mod', 'numeric,numeric', 'dp_numeric_mod', NULL),
        ('ceil ceiling', 'numeric', 'dp_numeric_ceil', NULL),
        ('floor', 'numeric', 'dp_numeric_floor', NULL),
        ('round', 'numeric', 'dp_numeric_round', NULL),
        ('trunc', 'numeric', 'dp_numeric_trunc', NULL),
        ('round', 'numeric,int4', 'dp_numeric_round_digits', NULL),
        ('trunc', 'numeric,int4', 'dp_numeric_trunc_digits', NULL),
        ('numeric', 'numeric,int4', 'dp_numeric_limit', NULL),
        ('int2', 'int4', 'dp_int4_int2', NULL),
        ('int2', 'int8', 'dp_int8_int2', NULL),
        ('int4', 'int8', 'dp_int8_int4', NULL),
        ('int2', 'float4', 'dp_float4_int2', NULL),
        ('int4', 'float4', 'dp_float4_int4', NULL),
        ('int8', 'float4', 'dp_float4_int8', NULL),
        ('int2', 'float8', 'dp_float8_int2', NULL),
        ('int4', 'float8', 'dp_float8_int4', NULL),
        ('int8', 'float8', 'dp_float8_int8', NULL),
        ('float4', 'float8', 'dp_float8_float4', NULL),
        ('int2', 'numeric', 'dp_numeric_int2', NULL),
        ('int4', 'numeric', 'dp_numeric_int4', NULL),
        ('int8', 'numeric', 'dp_numeric_int8', NULL),
        ('float4', 'numeric', 'dp_numeric_float4', NULL),
        ('float8', 'numeric', 'dp_numeric_float8', NULL),
        ('numeric', 'float4', 'dp_float4_numeric', NULL),
        ('numeric', 'float8', 'dp_float8_numeric', NULL),
        ('date_pli date_mii', 'date,int4', NULL, NULL),
        ('integer_pl_date', 'int4,date', NULL, NULL),
        ('date_mi', 'date,date', NULL, NULL),
        ('date_pl_interval date_mi_interval', 'date,interval', NULL, NULL),
        ('timestamp_mi', 'timestamp,timestamp', NULL, NULL),
        ('timestamptz_mi', 'timestamptz,timestamptz', 'dp_timestamp_mi', NULL),
        ('timestamp_pl_interval timestamp_mi_interval', 'timestamp,interval', NULL, NULL),
        ('timestamptz_pl_interval timestamptz_mi_interval', 'timestamptz,interval', NULL, 'STABLE'),
        ('timestamp', 'date', 'dp_date_timestamp', NULL),
        ('timestamp', 'timestamptz', 'dp_timestamptz_timestamp', 'STABLE'),
        ('timestamptz', 'date', 'dp_date_timestamptz', 'STABLE'),
        ('timestamptz', 'timestamp', 'dp_timestamp_timestamptz', 'STABLE'),
        ('date', 'timestamptz', 'dp_timestamptz_date', 'STABLE'),
        ('date_part', 'text,date', 'dp_date_part', NULL),
        ('date_part', 'text,interval', 'dp_interval_part', NULL),
        ('extract', 'text,interval', 'dp_extract_interval', NULL),
        ('date_trunc', 'text,timestamp', 'dp_timestamp_trunc', NULL),
        ('date_trunc', 'text,timestamptz', 'dp_timestamptz_trunc', 'STABLE'),
        ('length char_length character_length textlen', 'text', 'dp_textlen', NULL),
        ('length char_length character_length', 'bpchar', 'dp_bpcharlen', NULL),
        ('substr substring', 'text,int4,int4', 'dp_text_substr', NULL),
        ('substr substring', 'text,int4', 'dp_text_substr_no_len', NULL),
        ('bpchar', 'bpchar,int4,bool', NULL, NULL),
        ('varchar', 'varchar,int4,bool', NULL, NULL),
        ('left', 'text,int4', 'dp_text_left', NULL),
        ('right', 'text,int4', 'dp_text_right', NULL),
        ('btrim', 'text', 'dp_btrim', NULL),
        ('ltrim', 'text', 'dp_ltrim', NULL),
        ('rtrim', 'text', 'dp_rtrim', NULL),
        ('text', 'bpchar', 'dp_rtrim', NULL),
        ('btrim', 'text,text', 'dp_btrim', NULL),
        ('ltrim', 'text,text', 'dp_ltrim', NULL),
        ('rtrim', 'text,text', 'dp_rtrim', NULL),
        ('position strpos', 'text,text', 'dp_textpos', NULL),
        ('starts_with', 'text,text', 'dp_starts_with', NULL),
        ('textcat', 'text,text', 'dp_textcat', NULL),
        ('lower', 'text', 'dp_lower', NULL),
        ('upper', 'text', 'dp_upper', NULL),
        ('text_lt text_le text_gt text_ge', 'text,text', NULL, NULL),
        ('bpcharlt bpcharle bpchargt bpcharge', 'bpchar,bpchar', NULL, NULL),
        ('textlike like', 'text,text', 'dp_textlike', NULL),
        ('textnlike notlike', 'text,text', 'dp_textnlike', NULL),
        ('texticlike', 'text,text', 'dp_texticlike', NULL),
        ('texticnlike', 'text,text', 'dp_texticnlike', NULL),
        ('bpcharlike', 'bpchar,text', 'dp_textlike', NULL),
        ('bpcharnlike', 'bpchar,text', 'dp_textnlike', NULL),
        ('bpchariclike', 'bpchar,text', 'dp_texticlike', NULL),
        ('bpcharicnlike', 'bpchar,text', 'dp_texticnlike', NULL)) AS e,
        LATERAL (SELECT pg_catalog.regexp_split_to_table(e.column1, ' ') AS name) AS n,
        pg_catalog.pg_proc AS p, pg_catalog.pg_type AS t
     WHERE p.oid OPERATOR(pg_catalog.=)
             pg_catalog.to_regprocedure(pg_catalog.format('pg_catalog.%I(pg_catalog.%s)', n.name, pg_catalog.replace(e.column2, ',', ',pg_catalog.')))
       AND t.oid OPERATOR(pg_catalog.=) p.prorettype
  LOOP
    EXECUTE pg_catalog.format('CREATE FUNCTION indp.%I(%s) RETURNS pg_catalog.%I AS ''MODULE_PATHNAME'', %L LANGUAGE C %s STRICT PARALLEL SAFE',
      part.name, part.qualified, part.result, part.symbol, part.volatility);
    EXECUTE pg_catalog.format('COMMENT ON FUNCTION indp.%I(%s) IS %L', part.name, part.qualified,
      pg_catalog.format('version of pg_catalog.%I(%s) that raises no errors', part.name, part.arguments));
  END LOOP;
END
$do$;

-- What the expressions of readers read instead of a column: the value, or NULL if it is long.
CREATE FUNCTION indp.short(pg_catalog.text) RETURNS pg_catalog.text AS 'MODULE_PATHNAME', 'dp_short_text' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION indp.short(pg_catalog.varchar) RETURNS pg_catalog.varchar AS 'MODULE_PATHNAME', 'dp_short_text' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION indp.short(pg_catalog.bpchar) RETURNS pg_catalog.bpchar AS 'MODULE_PATHNAME', 'dp_short_text' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION indp.short(pg_catalog.numeric) RETURNS pg_catalog.numeric AS 'MODULE_PATHNAME', 'dp_short_numeric' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
