-- Tells the server about postgresql_sum.c, as a superuser: psql -v module=/path/to/private_sum.so -f postgresql_sum.sql
--
-- The state is `internal`: no SQL can make one up, look at one or keep one, and nobody but a superuser can make another aggregate
-- out of these functions.
CREATE FUNCTION private_sum_add(pg_catalog.internal, pg_catalog.float8, pg_catalog.float8, pg_catalog.float8, pg_catalog.float8)
  RETURNS pg_catalog.internal AS :'module' LANGUAGE C IMMUTABLE;
CREATE FUNCTION private_sum_final(pg_catalog.internal) RETURNS pg_catalog.float8 AS :'module' LANGUAGE C VOLATILE;

-- READ_WRITE: the final function draws noise, so PostgreSQL refuses OVER (...), where each row would be a release.
CREATE AGGREGATE private_sum(x pg_catalog.float8, lo pg_catalog.float8, hi pg_catalog.float8, epsilon pg_catalog.float8)
  (SFUNC = private_sum_add, STYPE = internal, FINALFUNC = private_sum_final, FINALFUNC_MODIFY = READ_WRITE);
