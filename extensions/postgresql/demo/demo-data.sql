-- Creates the extension and the table of the demo. Each person has at most one row per year.
\set ON_ERROR_STOP on
CREATE EXTENSION indp SCHEMA public;
CREATE ROLE health LOGIN;
GRANT indp_owner TO health;
CREATE ROLE researchers;
CREATE ROLE ada LOGIN IN ROLE researchers;
CREATE ROLE board;
CREATE ROLE bob LOGIN IN ROLE board;
CREATE SCHEMA demo AUTHORIZATION health;
SET ROLE health;
CREATE TABLE demo.hie(
  id pg_catalog.int4 NOT NULL, year pg_catalog.int4 NOT NULL CHECK (year OPERATOR(pg_catalog.>=) 1 AND year OPERATOR(pg_catalog.<=) 5),
  site pg_catalog.int4, plan pg_catalog.int4, coins pg_catalog.float8, income pg_catalog.float8, age pg_catalog.float8, female pg_catalog.int4,
  educdec pg_catalog.float8, hlthg pg_catalog.int4, hlthf pg_catalog.int4, hlthp pg_catalog.int4, disea pg_catalog.float8, mdvis pg_catalog.int4,
  outpdol pg_catalog.float8, inpdol pg_catalog.float8, meddol pg_catalog.float8, UNIQUE (id, year));
