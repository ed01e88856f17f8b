-- The dashboard refreshes 1,000 times. All answers of a panel are the first one.
SET search_path = demo, public;
CREATE TEMP TABLE shown(refresh int, panel int, answer text);
DO $$
BEGIN
  FOR n IN 1 .. 1000 LOOP
    INSERT INTO shown SELECT n, 1, dp_count(DISTINCT id, 0.1) FROM hie_private;
    INSERT INTO shown SELECT n, 2, dp_sum(mdvis, 0.1) FROM hie_private;
    INSERT INTO shown SELECT n, 3, dp_sum(meddol, 0.1) FROM hie_private;
    INSERT INTO shown SELECT n, 4, dp_avg(age, 0.1) FROM hie_private;
    INSERT INTO shown SELECT n, 5, dp_median(meddol, 0.1) FROM hie_private;
    INSERT INTO shown SELECT n, 6, dp_max(mdvis, 0.1) FROM hie_private;
    INSERT INTO shown SELECT n, 7, dp_histogram(age, '{0,20,40,60}', 0.1) FROM hie_private;
    INSERT INTO shown SELECT n, 8, string_agg(site || ':' || persons, ', ' ORDER BY site)
      FROM (SELECT site, dp_count(DISTINCT id, 0.1) AS persons FROM hie_private GROUP BY site) AS s;
  END LOOP;
END $$;
SELECT panel, count(*) AS refreshes, count(DISTINCT answer) AS answers, min(answer) AS answer
  FROM shown GROUP BY panel ORDER BY panel;
SELECT count(*) FILTER (WHERE epsilon > 0) AS charges, sum(epsilon) AS epsilon,
       count(*) FILTER (WHERE epsilon = 0) AS for_nothing FROM indp.ledger('hie');
