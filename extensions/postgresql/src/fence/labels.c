/* The label `public`, by which the owner of a relation says that its rows tell nothing about
 * private ones: SECURITY LABEL FOR indp ON TABLE t IS 'public'. Fenced readers read no relation of
 * others without it, but for the catalogs that catalogs.c admits and the protected views. What is
 * related to a source is refused in spite of the label. */
#include "fence/fence.h"
#include "total/rules.h"

#include "catalog/dependency.h"
#include "catalog/objectaddress.h"
#include "catalog/pg_class.h"
#include "commands/extension.h"
#include "commands/seclabel.h"
#include "miscadmin.h"
#include "protected/protected.h"
#include "utils/lsyscache.h"
#include "utils/syscache.h"

#define PROVIDER "indp"
#define PUBLIC "public"

static void check_label(const ObjectAddress *object, const char *label)
{
    if (label == NULL)
        return;
    if (object->classId != RelationRelationId || object->objectSubId != 0)
        ereport(ERROR, (errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
                        errmsg("indp: only tables, views and sequences have labels")));
    if (strcmp(label, PUBLIC) != 0)
        ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
                        errmsg("indp: the label is '" PUBLIC "' or NULL, not '%s'", label)));
    if (indppg_is_installed() && indppg_is_related(object->objectId))
        ereport(ERROR,
                (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
                 errmsg("indp: %s cannot be labelled: " INDPPG_RELATED_RULE,
                        get_rel_name(object->objectId)),
                 errhint("SELECT * FROM indp.related('..') shows how it is related to a source")));
}

static bool is_labelled(Oid relation)
{
    ObjectAddress object;
    char *label;
    ObjectAddressSet(object, RelationRelationId, relation);
    label = GetSecurityLabel(&object, PROVIDER);
    return label != NULL && strcmp(label, PUBLIC) == 0;
}

/* The tables of this extension that are meant for readers. The others hold what readers asked, and
 * what they were answered and charged. */
static const char public_tables[] = "policies budgets";

static bool is_of_extension(Oid relation)
{
    Oid extension = getExtensionOfObject(RelationRelationId, relation);
    const char *name = get_rel_name(relation);
    if (!OidIsValid(extension) || name == NULL)
        return false;
    return extension == get_extension_oid("indp", true)
               ? indppg_is_among(name, strlen(name), public_tables)
               : indppg_is_trusted_extension(extension);
}

/* A reader's own, also as another role by SET ROLE, but not in a function of its owner, and not
 * where PostgreSQL works as the owner of a table, as REFRESH and REINDEX do. */
static bool is_own(Oid owner)
{
    return indppg_is_reader(owner) ||
           (owner == GetUserId() && !InLocalUserIdChange() && !InSecurityRestrictedOperation());
}

bool indppg_is_closed(Oid relation)
{
    return !indppg_is_catalog(relation) && !indppg_is_protected_view(relation) &&
           !is_labelled(relation) && !is_own(indppg_owner_of(RELOID, relation)) &&
           !is_of_extension(relation);
}

void indppg_install_labels(void)
{
    register_label_provider(PROVIDER, check_label);
}
