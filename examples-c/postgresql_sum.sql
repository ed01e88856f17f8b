-- Declares the functions of postgresql_sum.c. Run as a superuser: psql -v module=/path/to/private_sum.so -f postgresql_sum.sql
--
-- The state type is `internal`: SQL cannot forge, read or store a state, and only a superuser can define another aggregate from
-- these functions.
CREATE FUNCTION private_sum_add(pg_catalog.internal, pg_catalog.float8, pg_catalog.float8, pg_catalog.float8, pg_catalog.float8)
  RETURNS pg_catalog.internal AS :'module' LANGUAGE C IMMUTABLE;
CREATE FUNCTION private_sum_final(pg_catalog.internal) RETURNS pg_catalog.float8 AS :'module' LANGUAGE C VOLATILE;

-- READ_WRITE makes PostgreSQL refuse OVER (...), under which each row would be a release.
CREATE AGGREGATE private_sum(x pg_catalog.float8, lo pg_catalog.float8, hi pg_catalog.float8, epsilon pg_catalog.float8)
  (SFUNC = private_sum_add, STYPE = internal, FINALFUNC = private_sum_final, FINALFUNC_MODIFY = READ_WRITE);
