/* Converts dp_state and dp_transition to and from text, binary and bytea. All input is checked here
 * and in state.c. A value of either type is therefore valid, and rows need no further check.
 *
 * A dp_state is the library's serialised state. It has no bytes if it is the merge of no states.
 * The bytes of a dp_transition are, in little-endian order:
 *
 *   0         owner, without OWNER_RELEASED, since a released transition is never sent
 *   1 to 11   zero, since neither a buffer nor an answer is sent
 *   12 to 19  epsilon
 *   20 to 27  lo
 *   28 to 35  hi
 *   36 to 43  rows_per_person
 *   44 to 51  q
 *   52 to 59  the number of candidates of a quantile
 *   from 60   the library's serialised state; nothing if the owner is OWNER_NONE
 *
 * As text, both types are \x and hexadecimal digits. */
#include "indp_pg.h"

#include "hex.h"
#include "libpq/pqformat.h"

/* The offset of the 8-byte words of a Transition. They end where the library's state begins. */
#define WORDS_AT 8

/* Swaps the words of a transition between this machine's order and little-endian. */
static void swap_words(Transition *transition)
{
#ifdef WORDS_BIGENDIAN
    unsigned char *bytes = (unsigned char *)transition;
    for (Size at = WORDS_AT; at < TRANSITION_HEAD; at += 8)
        for (Size i = 0; i < 4; i++) {
            unsigned char byte = bytes[at + i];
            bytes[at + i] = bytes[at + 7 - i];
            bytes[at + 7 - i] = byte;
        }
#else
    (void)transition;
#endif
}

/* Whether the library's state in this transition state has a kind that the owner accepts. dp_merge
 * accepts all kinds. */
static bool may_own(Owner owner, const Transition *transition)
{
    const Kind *kind = indppg_kind_of_id(owner / 2);
    int32_t code;
    if (owner == OWNER_MERGE)
        return true;
    return !(owner & OWNER_RELEASED) && kind != NULL &&
           indp_state_kind(transition->state, &code) == INDP_OK && code == kind->of->code &&
           (!is_mode(kind) || indppg_labels_fit(transition->state, kind->value));
}

static Transition *check_transition(const bytea *bytes, int code)
{
    static const indpx_parameters none;
    Size length = VARSIZE(bytes);
    Transition *transition = NULL, *head = palloc0(TRANSITION_HEAD);
    if (length >= TRANSITION_HEAD) {
        memcpy(head, bytes, TRANSITION_HEAD);
        swap_words(head);
        if (head->owner != OWNER_NONE)
            transition =
                indppg_deserialise(head->owner, (const unsigned char *)bytes + TRANSITION_HEAD,
                                   length - TRANSITION_HEAD);
        else if (length == TRANSITION_HEAD && memcmp(&head->parameters, &none, sizeof none) == 0)
            transition = indppg_new_transition(OWNER_NONE, 0);
    }
    if (transition == NULL || head->zero || head->buffer || head->room != 0 ||
        head->answer.integer != 0 ||
        (head->owner != OWNER_NONE && !may_own(head->owner, transition)))
        indppg_fail_bytes("dp_transition", code);
    transition->parameters = head->parameters;
    return transition;
}

/* Serialises a transition state, after adding the numbers of its buffer to the state. */
static bytea *transition_to_bytes(Datum value)
{
    Transition *transition = (Transition *)PG_DETOAST_DATUM_COPY(value);
    bool none = transition->owner == OWNER_NONE;
    indp_status status;
    bytea *state;
    Size length;
    Transition *out;
    if (transition->owner & OWNER_RELEASED)
        indppg_fail_owner();
    status = none ? INDP_OK : indppg_flush(transition);
    if (status != INDP_OK)
        indppg_fail_status("dp_transition", status);
    state = none ? NULL : indppg_state_to_bytes(transition->state);
    length = none ? 0 : VARSIZE(state) - VARHDRSZ;
    out = palloc(TRANSITION_HEAD + length);
    memcpy(out, transition, TRANSITION_HEAD);
    out->buffer = 0;
    out->room = 0;
    SET_VARSIZE(out, TRANSITION_HEAD + length);
    if (length > 0)
        memcpy(out->state, VARDATA(state), length);
    swap_words(out);
    return (bytea *)out;
}

/* Converts text to bytes. PostgreSQL's byteain is not used, because its messages would show the
 * text. */
