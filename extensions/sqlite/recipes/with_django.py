"""A second database of Django, whose connections are readers' connections."""

import tempfile
from pathlib import Path

import django
import indp.sqlite
from attacks import refused
from django.conf import settings
from django.db import connections
from django.db.backends.signals import connection_created
from django.dispatch import receiver
from owner import make

SQLITE = "django.db.backends.sqlite3"

with tempfile.TemporaryDirectory() as folder:
    private, ledger = make(folder)
    settings.configure(
        DATABASES={
            "default": {"ENGINE": SQLITE, "NAME": Path(folder, "site.db")},
            "reader": {"ENGINE": SQLITE, "NAME": ":memory:"},
        }
    )
    django.setup()

    # Django registers functions of its own on each connection. Readers cannot call them.
    @receiver(connection_created)
    def fence(connection, **_):
        if connection.alias == "reader":
            indp.sqlite.fence(connection.connection, private, ledger)

    def run(sql, parameters=()):
        with connections["reader"].cursor() as cursor:
            cursor.execute(sql, parameters)
            return cursor.fetchall()

    rows = run("SELECT * FROM dp_ask(%s, %s)", ["visits_by_site", '{"age": 40}'])
    assert [key for key, _ in rows] == [1, 2], rows
    refused(private, ledger, run)
    refused(private, ledger, lambda _: run("SELECT django_date_extract('year', '2020-01-01')"))
    assert len(run("SELECT * FROM dp_ask('people')")) == 1
    with connections["default"].cursor() as cursor:
        cursor.execute("SELECT 1")
    connections.close_all()
