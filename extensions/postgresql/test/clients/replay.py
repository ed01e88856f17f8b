"""Replays queries of catalogs: the reader gets as many rows as a superuser, or a refusal."""
import psycopg

from common import check, refused

reader = psycopg.connect("")
owner = psycopg.connect("user=postgres")


def rows(connection, query):
    try:
        return connection.execute(query.encode()).fetchall()
    finally:
        connection.rollback()


def possible(query):
    """Whether a superuser can ask it."""
    try:
        rows(owner, query)
    except psycopg.Error:
        return False
    return True


def replay(name, query):
    expected = len(rows(owner, query))
    try:
        check(name, len(rows(reader, query)), expected)
    except psycopg.Error as error:
        check(name, str(error), "no error")


def stays_refused(name, query, message):
    refused(name, lambda: rows(reader, query), message)
