"""Values of the extension's own types: of each kind of state, and bytes that are almost one. Casts
that only a superuser can make give any bytes the type, as a damaged page would."""
import calls

MAKE = """
CREATE TABLE surface.states(name text PRIMARY KEY, bytes bytea); GRANT SELECT ON surface.states TO PUBLIC;
CREATE FUNCTION surface.bent(bytes bytea, at int, change int) RETURNS bytea LANGUAGE sql AS $$ SELECT CASE change WHEN 0 THEN substr(bytes, 1, at)
  WHEN 1 THEN bytes || substr(bytes, 1, at) WHEN 2 THEN set_byte(bytes, at % greatest(length(bytes), 1), 255) ELSE set_byte(bytes, at % greatest(length(bytes), 1), (get_byte(bytes, at % greatest(length(bytes), 1)) + change) % 256) END $$"""
KINDS = """SELECT p.oid, p.oid::regproc, p.oid::regprocedure, p.prokind, false, false, (SELECT string_agg(format_type(t, NULL), '|' ORDER BY i) FROM unnest(p.proargtypes::oid[]) WITH ORDINALITY a(t, i)),
  array_to_string(p.proargnames, '|', '') FROM pg_proc p JOIN pg_depend d ON d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e' JOIN pg_extension e ON e.oid = d.refobjid
  WHERE e.extname = 'indp' AND p.prokind = 'a' AND p.prorettype = 'dp_state'::regtype ORDER BY p.oid::regprocedure::text"""
# A transition state is what an aggregate without a final function returns.
TRANSITIONS = """SELECT p.oid, p.oid::regproc, p.oid::regprocedure, p.prokind, false, false, (SELECT string_agg(format_type(t, NULL), '|' ORDER BY i) FROM unnest(p.proargtypes[1:]::oid[]) WITH ORDINALITY a(t, i)),
  array_to_string(p.proargnames[2:], '|', '') FROM pg_proc p JOIN pg_depend d ON d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e' JOIN pg_extension e ON e.oid = d.refobjid
  WHERE e.extname = 'indp' AND p.prokind = 'f' AND p.prorettype = 'dp_transition'::regtype AND p.proargtypes[0] = 'dp_transition'::regtype AND p.pronargs > 1 ORDER BY p.oid::regprocedure::text"""


def state(name):
    return "(SELECT bytes::dp_state FROM surface.states WHERE name = '%s')" % name


def transition(name):
    return "(SELECT bytes::text::dp_transition FROM surface.states WHERE name = '%s')" % name


def make(admin):
    """Makes one state of each kind. Returns expressions of them, by type."""
    for sql in MAKE.split('; '):
        reply = admin.ask(sql)
        if reply.error:
            raise SystemExit('surface: %s: %s' % (sql, reply.error))
    own = {'dp_state': [], 'dp_transition': []}
    for row in admin.ask(KINDS).rows:
        function = calls.Function(*row)
        arguments = [one[0] for one in function.choices({})]
        if not admin.ask("INSERT INTO surface.states SELECT '%s', dp_state_send(%s(%s)) FROM "
                         "generate_series(1, 3) i" % (function.identity, function.name,
                                                      ', '.join(arguments))).error:
            own['dp_state'].append(state(function.identity))
    for row in admin.ask(TRANSITIONS).rows:
        function = calls.Function(*row)
        arguments = [one[0] for one in function.choices({})]
        admin.ask('DROP AGGREGATE IF EXISTS surface.raw(%s)' % ', '.join(function.kinds))
        admin.ask("CREATE AGGREGATE surface.raw(%s) (SFUNC = %s, STYPE = dp_transition, INITCOND = "
                  "'')" % (', '.join(function.kinds), function.name))
        if not admin.ask("INSERT INTO surface.states SELECT '%s', "
                         "dp_transition_send(surface.raw(%s)) FROM generate_series(1, 3) i"
                         % (function.identity, ', '.join(arguments))).error:
            own['dp_transition'].append(transition(function.identity))
        admin.ask('DROP AGGREGATE IF EXISTS surface.raw(%s)' % ', '.join(function.kinds))
    if len(own['dp_state']) < 20 or len(own['dp_transition']) < 60:
        raise SystemExit('surface: too few states: %s' % {kind: len(some) for kind,
                                                          some in own.items()})
    return own


def corrupted(functions, own, full, chance):
    """Calls of the functions that take a state, with bytes that are none."""
    for function in functions:
        for at, kind in enumerate(function.kinds):
            if kind not in own:
                continue
            usual = [one[0] for one in function.choices(own)]
            for _ in range(40 if full else 1):
                name = chance.choice(own[kind]).split("name = '")[1].split("'")[0]
                bytes_ = ("(SELECT surface.bent(bytes, %d, %d) FROM surface.states WHERE name = "
                          "'%s')" % (chance.choice([chance.randrange(64), chance.randrange(4000)]),
                                     chance.randrange(8), name))
                for way in ('text::surface.raw_state::dp_state', 'dp_state',
                            'text::dp_state') if kind == 'dp_state' else ('text::surface.raw_transition::dp_transition', 'text::dp_transition'):
                    yield calls.ask(function.identity,
                                    calls.call(function, usual[:at] + ['%s::%s' % (bytes_, way)]
                                               + usual[at + 1:]))
