"""pgAdmin 4: the queries of its browser, of its search and of its completion, which are rendered
from the templates in its package, and those with which it connects. pgAdmin itself does not run. A
query is left out if a superuser cannot ask it with the parameters below. The others the reader
asks, too. Only statistics and the dashboard are refused."""
import ast
import collections
import os
import pathlib
import re

import jinja2
import psycopg
from psycopg import sql

from common import COUNT, check, end, holds
from replay import owner, possible, reader, replay, rows, stays_refused

ROOT = pathlib.Path(os.environ["PGADMIN"])
SERVERS = "browser/server_groups/servers/"
# Templates that read, those of other products, and those whose answers depend on rights that the
# reader lacks without the fence, too.
READS = re.compile(r"(nodes?|properties|count|acl|defacl|stats|coll_stats|coll_table_stats|coll_mview_stats|backend_support|depend|dependents|dependencies|role_dependencies|is_catalog|get|get_[a-z_]+)\.sql")
ABSENT = re.compile(r"ppas|edb|pgagent|pgd_|resource_group|/synonym|/package|tests/|replica_nodes|/directories/|/logs|log_stat|log_format|system_statistics")
RIGHTS = re.compile(r"subscriptions/sql/properties|get_all_tables")
TOOLS = re.compile(r"tools/sqleditor/.*/(get_columns|primary_keys|objectname)\.sql|tools/search_objects/|autocomplete/")
STATISTICS = re.compile(r"stats\.sql$|/dashboard/(?!.*config)")
# The kinds of objects whose lists and properties must have been asked for. Those of extensions and
# languages are one query.
KINDS = ("databases schemas tables views mviews columns check_constraint foreign_key "
         "index_constraint exclusion_constraint indexes triggers rules sequences types functions "
         "roles tablespaces casts extensions languages".split())

version = owner.info.server_version


def one(query):
    return owner.execute(query).fetchone()[0]


def since(path):
    """The version that a template is for."""
    return max((int(match) * 10000 for match in re.findall(r"/(\d+)_plus/", path.as_posix())),
               default=0)


def unversioned(path):
    return re.sub(r"/(\d+_plus|default)/", "/", path.relative_to(ROOT).as_posix())


def newest(paths):
    """The text of each template, by its name without a version: for the newest version that is not
    newer than the server's."""
    fitting = sorted((path for path in paths if since(path) <= version), key=since)
    return {unversioned(path): path.read_text() for path in fitting}


ALL = newest(path for path in sorted(ROOT.rglob("templates/**/*"))
             if path.suffix in (".sql", ".macros", ".macro") and "ppas" not in path.as_posix())
READ = {name: text for name, text in ALL.items() if not ABSENT.search(name)
        and not RIGHTS.search(name) and (name.startswith("dashboard/") or TOOLS.search(name)
                                         or name.startswith(SERVERS)
                                         and READS.fullmatch(name.split("/")[-1]))}


def load(name):
    """Templates include others by their names below a folder `templates`, with a version in # #."""
    wanted = "/templates/" + re.sub(r"#[^/]*#/", "", name)
    return next((text for key, text in ALL.items() if key.endswith(wanted)), None)


environment = jinja2.Environment(loader=jinja2.FunctionLoader(load), extensions=["jinja2.ext.do"])
environment.filters["qtLiteral"] = lambda value, conn, force_quote=False: sql.Literal(value).as_string(owner)
environment.filters["qtIdent"] = lambda conn, *parts: ".".join(sql.Identifier(str(part)).as_string(owner) for part in parts)
environment.filters["qtTypeIdent"] = environment.filters["qtIdent"]
environment.filters["hasAny"] = lambda data, keys: bool(data) and any(data.get(key) for key in keys)
environment.globals["_"] = lambda text: text
environment.globals["gettext"] = lambda text: text

