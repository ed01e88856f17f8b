"""SQLAlchemy 2: reflection by the inspector, and the ORM in the reader's schema."""
import sqlalchemy as sa
from sqlalchemy import orm
from sqlalchemy.engine.reflection import ObjectKind

from common import COUNT, GROUPS, check, end, holds, refused

engine = sa.create_engine("postgresql+psycopg://")


class Base(orm.DeclarativeBase):
    metadata = sa.MetaData(schema="ada")


class Note(Base):
    __tablename__ = "note"
    id: orm.Mapped[int] = orm.mapped_column(primary_key=True)
    text: orm.Mapped[str] = orm.mapped_column(index=True)
    team_id: orm.Mapped[int] # readers define no foreign keys


class Team(Base):
    __tablename__ = "own_team"
    id: orm.Mapped[int] = orm.mapped_column(primary_key=True)
    name: orm.Mapped[str] = orm.mapped_column(unique=True)
    notes: orm.Mapped[list[Note]] = orm.relationship(
        primaryjoin="Team.id == foreign(Note.team_id)")


def names(rows):
    return sorted(row["name"] or "" for row in rows)


def inspect(inspector):
    holds("schemas", {"ada", "public", "indp"} <= set(inspector.get_schema_names()))
    check("tables", sorted(inspector.get_table_names("ada")), ["shift", "team"])
    check("views", inspector.get_view_names("ada"), ["long"])
    check("materialized views", inspector.get_materialized_view_names("ada"), ["teams"])
    holds("a view's definition", "hours > " in inspector.get_view_definition("long", "ada"))
    check("sequences", sorted(inspector.get_sequence_names("ada")),
          ["shift_id_seq", "team_id_seq", "ticket"])
    check("columns", [c["name"] for c in inspector.get_columns("shift", "ada")],
          ["id", "team", "mood", "hours", "during", "tags"])
    check("columns of the protected view",
          [c["name"] for c in inspector.get_columns("visit_private")],
          ["patient", "month", "ward", "cost"])
    check("the primary key", inspector.get_pk_constraint("shift", "ada")["constrained_columns"],
          ["id"])
    check("foreign keys", [k["referred_table"] for k in inspector.get_foreign_keys("shift", "ada")],
          ["team"])
    check("foreign keys of the private table",
          [k["referred_table"] for k in inspector.get_foreign_keys("visit")], ["ward"])
    check("indexes", names(inspector.get_indexes("shift", "ada")),
          ["shift_during_excl", "shift_team"])
    check("unique constraints", names(inspector.get_unique_constraints("team", "ada")),
          ["team_name_key"])
    check("check constraints", names(inspector.get_check_constraints("shift", "ada")),
          ["shift_hours_check"])
    check("a table's comment", inspector.get_table_comment("shift", "ada")["text"],
          "who works when")
    check("a table's options", inspector.get_table_options("shift", "ada"), {})
    check("enums", [e["labels"] for e in inspector.get_enums("ada")], [["calm", "busy"]])
    check("domains", inspector.get_domains("ada"), [])
    holds("an OID", inspector.get_table_oid("shift", "ada") > 0)
    holds("temporary tables", inspector.get_temp_table_names() == [])
    check("all columns", len(inspector.get_multi_columns("ada", kind=ObjectKind.ANY)), 4)


with engine.connect() as conn:
    check("a question", conn.execute(sa.text(COUNT)).scalar(), 1200)
    check("groups", [tuple(r) for r in conn.execute(sa.text(GROUPS))],
          [("eye", 600), ("skin", 600)])
    private = sa.Table("visit_private", sa.MetaData(), autoload_with=conn)
    question = sa.select(private.c.ward, sa.func.dp_count(sa.text("*")),
                         sa.func.dp_sum(private.c.cost)).group_by(private.c.ward)
    check("a question in SQLAlchemy's words", [(r[0], r[1]) for r in conn.execute(question)],
          [("eye", 600), ("skin", 600)])
    inspect(sa.inspect(conn))
    for schema in (None, "ada"):
        metadata = sa.MetaData()
        metadata.reflect(conn, schema=schema, views=True)
        holds(f"reflection of {schema}",
              {None: {"visit_private", "open"}, "ada": {"ada.shift", "ada.long"}}[schema]
              <= set(metadata.tables))
    stream = conn.execution_options(stream_results=True,
                                    yield_per=100).execute(sa.text("SELECT generate_series(1, "
                                                                   "1000)"))
    check("a stream", sum(len(part) for part in stream.partitions()), 1000)

for level in ("READ COMMITTED", "REPEATABLE READ", "AUTOCOMMIT"):
    with engine.connect().execution_options(isolation_level=level) as conn:
        check(f"a question, {level}", conn.execute(sa.text(COUNT)).scalar(), 1200)

Base.metadata.create_all(engine)
with orm.Session(engine) as session:
    session.add(Team(name="east", notes=[Note(text="a"), Note(text="b")]))
    session.add_all(Team(name=f"team {i}") for i in range(50))
    session.commit()
    check("the ORM reads",
          session.scalars(sa.select(Team).where(Team.name == "east")).one().notes[1].text, "b")
    joined = sa.select(sa.func.count()).select_from(Team).join(Team.notes)
    check("a join", session.execute(joined).scalar(), 2)
    team = session.scalars(sa.select(Team).where(Team.name == "east")).one()
    team.name = "west"
    session.flush()
    session.delete(team.notes[0])
    session.commit()
    check("the ORM writes", session.scalar(sa.select(sa.func.count()).select_from(Note)), 1)
    private = sa.Table("visit", sa.MetaData(), autoload_with=engine)
    refused("the private table", lambda: session.execute(sa.select(private)).all(),
            "reading visit is refused: private rows can be read or inferred from it")
Base.metadata.drop_all(engine)
end()
