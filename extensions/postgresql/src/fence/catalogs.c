/* The catalogs and views of PostgreSQL that a fenced session may read, and the columns of the
 * catalogs. A column that is not admitted is NULL: some count rows, pages or transactions, and
 * those of new versions are unknown. The columns of a view are what its definition makes of columns
 * of catalogs and of functions. Other relations of pg_catalog are refused. test/cases/75-fence.sh
 * compares the columns with the catalog of each version from 13 to 19. */
#include "fence/fence.h"

#include "access/sysattr.h"
#include "catalog/namespace.h"
#include "catalog/pg_class.h"
#include "catalog/pg_largeobject_metadata.h"
#include "catalog/pg_namespace.h"
#include "commands/sequence.h"
#include "total/rules.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"

static const char views[] =
    "pg_available_extension_versions pg_available_extensions pg_cursors pg_group pg_indexes "
    "pg_matviews pg_policies pg_prepared_statements pg_publication_tables pg_roles pg_rules "
    "pg_seclabels pg_sequences pg_settings pg_shadow pg_tables pg_timezone_abbrevs "
    "pg_timezone_names pg_user pg_user_mappings pg_views";

typedef struct Catalog {
    const char *name, *admitted, *masked;
} Catalog;

/* pg_attribute.attoptions: security releases of 2026 store the position in the write-ahead log
 * there. */