table = one("SELECT 'ada.shift'::regclass::oid")
BY_FOLDER = {  # what an identifier stands for depends on the kind of object
    "views": one("SELECT 'ada.long'::regclass::oid"),
    "mviews": one("SELECT 'ada.teams'::regclass::oid"),
    "sequences": one("SELECT 'ada.ticket'::regclass::oid"),
    "indexes": one("SELECT 'ada.shift_team'::regclass::oid"),
}
PARAMETERS = {
    "conn": owner, "did": one("SELECT oid FROM pg_database WHERE datname = current_database()"),
    "scid": one("SELECT 'ada'::regnamespace::oid"), "tid": table, "oid": table,
    "table_id": table, "tbl_oid": table, "nspname": "ada", "schema": "ada", "schema_name": "ada",
    "table": "shift", "table_name": "shift", "relname": "shift", "name": "shift",
    "vid": BY_FOLDER["views"], "view_id": BY_FOLDER["views"], "seid": BY_FOLDER["sequences"],
    "idx": BY_FOLDER["indexes"], "fnid": one("SELECT 'ada.twice'::regproc::oid"),
    "rid": one("SELECT 'ada'::regrole::oid"), "role_id": one("SELECT 'ada'::regrole::oid"),
    "cid": one("SELECT oid FROM pg_constraint WHERE conname = 'shift_hours_check'"),
    "fkid": one("SELECT oid FROM pg_constraint WHERE conname = 'shift_team_fkey'"),
    "exid": one("SELECT oid FROM pg_constraint WHERE conname = 'shift_during_excl'"),
    "trid": one("SELECT oid FROM pg_trigger WHERE tgname = 'touch'"),
    "tgid": one("SELECT oid FROM pg_trigger WHERE tgname = 'touch'"),
    "rule_id": one("SELECT oid FROM pg_rewrite WHERE rulename = 'quiet'"),
    "obj_id": table, "obj_type": "all", "schema_names": "'ada', 'public'", "search_text": "shift",
    "skip_obj_type": [], "show_node_prefs": collections.defaultdict(lambda: True), "clid": 1,
    "attnum": 1, "datlastsysoid": 16383, "show_system_objects": False, "show_sysobj": False,
    "showsysobj": False, "last_system_oid": 16383, "database": "clinic", "dbname": "clinic",
    "server_version": version, "chart_names": ["session_stats", "tps_stats", "ti_stats", "to_stats",
                                               "bio_stats"], "type": "shift", "tsid": 1663,
    "lan_id": 14, "lid": 14, "eid": 1, "tpid": one("SELECT 'ada.mood'::regtype::oid"),
    "typid": one("SELECT 'ada.mood'::regtype::oid"),
    "foid": 1, "_type": "c", "where_clause": "WHERE dep.objid=%d::oid" % table, "object_id": table,
    "doid": one("SELECT 'information_schema.cardinal_number'::regtype::oid"),
    "constraint_type": "p", "col_data": {}, "data": {},
    "typ": "oid", "catalog": False, "is_system_obj": False, "_": lambda text: text,
    "indoid": BY_FOLDER["indexes"], "inherited_tables": None, "typname": "shift", "scids": None,
    "cols": None,
}


def rendered(text, object_name):
    """The query, or nothing if the template needs other parameters."""
    try:
        return environment.from_string(text).render(PARAMETERS, object_name=object_name).strip()
    except (jinja2.TemplateError, psycopg.Error) as error:
        print(f"not rendered: {error}")
        return ""


def connecting():
    """The queries in the source of pgAdmin's connections."""
    tree = ast.parse((ROOT / "utils/driver/psycopg3/connection.py").read_text())
    texts = (node.value.replace("{0}", "UTF8") for node in ast.walk(tree)
             if isinstance(node, ast.Constant) and isinstance(node.value, str))
    return [text for text in texts if re.match(r"\s*(SELECT|SET)\b", text) and possible(text)]


asked = collections.Counter()
# Some templates for completion have a part for each kind of objects.
for key, text, kind in ((key, text, kind) for key, text in sorted(READ.items())
                        for kind in (["table", "tables", "view", "views"] if "object_name" in text
                                     else [None])):
    query = rendered(text, kind)
    if not query or not possible(query):
        continue
    short = key.replace(SERVERS, "")
    folder = re.search(r"/templates/(.*?)/(?:pg/)?(?:sql/)?(?:pg/)?[^/]*$", key)
    if STATISTICS.search(key):
        stays_refused(short, query, "is refused: ")
        asked["refused"] += 1
    elif key.endswith("/config.sql"):  # superusers see more settings
        holds(short, len(rows(reader, query)) > 100)
    else:
        replay(short, query)
        asked[folder[1].split("/")[-1] + "/" + key.split("/")[-1]] += 1
for kind in KINDS:
    holds(f"{kind} were listed", asked[f"{kind}/nodes.sql"] or asked[f"{kind}/node.sql"]
          or kind in ("extensions", "languages"))
    holds(f"{kind} were described", asked[f"{kind}/properties.sql"])
for tool in ("sqleditor/get_columns.sql", "sqleditor/primary_keys.sql", "search_objects/search.sql",
             "sqlautocomplete/columns.sql", "sqlautocomplete/tableview.sql",
             "sqlautocomplete/functions.sql", "sqlautocomplete/datatypes.sql"):
    holds(f"{tool} was asked for", asked[tool], str(sorted(asked)[-40:]))
holds("statistics were refused", asked["refused"] >= 20)
holds("many queries", sum(asked.values()) > 200, str(sum(asked.values())))

for text in connecting():
    if "pg_stat_gssapi" in text:  # pgAdmin goes on without it
        stays_refused("encryption by GSSAPI", text,
                      "reading pg_stat_gssapi is refused: it is not one of the catalogs that "
                      "readers may read")
        asked["gssapi"] += 1
    else:
        replay(text, text)
        asked["connecting"] += 1
holds("queries of the connection", asked["gssapi"] == 1 and asked["connecting"] >= 4,
      str(asked["connecting"]))
check("a question", rows(reader, COUNT), [(1200,)])
print(f"{sum(asked.values())} queries")
end()
