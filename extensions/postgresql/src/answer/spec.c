/* Converts a Spec to a list of nodes and back. In a plan a Spec must consist of nodes, so that
 * PostgreSQL can copy it. */
#include "answer/answer.h"

#include "nodes/pg_list.h"
#include "protected/protected.h"

enum {
    POLICY,
    VERSION,
    VIEW,
    MAX_EPSILON,
    ROWS,
    PERSON,
    QUERY,
    LOOSE,
    EMPTY,
    KEYS,
    EPSILONS,
    NAMES,
    RELATIONS,
    TYPES,
    LIMITS,
    MIN_EPSILON
};

List *indppg_spec_to_list(const Spec *spec)
{
    List *list = list_make4(indppg_integer(spec->policy), indppg_integer(spec->version),
                            indppg_integer(spec->view), indppg_real(spec->max_epsilon));
    list = lappend(list, indppg_integer(spec->rows));
    list = lappend(list, indppg_integer(spec->person));
    list = lappend(list, spec->query);
    list = lappend(list, spec->loose);
    list = lappend(list, spec->empty);
    list = lappend(list, spec->keys);
    list = lappend(list, spec->epsilons);
    list = lappend(list, spec->names);
    list = lappend(list, spec->relations);
    list = lappend(list, spec->types);
    list = lappend(list, spec->limits);
    return lappend(list, indppg_real(spec->min_epsilon));
}

static int64 integer_of(List *list, int at)
{
    return DatumGetInt64(list_nth_node(Const, list, at)->constvalue);
}

Spec *indppg_spec_of_list(List *list)
{
    Spec *spec = palloc0(sizeof *spec);
    spec->policy = (int32)integer_of(list, POLICY);
    spec->version = (int32)integer_of(list, VERSION);
    spec->view = (Oid)integer_of(list, VIEW);
    spec->max_epsilon = DatumGetFloat8(list_nth_node(Const, list, MAX_EPSILON)->constvalue);
    spec->rows = integer_of(list, ROWS);
    spec->person = (int)integer_of(list, PERSON);
    spec->query = list_nth_node(Query, list, QUERY);
    spec->loose = list_nth_node(Query, list, LOOSE);
    spec->empty = list_nth_node(Query, list, EMPTY);
    spec->keys = list_nth(list, KEYS);
    spec->epsilons = list_nth(list, EPSILONS);
    spec->names = list_nth(list, NAMES);
    spec->relations = list_nth(list, RELATIONS);
    spec->types = list_nth(list, TYPES);
    spec->limits = list_nth(list, LIMITS);
    spec->min_epsilon = DatumGetFloat8(list_nth_node(Const, list, MIN_EPSILON)->constvalue);
    return spec;
}
