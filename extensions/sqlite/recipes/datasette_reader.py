"""A plugin of Datasette: its database _memory answers declared questions, whoever writes the SQL.

    INDP_PRIVATE=hie.db INDP_LEDGER=hie.ledger datasette serve --memory --plugins-dir FOLDER

FOLDER holds this file. Do not serve hie.db itself, and do not load the extension with
--load-extension alone: that gives strangers the functions of the owner."""

import os

import indp.sqlite
from datasette import hookimpl


@hookimpl
def prepare_connection(conn, database):
    if database == "_memory":
        indp.sqlite.fence(conn, os.environ["INDP_PRIVATE"], os.environ["INDP_LEDGER"])