static bytea *from_text(const char *text, const char *type)
{
    Size digits = strlen(text);
    bytea *out;
    if (digits < 2 || digits % 2 != 0 || text[0] != '\\' || text[1] != 'x')
        indppg_fail_bytes(type, ERRCODE_INVALID_TEXT_REPRESENTATION);
    text += 2;
    digits -= 2;
    out = palloc(VARHDRSZ + digits / 2);
    SET_VARSIZE(out, VARHDRSZ + digits / 2);
    if (!indpx_hex_read(text, digits / 2, (unsigned char *)VARDATA(out)))
        indppg_fail_bytes(type, ERRCODE_INVALID_TEXT_REPRESENTATION);
    return out;
}

static char *to_text(const bytea *bytes)
{
    Size length = VARSIZE_ANY_EXHDR(bytes);
    char *out = palloc(2 * length + 3);
    out[0] = '\\';
    out[1] = 'x';
    indpx_hex_write((const unsigned char *)VARDATA_ANY(bytes), length, out + 2);
    out[2 * length + 2] = '\0';
    return out;
}

static bytea *from_message(StringInfo message)
{
    int length = message->len - message->cursor;
    bytea *out = palloc(VARHDRSZ + length);
    SET_VARSIZE(out, VARHDRSZ + length);
    pq_copymsgbytes(message, VARDATA(out), length);
    return out;
}

PG_FUNCTION_INFO_V1(dp_state_in);
PG_FUNCTION_INFO_V1(dp_state_out);
PG_FUNCTION_INFO_V1(dp_state_recv);
PG_FUNCTION_INFO_V1(dp_state_send);
PG_FUNCTION_INFO_V1(dp_state_of_bytea);
PG_FUNCTION_INFO_V1(dp_transition_in);
PG_FUNCTION_INFO_V1(dp_transition_out);
PG_FUNCTION_INFO_V1(dp_transition_recv);
PG_FUNCTION_INFO_V1(dp_transition_send);

Datum dp_state_in(PG_FUNCTION_ARGS)
{
    bytea *bytes = from_text(PG_GETARG_CSTRING(0), "dp_state");
    PG_RETURN_BYTEA_P(indppg_check_state(bytes, ERRCODE_INVALID_TEXT_REPRESENTATION));
}

Datum dp_state_out(PG_FUNCTION_ARGS)
{
    PG_RETURN_CSTRING(to_text(PG_GETARG_BYTEA_PP(0)));
}

Datum dp_state_recv(PG_FUNCTION_ARGS)
{
    bytea *bytes;
    indppg_require_no_aggregate(fcinfo);
    bytes = from_message((StringInfo)PG_GETARG_POINTER(0));
    PG_RETURN_BYTEA_P(indppg_check_state(bytes, ERRCODE_INVALID_BINARY_REPRESENTATION));
}

Datum dp_state_send(PG_FUNCTION_ARGS)
{
    PG_RETURN_BYTEA_P(PG_GETARG_BYTEA_P_COPY(0));
}

Datum dp_state_of_bytea(PG_FUNCTION_ARGS)
{
    PG_RETURN_BYTEA_P(indppg_check_state(PG_GETARG_BYTEA_P(0),
                                         ERRCODE_INVALID_BINARY_REPRESENTATION));
}

/* The empty text is the INITCOND of every aggregate. It becomes the transition state that has
 * seen no row. */
Datum dp_transition_in(PG_FUNCTION_ARGS)
{
    const char *text = PG_GETARG_CSTRING(0);
    if (*text == '\0')
        PG_RETURN_POINTER(indppg_new_transition(OWNER_NONE, 0));
    PG_RETURN_POINTER(check_transition(from_text(text, "dp_transition"),
                                       ERRCODE_INVALID_TEXT_REPRESENTATION));
}

Datum dp_transition_out(PG_FUNCTION_ARGS)
{
    PG_RETURN_CSTRING(to_text(transition_to_bytes(PG_GETARG_DATUM(0))));
}

Datum dp_transition_recv(PG_FUNCTION_ARGS)
{
    bytea *bytes;
    indppg_require_no_aggregate(fcinfo);
    bytes = from_message((StringInfo)PG_GETARG_POINTER(0));
    PG_RETURN_POINTER(check_transition(bytes, ERRCODE_INVALID_BINARY_REPRESENTATION));
}

Datum dp_transition_send(PG_FUNCTION_ARGS)
{
    PG_RETURN_BYTEA_P(transition_to_bytes(PG_GETARG_DATUM(0)));
}