static const Catalog catalogs[] = {
    { "pg_aggregate",
      "aggfnoid aggkind aggnumdirectargs aggtransfn aggfinalfn aggcombinefn aggserialfn "
      "aggdeserialfn aggmtransfn aggminvtransfn aggmfinalfn aggfinalextra "
      "aggmfinalextra aggfinalmodify aggmfinalmodify aggsortop aggtranstype "
      "aggtransspace aggmtranstype aggmtransspace agginitval aggminitval",
      NULL },
    { "pg_am", "oid amname amhandler amtype", NULL },
    { "pg_amop",
      "oid amopfamily amoplefttype amoprighttype amopstrategy amoppurpose amopopr "
      "amopmethod amopsortfamily",
      NULL },
    { "pg_amproc", "oid amprocfamily amproclefttype amprocrighttype amprocnum amproc", NULL },
    { "pg_attrdef", "oid adrelid adnum adbin", NULL },
    { "pg_attribute",
      "attrelid attname atttypid attstattarget attlen attnum attndims attcacheoff "
      "atttypmod attbyval attstorage attalign attnotnull atthasdef atthasmissing "
      "attidentity attgenerated attisdropped attislocal attinhcount attcollation attacl "
      "attfdwoptions attcompression",
      "attmissingval attoptions" },
    { "pg_auth_members", "roleid member grantor admin_option oid inherit_option set_option", NULL },
    { "pg_authid",
      "oid rolname rolsuper rolinherit rolcreaterole rolcreatedb rolcanlogin "
      "rolreplication rolbypassrls rolconnlimit rolpassword rolvaliduntil",
      NULL },
    { "pg_cast", "oid castsource casttarget castfunc castcontext castmethod", NULL },
    { "pg_class",
      "oid relname relnamespace reltype reloftype relowner relam reltablespace "
      "reltoastrelid relhasindex relisshared relpersistence relkind relnatts relchecks "
      "relhasrules relhastriggers relhassubclass relrowsecurity relforcerowsecurity "
      "relispopulated relreplident relispartition relrewrite relacl reloptions "
      "relpartbound",
      "reltuples relpages relallvisible relallfrozen relfrozenxid relminmxid relfilenode" },
    { "pg_collation",
      "oid collname collnamespace collowner collprovider collisdeterministic "
      "collencoding collcollate collctype collversion colliculocale collicurules "
      "colllocale",
      NULL },
    { "pg_constraint",
      "oid conname connamespace contype condeferrable condeferred convalidated conrelid "
      "contypid conindid conparentid confrelid confupdtype confdeltype confmatchtype "
      "conislocal coninhcount connoinherit conkey confkey conpfeqop conppeqop conffeqop "
      "conexclop conbin confdelsetcols conenforced conperiod",
      NULL },
    { "pg_conversion",
      "oid conname connamespace conowner conforencoding contoencoding conproc "
      "condefault",
      NULL },
    { "pg_database",
      "oid datname datdba encoding datcollate datctype datistemplate datallowconn "
      "datconnlimit datlastsysoid dattablespace datacl datlocprovider daticulocale "
      "datcollversion daticurules dathasloginevt datlocale",
      "datfrozenxid datminmxid" },
    { "pg_db_role_setting", "setdatabase setrole setconfig", NULL },
    { "pg_default_acl", "oid defaclrole defaclnamespace defaclobjtype defaclacl", NULL },
    { "pg_depend", "classid objid objsubid refclassid refobjid refobjsubid deptype", NULL },
    { "pg_description", "objoid classoid objsubid description", NULL },
    { "pg_enum", "oid enumtypid enumsortorder enumlabel", NULL },
    { "pg_event_trigger", "oid evtname evtevent evtowner evtfoid evtenabled evttags", NULL },
    { "pg_extension",
      "oid extname extowner extnamespace extrelocatable extversion extconfig "
      "extcondition",
      NULL },
    { "pg_foreign_data_wrapper",
      "oid fdwname fdwowner fdwhandler fdwvalidator fdwacl fdwoptions fdwconnection", NULL },
    { "pg_foreign_server", "oid srvname srvowner srvfdw srvtype srvversion srvacl srvoptions",
      NULL },
    { "pg_foreign_table", "ftrelid ftserver ftoptions", NULL },
    { "pg_index",
      "indexrelid indrelid indnatts indnkeyatts indisunique indisprimary indisexclusion "
      "indimmediate indisclustered indisvalid indisready indislive indisreplident "
      "indkey indcollation indclass indoption indexprs indpred indnullsnotdistinct",
      "indcheckxmin" },
    { "pg_inherits", "inhrelid inhparent inhseqno inhdetachpending", NULL },
    { "pg_init_privs", "objoid classoid objsubid privtype initprivs", NULL },
    { "pg_language",
      "oid lanname lanowner lanispl lanpltrusted lanplcallfoid laninline lanvalidator "
      "lanacl",
      NULL },
    { "pg_namespace", "oid nspname nspowner nspacl", NULL },
    { "pg_opclass",
      "oid opcmethod opcname opcnamespace opcowner opcfamily opcintype opcdefault "
      "opckeytype",
      NULL },
    { "pg_operator",
      "oid oprname oprnamespace oprowner oprkind oprcanmerge oprcanhash oprleft "
      "oprright oprresult oprcom oprnegate oprcode oprrest oprjoin",
      NULL },
    { "pg_opfamily", "oid opfmethod opfname opfnamespace opfowner", NULL },
    { "pg_parameter_acl", "oid parname paracl", NULL },
    { "pg_partitioned_table",
      "partrelid partstrat partnatts partdefid partattrs partclass partcollation "
      "partexprs",
      NULL },
    { "pg_policy", "oid polname polrelid polcmd polpermissive polroles polqual polwithcheck",
      NULL },
    { "pg_proc",
      "oid proname pronamespace proowner prolang procost prorows provariadic prosupport "
      "prokind prosecdef proleakproof proisstrict proretset provolatile proparallel "
      "pronargs pronargdefaults prorettype proargtypes proallargtypes proargmodes "
      "proargnames proargdefaults protrftypes prosrc probin proconfig proacl prosqlbody",
      NULL },
    { "pg_publication",
      "oid pubname pubowner puballtables pubinsert pubupdate pubdelete pubtruncate "
      "pubviaroot pubgencols puballsequences",
      NULL },
    { "pg_publication_namespace", "oid pnpubid pnnspid", NULL },
    { "pg_publication_rel", "oid prpubid prrelid prqual prattrs prexcept", NULL },
    { "pg_range",
      "rngtypid rngsubtype rngcollation rngsubopc rngcanonical rngsubdiff rngmultitypid "
      "rngconstruct2 rngconstruct3 rngmltconstruct0 rngmltconstruct1 rngmltconstruct2",
      NULL },
    { "pg_rewrite", "oid rulename ev_class ev_type ev_enabled is_instead ev_qual ev_action", NULL },
    { "pg_seclabel", "objoid classoid objsubid provider label", NULL },
    { "pg_sequence", "seqrelid seqtypid seqstart seqincrement seqmax seqmin seqcache seqcycle",
      NULL },
    { "pg_shdepend", "dbid classid objid objsubid refclassid refobjid deptype", NULL },
    { "pg_shdescription", "objoid classoid description", NULL },
    { "pg_shseclabel", "objoid classoid provider label", NULL },
    { "pg_statistic_ext",
      "oid stxrelid stxname stxnamespace stxowner stxstattarget stxkeys stxkind "
      "stxexprs",
      NULL },
    { "pg_subscription",
      "oid subdbid subname subowner subenabled subconninfo subslotname subsynccommit "
      "subpublications subbinary substream subtwophasestate subdisableonerr "
      "subpasswordrequired subrunasowner suborigin subfailover subretaindeadtuples "
      "submaxretention subserver subwalrcvtimeout",
      "subskiplsn subretentionactive" },
    { "pg_tablespace", "oid spcname spcowner spcacl spcoptions", NULL },
    { "pg_transform", "oid trftype trflang trffromsql trftosql", NULL },
    { "pg_trigger",
      "oid tgrelid tgparentid tgname tgfoid tgtype tgenabled tgisinternal tgconstrrelid "
      "tgconstrindid tgconstraint tgdeferrable tginitdeferred tgnargs tgattr tgargs "
      "tgqual tgoldtable tgnewtable",
      NULL },
    { "pg_ts_config", "oid cfgname cfgnamespace cfgowner cfgparser", NULL },
    { "pg_ts_config_map", "mapcfg maptokentype mapseqno mapdict", NULL },
    { "pg_ts_dict", "oid dictname dictnamespace dictowner dicttemplate dictinitoption", NULL },
    { "pg_ts_parser", "oid prsname prsnamespace prsstart prstoken prsend prsheadline prslextype",
      NULL },
    { "pg_ts_template", "oid tmplname tmplnamespace tmplinit tmpllexize", NULL },
    { "pg_type",
      "oid typname typnamespace typowner typlen typbyval typtype typcategory "
      "typispreferred typisdefined typdelim typrelid typelem typarray typinput "
      "typoutput typreceive typsend typmodin typmodout typanalyze typalign typstorage "
      "typnotnull typbasetype typtypmod typndims typcollation typdefaultbin typdefault "
      "typacl typsubscript",
      NULL },
    { "pg_user_mapping", "oid umuser umserver umoptions", NULL },
};

