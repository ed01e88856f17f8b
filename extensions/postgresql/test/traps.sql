-- Makes traps: functions, operators and domains in the schema public that have the names of those
-- that the scripts of the extension call, and raise an error. The variable `called` has the names of
-- the functions, separated by commas.
SELECT set_config('traps.called', :'called', false) IS NULL AS none \gset
CREATE FUNCTION public.trap() RETURNS void LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'a stranger was called by %', current_user; END $$;
SET search_path = pg_catalog;
DO $do$ DECLARE few text[] := '{text,integer,double precision,numeric,name}'; f text; types text[] := '{text,integer,bigint,double precision,numeric,name,oid,boolean,regclass}'; a text; b text; c text; o text; body text;
  BEGIN body := $$ LANGUAGE plpgsql AS 'BEGIN PERFORM public.trap(); END'$$;
  -- Makes traps for every name, with 0 to 3 arguments of all types. Also makes traps for longer
  -- calls of aggregates, with integers and fractions.
  FOR f IN SELECT n FROM unnest(string_to_array(current_setting('traps.called'), ',')) n WHERE n !~ '^(trap|values|create|in|as|any|array|indp_version|dp_.*_error)$' LOOP
    -- No trap has the arguments of a short form of an aggregate. Such a trap would stand where
    -- the extension creates its own function, and CREATE EXTENSION would fail.
    IF f !~ '^dp_' THEN
      EXECUTE format('CREATE OR REPLACE FUNCTION public.%I() RETURNS text', f) || body;
    END IF;
    FOREACH a IN ARRAY types LOOP
      IF f !~ '^dp_' THEN
        EXECUTE format('CREATE OR REPLACE FUNCTION public.%I(%s) RETURNS %2$s', f, a) || body;
      END IF;
      FOREACH b IN ARRAY types LOOP
        IF f !~ '^dp_' THEN
          EXECUTE format('CREATE OR REPLACE FUNCTION public.%I(%s, %s) RETURNS text', f, a, b) || body;
        END IF;
        IF f ~ '^(format|concat|dp_|btrim|rtrim|repeat|to_char|set_config|split_part|round|greatest|least)' THEN
          CONTINUE WHEN NOT ARRAY[a, b] <@ few;
          FOREACH c IN ARRAY few LOOP
            CONTINUE WHEN f ~ '^dp_' AND c = 'double precision'; -- such a trap may be the function itself, so CREATE EXTENSION would fail
            EXECUTE format('CREATE OR REPLACE FUNCTION public.%I(%s, %s, %s) RETURNS text', f, a, b, c) || body;
          END LOOP;
        END IF;
      END LOOP;
      IF f ~ '^(dp_|format)' THEN
        FOREACH b IN ARRAY '{integer,numeric,double precision}'::text[] LOOP FOREACH c IN ARRAY '{integer,bigint}'::text[] LOOP
          EXECUTE format('CREATE OR REPLACE FUNCTION public.%I(%s, integer, integer, %s) RETURNS double precision', f, a, b) || body;
          EXECUTE format('CREATE OR REPLACE FUNCTION public.%I(%s, integer, integer, %s, %s) RETURNS double precision', f, a, b, c) || body;
          EXECUTE format('CREATE OR REPLACE FUNCTION public.%I(%s, numeric, integer, integer, %s, %s) RETURNS double precision', f, a, b, c) || body;
          EXIT WHEN f = 'format';
        END LOOP; EXIT WHEN f = 'format'; END LOOP;
      END IF;
    END LOOP;
  END LOOP;
  -- Makes trap operators for pairs of types for which the catalog has no operator.
  FOREACH o IN ARRAY '{=,<>,<,>,<=,>=,+,-,*,/,%,||,~,!~}'::text[] LOOP FOREACH a IN ARRAY types LOOP FOREACH b IN ARRAY types LOOP
    IF a <> b OR o IN ('||', '%', '~') THEN
      EXECUTE format('CREATE OR REPLACE FUNCTION public.trapped(%s, %s) RETURNS %s', a, b, CASE WHEN o ~ '[=<>~]' THEN 'boolean' ELSE 'text' END) || body;
      EXECUTE format('CREATE OPERATOR public.%s (FUNCTION = public.trapped, LEFTARG = %s, RIGHTARG = %s)', o, a, b);
      EXECUTE format('ALTER FUNCTION public.trapped(%s, %s) RENAME TO %I', a, b, format('trapped_%s', md5(o || a || b)));
    END IF;
  END LOOP; END LOOP; END LOOP;
  FOREACH a IN ARRAY '{float8,int4,int8,text,timestamptz,bytea,record,regclass,regprocedure,cstring,internal}'::text[] LOOP EXECUTE format('CREATE DOMAIN public.%I AS pg_catalog.int2', a); END LOOP;
END $do$;
