-- Readers who see released answers and nothing else. Run by the owner of the private table person_year; the
-- role `reader` must exist.
--
-- One release is made once, by the owner, and kept. Whoever reads it a thousand times reads the same noise.
CREATE TABLE answer(
  name text PRIMARY KEY, answer float8 NOT NULL, epsilon float8 NOT NULL, parameters text NOT NULL,
  released_at timestamptz NOT NULL DEFAULT now());

CREATE FUNCTION release_visits(epsilon float8) RETURNS void LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF EXISTS (SELECT FROM answer WHERE name = 'visits') THEN
    RAISE EXCEPTION 'visits were released before: read the table answer';
  END IF;
  INSERT INTO answer(name, answer, epsilon, parameters)
  SELECT 'visits', dp_sum(mdvis, 0, 20, release_visits.epsilon, 5), release_visits.epsilon, 'lo 0, hi 20, rows_per_person 5'
    FROM person_year;
END
$$;

-- It is not SECURITY DEFINER, and nobody else may call it: a caller could ROLLBACK and call it again.
REVOKE EXECUTE ON FUNCTION release_visits(float8) FROM PUBLIC;
REVOKE ALL ON person_year FROM PUBLIC;
REVOKE ALL ON answer FROM PUBLIC;
GRANT SELECT ON answer TO reader;

SELECT release_visits(0.3);
