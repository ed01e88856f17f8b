-- Lets readers see released answers about a private table, and nothing else of that table. The
-- owner of the private table clinic.person_year runs this script. The extension must be in the
-- schema dp, and the role `reader` must exist.
--
-- The owner makes each release once and keeps it. Reading it a thousand times shows the same noise.
--
-- Each name is qualified and each argument has the declared type. Otherwise PostgreSQL could call
-- somebody else's function or aggregate whose argument types fit better, and pass the private values
-- to it.
CREATE TABLE clinic.answer(
  name pg_catalog.text PRIMARY KEY, answer pg_catalog.float8 NOT NULL, epsilon pg_catalog.float8 NOT NULL,
  parameters pg_catalog.text NOT NULL, released_at pg_catalog.timestamptz NOT NULL DEFAULT pg_catalog.now());

CREATE FUNCTION clinic.release_visits(epsilon pg_catalog.float8) RETURNS pg_catalog.void LANGUAGE plpgsql
  SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT FROM clinic.answer WHERE name = 'visits'::text) THEN
    RAISE EXCEPTION 'visits were released before: read the table clinic.answer';
  END IF;
  INSERT INTO clinic.answer(name, answer, epsilon, parameters)
  SELECT 'visits', dp.dp_sum(mdvis::int4, 0::float8, 20::float8, release_visits.epsilon, 5::int8), release_visits.epsilon,
         'lo 0, hi 20, rows_per_person 5'
    FROM clinic.person_year;
END
$$;

-- The function is not SECURITY DEFINER, and only the owner may call it. If others could call it,
-- they could ROLLBACK and call it again.
REVOKE EXECUTE ON FUNCTION clinic.release_visits(pg_catalog.float8) FROM PUBLIC;
REVOKE ALL ON clinic.person_year FROM PUBLIC;
REVOKE ALL ON clinic.answer FROM PUBLIC;
GRANT SELECT ON clinic.answer TO reader;

SELECT clinic.release_visits(0.3::pg_catalog.float8);
