"""pandas: frames from questions and tables, and tables from frames."""
import pandas as pd
import sqlalchemy as sa

from common import COUNT, GROUPS, check, end, refused

engine = sa.create_engine("postgresql+psycopg://")
check("a question", pd.read_sql(COUNT, engine).iloc[0, 0], 1200)
groups = pd.read_sql_query(sa.text(GROUPS), engine, index_col="ward")
check("groups", groups["n"].to_dict(), {"eye": 600, "skin": 600})
frame = pd.DataFrame({"day": pd.date_range("2024-01-01", periods=100), "x": range(100),
                      "name": ["a", None] * 50})
for method in (None, "multi"):
    frame.to_sql("frame", engine, schema="ada", if_exists="replace", index_label="i", method=method)
    check(f"to_sql, {method}", pd.read_sql("SELECT count(*) FROM ada.frame", engine).iloc[0, 0],
          100)
frame.to_sql("frame", engine, schema="ada", if_exists="append", index_label="i")
check("read_sql_table", pd.read_sql_table("frame", engine, schema="ada", index_col="i")["x"].sum(),
      9900)
check("read_sql of a table", len(pd.read_sql("frame", engine)), 200)
check("parts",
      sum(len(part) for part in pd.read_sql("SELECT * FROM ada.frame", engine, chunksize=30)), 200)
check("a join of answers with a frame",
      groups.join(pd.DataFrame({"beds": [4, 5]}, index=["eye", "skin"]))["beds"].tolist(), [4, 5])
refused("the private table", lambda: pd.read_sql_table("visit", engine),
        "reading visit is refused: private rows can be read or inferred from it")
with engine.begin() as conn:
    conn.execute(sa.text("DROP TABLE ada.frame"))
end()
