-- Declares the functions of postgresql_sum.c. Run this file as a superuser:
--     psql -v module=/path/to/private_sum.so -f postgresql_sum.sql
--
-- The state has the type `internal`. So SQL cannot forge, read or store a state, and only a
-- superuser can define another aggregate that uses these functions.
CREATE FUNCTION private_sum_add(pg_catalog.internal, pg_catalog.float8, pg_catalog.float8, pg_catalog.float8, pg_catalog.float8)
  RETURNS pg_catalog.internal AS :'module' LANGUAGE C IMMUTABLE;
CREATE FUNCTION private_sum_final(pg_catalog.internal) RETURNS pg_catalog.float8 AS :'module' LANGUAGE C VOLATILE;

-- READ_WRITE makes PostgreSQL refuse to use the aggregate as a window function, with OVER (...). A
-- window function would release an answer for each row.
CREATE AGGREGATE private_sum(x pg_catalog.float8, lo pg_catalog.float8, hi pg_catalog.float8, epsilon pg_catalog.float8)
  (SFUNC = private_sum_add, STYPE = internal, FINALFUNC = private_sum_final, FINALFUNC_MODIFY = READ_WRITE);
