/* Declares the answers that are kept (Claim B8, "Answers kept"). If the owner says so, the answer
 * of a block is stored when it was charged, and the same question gets it again for nothing.
 *
 * question.c  makes the key of a question
 * store.c     finds an answer in indp.answers, and adds one
 * encode.c    converts answers to bytes and back
 * list.c      returns the rows of indp.kept
 *
 * What is given again was released before: that is post-processing, whatever the key says. Whether
 * there is an answer depends on earlier questions, the clock and the policy alone. */
#ifndef INDPPG_KEPT_H
#define INDPPG_KEPT_H

#include "answer/answer.h"

#include "access/htup.h"
#include "datatype/timestamp.h"
#include "ledger/ledger.h"
#include "storage/lockdefs.h"
#include "utils/relcache.h"

/* The statement asks something that may have been answered before. */
typedef struct Question {
    int32 policy, version, budget;
    Oid reader;
    int64 keep; /* microseconds */
    const char *text;
    int length;
    int64 hash;
} Question;

/* question.c. NULL if answers to it are not kept. `parameters` are those with which it is
 * answered. */
extern Question *indppg_question(const Charge *charge, const Keeping *keeping, const Spec *spec,
                                 ParamListInfo parameters);

/* store.c. `until` is when an answer that was found will be too old. */
extern bool indppg_find_kept(const Question *question, const Spec *spec, Answers *answers,
                             TimestampTz *until);
extern bool indppg_may_keep(void);
extern void indppg_keep(const Question *question, const Charge *charge, const Spec *spec,
                        const Answers *answers);

/* encode.c. Encoding returns NULL if there are too many bytes. Decoding leaves the keys, and
 * returns false if the bytes are those of another question. */
extern bytea *indppg_encode(const Spec *spec, const Answers *answers);
extern bool indppg_decode(const Spec *spec, const bytea *bytes, Answers *answers);

/* The columns of indp.answers. */
enum {
    KEPT_AT = 1,
    KEPT_POLICY,
    KEPT_VERSION,
    KEPT_BUDGET,
    KEPT_READER,
    KEPT_NAME,
    KEPT_HASH,
    KEPT_QUESTION,
    KEPT_ANSWER,
    KEPT_QUERY,
    KEPT_COLUMNS = KEPT_QUERY
};
extern Relation indppg_open_kept(LOCKMODE mode);
extern Datum indppg_kept_column(Relation answers, HeapTuple row, int number, Oid type);
extern bool indppg_is_young(TimestampTz at, TimestampTz now, int64 keep);

#endif
