"""Reads every column of every relation, in the order in which the rows lie there: catalogs, views,
the ledger, the protected table itself, and the columns that each table has besides its own."""

HIDDEN = ['tableoid', 'ctid', 'xmin', 'xmax', 'cmin', 'cmax']


def list_all(admin):
    """Returns (name, kind, columns) of all relations but indexes and other sessions' own."""
    reply = admin.ask("SELECT n.nspname || '.' || quote_ident(c.relname), c.relkind, "
                      "string_agg(quote_ident(a.attname), '|' ORDER BY a.attnum) FROM pg_class c "
                      "JOIN pg_namespace n ON n.oid = c.relnamespace JOIN pg_attribute a ON "
                      "a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped "
                      "WHERE c.relkind IN ('r', 'v', 'm', 'p', 'S', 't') AND n.nspname !~ "
                      "'^pg_temp|^pg_toast_temp' AND (c.relkind <> 't' OR c.oid IN (SELECT "
                      "reltoastrelid FROM pg_class WHERE relname = 'visit')) "
                      "AND NOT n.nspname IN ('fenced', 'watcher') GROUP BY n.nspname, c.relname, "
                      "c.relkind ORDER BY 1")
    return [(name, kind, columns.split('|')) for name, kind, columns in reply.rows]


def observe(session, book, relations):
    statements = []
    for name, kind, columns in relations:
        has_hidden = kind in 'rmptS'
        statements.append((name, 'SELECT %s* FROM %s' % ('ctid, tableoid, ' if has_hidden
                                                         and kind != 'p' else '', name)))
        statements.append((name + ' whole', 'SELECT r FROM %s r LIMIT 1' % name))
        for column in HIDDEN[2:] if has_hidden else []:
            statements.append(('%s %s' % (name, column), 'SELECT %s FROM %s' % (column, name)))
    refused = []
    for (name, _), reply in zip(statements, session.ask_all([sql for _, sql in statements], 10)):
        book.add_cells('relation ' + name, reply)
        if reply.error:
            refused.append(name)
    # Where not all columns may be read, perhaps some may.
    single = [('%s.%s' % (name, column), 'SELECT %s FROM %s' % (column, name)) for name, kind,
              columns in relations if name in refused for column in columns]
    for (name, _), reply in zip(single, session.ask_all([sql for _, sql in single], 10)):
        book.add('relation ' + name, reply.brief())
    return len(statements) + len(single)