/* Large objects are rows of others. But pg_seclabels joins them, and pgAdmin reads pg_seclabels
 * with each table. */
bool indppg_is_emptied(Oid relation)
{
    return relation == LargeObjectMetadataRelationId;
}

bool indppg_counts_transactions(AttrNumber column)
{
    return column == MinTransactionIdAttributeNumber || column == MaxTransactionIdAttributeNumber ||
           column == MinCommandIdAttributeNumber || column == MaxCommandIdAttributeNumber;
}

bool indppg_is_catalog(Oid relation)
{
    Oid schema = get_rel_namespace(relation);
    return schema == PG_CATALOG_NAMESPACE || schema == PG_TOAST_NAMESPACE ||
           schema == get_namespace_oid("information_schema", true);
}

static const Catalog *find(Oid relation)
{
    const char *name =
        get_rel_namespace(relation) == PG_CATALOG_NAMESPACE ? get_rel_name(relation) : NULL;
    for (int i = 0; name != NULL && i < (int)lengthof(catalogs); i++)
        if (strcmp(catalogs[i].name, name) == 0)
            return &catalogs[i];
    return NULL;
}

/* The entry of a catalog, or NULL. Catalogs keep their names, so the last answers are kept. */
static const Catalog *entry_of(Oid relation)
{
    static struct {
        Oid relation;
        const Catalog *entry;
    } last[64];
    int i = (int)(relation % lengthof(last));
    if (last[i].relation != relation) {
        last[i].entry = find(relation);
        last[i].relation = last[i].entry == NULL ? InvalidOid : relation;
    }
    return last[i].entry;
}

static bool is_among(const char *name, const char *names)
{
    return names != NULL && indppg_is_among(name, strlen(name), names);
}

/* log_cnt of a sequence tells when a checkpoint began, and so how much was written. */
bool indppg_is_masked(Oid relation, AttrNumber column)
{
    const Catalog *entry;
    const char *name;
    if (indppg_counts_transactions(column))
        return indppg_is_catalog(relation);
    entry = column > 0 ? entry_of(relation) : NULL;
    if (entry == NULL)
        return column == SEQ_COL_LOG && get_rel_relkind(relation) == RELKIND_SEQUENCE;
    name = get_attname(relation, column, true);
    return name == NULL || !is_among(name, entry->admitted);
}

bool indppg_has_masked(Oid relation)
{
    if (entry_of(relation) != NULL || get_rel_relkind(relation) == RELKIND_SEQUENCE)
        for (AttrNumber column = 1; get_attname(relation, column, true) != NULL; column++)
            if (indppg_is_masked(relation, column))
                return true;
    return false;
}

bool indppg_is_admitted_catalog(Oid relation)
{
    Oid schema = get_rel_namespace(relation);
    const char *name = get_rel_name(relation);
    if (name == NULL)
        return false;
    if (schema == PG_CATALOG_NAMESPACE)
        return entry_of(relation) != NULL || is_among(name, views);
    return schema == get_namespace_oid("information_schema", true);
}

PG_FUNCTION_INFO_V1(dp_column_verdict);

/* 'admitted', 'masked', or NULL for a column of a catalog that is on no list. */
Datum dp_column_verdict(PG_FUNCTION_ARGS)
{
    Oid relation = PG_GETARG_OID(0);
    const char *name = get_attname(relation, PG_GETARG_INT16(1), true);
    const Catalog *entry = entry_of(relation);
    if (name == NULL || entry == NULL)
        PG_RETURN_NULL();
    if (is_among(name, entry->admitted))
        return CStringGetTextDatum("admitted");
    if (is_among(name, entry->masked))
        return CStringGetTextDatum("masked");
    PG_RETURN_NULL();
}
