-- A refusal names its rule, and is decided before any row is read.
SET search_path = demo, public;
SELECT * FROM hie_private LIMIT 1;
SELECT max(meddol) FROM hie_private;
SELECT meddol FROM hie WHERE id = 125024;
SELECT id, dp_sum(meddol) FROM hie_private GROUP BY id;
SELECT dp_count(*) FROM hie_private WHERE mdvis::text = '7';
SELECT dp_sum(meddol, 1.0) FROM hie_private;
-- This query needs more than what is left.
SELECT dp_count(*), dp_sum(mdvis), dp_sum(meddol) FROM hie_private;
