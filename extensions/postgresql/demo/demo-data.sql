-- Creates the extension and the table of the demo. The extension has its own schema, in which
-- nobody else may create anything, so that no other function is called instead of one of its
-- functions.
\set ON_ERROR_STOP on
CREATE SCHEMA dp;
CREATE EXTENSION indp SCHEMA dp;
CREATE SCHEMA demo;
CREATE TABLE demo.person_year(
  zper int, year int, site int, plan int, coins float8, income float8, xage float8, female int, educdec float8,
  hlthg int, hlthf int, hlthp int, disea float8, mdvis int, outpdol float8, inpdol float8, meddol float8);
