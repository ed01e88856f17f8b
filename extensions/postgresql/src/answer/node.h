/* Declares the state of the custom scan. */
#ifndef INDPPG_NODE_H
#define INDPPG_NODE_H

#include "answer/answer.h"

#include "nodes/plannodes.h"

extern Node *indppg_create_node(CustomScan *scan);

#endif
