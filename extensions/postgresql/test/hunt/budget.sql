-- Opens the budgets, with all leaks accepted, as the control needs it.
SELECT indp.accept(t, leak) FROM unnest('{visit,stay,parts}'::regclass[]) t, LATERAL (SELECT DISTINCT leak FROM indp.check(t) WHERE NOT accepted) l;
SELECT indp.budget(t, 'readers', 1e39) FROM unnest('{visit,stay,parts}'::regclass[]) t;
