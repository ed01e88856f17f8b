/* Tells for indp.explain whether a block has an answer that is kept, or why it has none. */
#include "owner/owner.h"

#include "answer/answer.h"
#include "datums.h"
#include "indp_pg.h"
#include "kept/kept.h"
#include "miscadmin.h"
#include "nodes/pathnodes.h"
#include "nodes/plannodes.h"
#include "optimizer/optimizer.h"
#include "utils/builtins.h"
#include "utils/timestamp.h"

/* The values of the parameters. Stable functions have now the value that they have when the query
 * is asked in this transaction. Returns NULL if one is not known, and says why. */
static ParamListInfo known_parameters(const CustomScan *scan)
{
    int n = list_length(scan->custom_exprs), i = 0;
    ParamListInfo parameters = makeParamList(n + 1);
    PlannerInfo *root = makeNode(PlannerInfo);
    ListCell *cell;
    root->glob = makeNode(PlannerGlobal);
    foreach (cell, scan->custom_exprs) {
        const Const *value = (Const *)estimate_expression_value(root, COPY((Node *)lfirst(cell)));
        ParamExternData *parameter = &parameters->params[i++];
        if (!IsA(value, Const))
            return NULL;
        parameter->ptype = value->consttype;
        parameter->pflags = PARAM_FLAG_CONST;
        parameter->isnull = value->constisnull;
        parameter->value = value->constvalue;
        if (!value->constisnull && value->constlen == -1)
            parameter->value = PointerGetDatum(PG_DETOAST_DATUM_COPY(value->constvalue));
    }
    return parameters;
}

bool indppg_is_kept(const CustomScan *scan, Spec *spec, const char **why)
{
    Charge charge = { .policy = spec->policy,
                      .version = spec->version,
                      .payer = GetUserId(),
                      .reader = GetSessionUserId(),
                      .budget = indppg_budget_name() };
    ParamListInfo parameters = known_parameters(scan);
    Keeping keeping;
    const Question *question;
    TimestampTz until;
    indppg_keeping(&charge, false, &keeping);
    if (keeping.keep == 0) {
        *why = "no: the owner keeps no answers";
        return false;
    }
    if (parameters == NULL) {
        *why = "not known: the question depends on a parameter";
        return false;
    }
    (void)indppg_take_epsilons(spec, parameters);
    question = indppg_question(&charge, &keeping, spec, parameters);
    if (question != NULL && indppg_find_kept(question, spec, NULL, &until)) {
        *why = psprintf("yes, until %s: costs nothing", timestamptz_to_str(until));
        return true;
    }
    if (question == NULL)
        *why = "no: the question is too long";
    else if (!indppg_may_keep())
        *why = "no, and the answer will not be kept, since the transaction is READ ONLY";
    else
        *why = "no: not asked, or too long ago";
    return false;
}
