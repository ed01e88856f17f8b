/* Native methods with callbacks, flags, texts and parts of arrays. */
#include "low.h"

#include <stdlib.h>
#include <string.h>

static JavaVM *machine;
static jmethodID fill_method, utility_method;

JNIEXPORT jint JNICALL JNI_OnLoad(JavaVM *vm, void *reserved)
{
    JNIEnv *env;
    jclass entropy, utility;
    (void)reserved;
    machine = vm;
    if ((*vm)->GetEnv(vm, (void **)&env, JNI_VERSION_10) != JNI_OK)
        return JNI_ERR;
    entropy = (*env)->FindClass(env, "dev/indp/Entropy");
    if (entropy == NULL)
        return JNI_ERR;
    fill_method = (*env)->GetMethodID(env, entropy, "fill", "([B)V");
    if (fill_method == NULL)
        return JNI_ERR;
    utility = (*env)->FindClass(env, "java/util/function/LongToDoubleFunction");
    if (utility == NULL)
        return JNI_ERR;
    utility_method = (*env)->GetMethodID(env, utility, "applyAsDouble", "(J)D");
    return utility_method == NULL ? JNI_ERR : JNI_VERSION_10;
}

/* ---- callbacks --------------------------------------------------------------------------------
 * A callback runs on the thread of the call. If it throws, *done stays 0, the call fails, and the
 * exception is still pending when the native method returns. */

/* An entropy callback. The reference is weak, so that a callback that refers to its own mechanism
 * can be collected with it. The Java objects that use the callback keep it alive. */
struct source {
    jweak entropy;
};

static void fill(void *ctx, uint8_t *buf, size_t len, int32_t *done)
{
    struct source *source = ctx;
    JNIEnv *env;
    jobject entropy;
    jbyteArray words;
    if ((*machine)->GetEnv(machine, (void **)&env, JNI_VERSION_10) != JNI_OK ||
        (*env)->ExceptionCheck(env))
        return;
    entropy = (*env)->NewLocalRef(env, source->entropy);
    words = entropy == NULL ? NULL : (*env)->NewByteArray(env, (jsize)len);
    if (words != NULL) {
        /* The array has the initial bytes of the buffer, so that the library can detect a callback
         * that writes nothing. */
        (*env)->SetByteArrayRegion(env, words, 0, (jsize)len, (const jbyte *)buf);
        (*env)->CallVoidMethod(env, entropy, fill_method, words);
        if (!(*env)->ExceptionCheck(env)) {
            (*env)->GetByteArrayRegion(env, words, 0, (jsize)len, (jbyte *)buf);
            *done = INDP_CALLBACK_OK;
        }
    }
    (*env)->DeleteLocalRef(env, words);
    (*env)->DeleteLocalRef(env, entropy);
}

JNIEXPORT jlong JNICALL Java_dev_indp_Native_sourceNew(JNIEnv *env, jclass self, jlong options,
                                                       jobject entropy)
{
    struct source *source = malloc(sizeof *source);
    indp_status status = INDP_E_NO_MEMORY;
    (void)self;
    if (source != NULL) {
        source->entropy = (*env)->NewWeakGlobalRef(env, entropy);
        if (source->entropy != NULL)
            status =
                indp_options_set_entropy_callback((indp_options *)(intptr_t)options, fill, source);
    }
    if (succeeded(env, status))
        return (jlong)(intptr_t)source;
    free(source);
    return 0;
}

JNIEXPORT void JNICALL Java_dev_indp_Native_sourceFree(JNIEnv *env, jclass self, jlong address)
{
    struct source *source = (struct source *)(intptr_t)address;
    (void)self;
    (*env)->DeleteWeakGlobalRef(env, source->entropy);
    free(source);
}

struct utility {
    JNIEnv *env;
    jobject function;
};

static void utility_of(void *ctx, size_t outcome, double *out, int32_t *done)
{
    const struct utility *utility = ctx;
    JNIEnv *env = utility->env;
    double value;
    if ((*env)->ExceptionCheck(env))
        return;
    value = (*env)->CallDoubleMethod(env, utility->function, utility_method, (jlong)outcome);
    if ((*env)->ExceptionCheck(env))
        return;
    *out = value;
    *done = INDP_CALLBACK_OK;
}

JNIEXPORT jlong JNICALL Java_dev_indp_Native_exponentialSelectBy(JNIEnv *env, jclass self,
                                                                 jlong mechanism, jobject function,
                                                                 jlong n)
{
    struct utility utility = { env, function };
    size_t index = 0;
    (void)self;
    if (!succeeded(env, indp_exponential_select_by((const indp_exponential *)(intptr_t)mechanism,
                                                   utility_of, &utility, (size_t)n, &index)))
        return 0;
    return (jlong)index;
}

/* ---- states ---------------------------------------------------------------------------------- */

/* The caller has checked that offset and count lie within the array. */
JNIEXPORT void JNICALL Java_dev_indp_Native_stateAddMany(JNIEnv *env, jclass self, jbyteArray state,
                                                         jdoubleArray values, jint offset,
                                                         jint count)
{
    indp_status status = INDP_E_NO_MEMORY;
    void *held = (*env)->GetPrimitiveArrayCritical(env, state, NULL);
    const double *rows = held == NULL ? NULL : (*env)->GetPrimitiveArrayCritical(env, values, NULL);
    (void)self;
    if (rows != NULL) {
        status = indp_state_add_many(held, rows + offset, (size_t)count);
        (*env)->ReleasePrimitiveArrayCritical(env, values, (void *)rows, JNI_ABORT);
    }
    if (held != NULL)
        (*env)->ReleasePrimitiveArrayCritical(env, state, held, 0);
    succeeded(env, status);
}

/* Reads a state from its serialised bytes, and refuses a state of another kind. One native call
 * does all of this, because engines read many small states. */
static indp_status read_state(JNIEnv *env, int32_t kind, jbyteArray bytes, jbyteArray *out)
{
    jsize length = (*env)->GetArrayLength(env, bytes);
    void *to, *from = (*env)->GetPrimitiveArrayCritical(env, bytes, NULL);
    indp_status status = from == NULL ? INDP_E_NO_MEMORY : INDP_E_STATE;
    int32_t found = 0;
    size_t size = 0;
    if (from == NULL)
        return status;
    if (length >= 8 && indp_state_kind(from, &found) == INDP_OK && found == kind)
        status = indp_state_deserialised_size(from, (size_t)length, &size);
    (*env)->ReleasePrimitiveArrayCritical(env, bytes, from, JNI_ABORT);
    if (status != INDP_OK || (*out = (*env)->NewByteArray(env, (jsize)size)) == NULL)
        return status;
    to = (*env)->GetPrimitiveArrayCritical(env, *out, NULL);
    from = to == NULL ? NULL : (*env)->GetPrimitiveArrayCritical(env, bytes, NULL);
    status =
        from == NULL ? INDP_E_NO_MEMORY : indp_state_deserialise(to, size, from, (size_t)length);
    if (from != NULL)
        (*env)->ReleasePrimitiveArrayCritical(env, bytes, from, JNI_ABORT);
    if (to != NULL)
        (*env)->ReleasePrimitiveArrayCritical(env, *out, to, 0);
    return status;
}

JNIEXPORT jbyteArray JNICALL Java_dev_indp_Native_stateRead(JNIEnv *env, jclass self, jint kind,
                                                            jbyteArray bytes)
{
    jbyteArray out = NULL;
    (void)self;
    return succeeded(env, read_state(env, kind, bytes, &out)) ? out : NULL;
}

/* Writes the tag, the integer, whether there is a label, the offset of the label in the state, and
 * the length of the label. Only the address of the state is used, so the Java array that holds it
 * need not be held any more. */
static void write_answer(JNIEnv *env, const indp_value *value, const void *state, jlongArray answer)
{
    jlong parts[5];
    parts[0] = value->tag;
    parts[1] = value->integer;
    parts[2] = value->label != NULL;
    parts[3] = value->label == NULL ? 0 : (jlong)(value->label - (const uint8_t *)state);
    parts[4] = (jlong)value->length;
    (*env)->SetLongArrayRegion(env, answer, 0, 5, parts);
}

JNIEXPORT void JNICALL Java_dev_indp_Native_stateReleaseValue(JNIEnv *env, jclass self,
                                                              jbyteArray state, jdouble epsilon,
                                                              jlong options, jdoubleArray real,
                                                              jlongArray answer)
{
    indp_value value = { sizeof value, 0, 0, 0, NULL, 0, 0 };
    indp_status status = INDP_E_NO_MEMORY;
    jbyte *held = (*env)->GetByteArrayElements(env, state, NULL);
    (void)self;
    if (held != NULL) {
        status = indp_state_release_value(held, epsilon, (const indp_options *)(intptr_t)options,
                                          &value);
        if (status == INDP_OK) {
            (*env)->SetDoubleArrayRegion(env, real, 0, 1, &value.real);
            write_answer(env, &value, held, answer);
        }
        (*env)->ReleaseByteArrayElements(env, state, held, status == INDP_OK ? 0 : JNI_ABORT);
    }
    succeeded(env, status);
}

JNIEXPORT void JNICALL Java_dev_indp_Native_modeCandidate(JNIEnv *env, jclass self,
                                                          jbyteArray state, jlong i,
                                                          jlongArray answer)
{
    indp_value value = { sizeof value, 0, 0, 0, NULL, 0, 0 };
    indp_status status = INDP_E_NO_MEMORY;
    void *held = (*env)->GetPrimitiveArrayCritical(env, state, NULL);
    (void)self;
    if (held != NULL) {
        status = indp_mode_candidate(held, (size_t)i, &value);
        (*env)->ReleasePrimitiveArrayCritical(env, state, held, JNI_ABORT);
    }
    if (succeeded(env, status))
        write_answer(env, &value, held, answer);
}

/* Fills `out` with n candidates. Their texts are copied into one block, *texts, which the caller
 * must free even if the call fails. Returns the status. */
static indp_status read_categories(JNIEnv *env, jobjectArray from, const jlong *integers, jsize n,
                                   indp_category *out, uint8_t **texts)
{
    size_t length = 1;
    uint8_t *next;
    jsize i;
    for (i = 0; i < n; i++) {
        jbyteArray text = (*env)->GetObjectArrayElement(env, from, i);
        length += text == NULL ? 0 : (size_t)(*env)->GetArrayLength(env, text);
        (*env)->DeleteLocalRef(env, text);
    }
    next = *texts = malloc(length);
    if (next == NULL)
        return INDP_E_NO_MEMORY;
    for (i = 0; i < n; i++) {
        jbyteArray text = (*env)->GetObjectArrayElement(env, from, i);
        memset(&out[i], 0, sizeof out[i]);
        out[i].integer = integers[i];
        if (text != NULL) {
            out[i].text = next;
            out[i].length = (size_t)(*env)->GetArrayLength(env, text);
            (*env)->GetByteArrayRegion(env, text, 0, (jsize)out[i].length, (jbyte *)next);
            next += out[i].length;
        }
        (*env)->DeleteLocalRef(env, text);
    }
    return INDP_OK;
}

/* Returns a new state in an array. On failure returns NULL, and *status is not INDP_OK or an
 * exception is pending. */
static jbyteArray new_mode(JNIEnv *env, const indp_category *candidates, size_t n,
                           uint64_t rows_per_person, indp_status *status)
{
    jbyteArray out = NULL;
    size_t size = 0;
    void *state;
    *status = indp_mode_size(candidates, n, &size);
    if (*status != INDP_OK)
        return NULL;
    state = size > INT32_MAX ? NULL : malloc(size); /* an array is at most this long */
    *status = state == NULL ? INDP_E_NO_MEMORY
                            : indp_mode_init(state, size, candidates, n, rows_per_person);
    if (*status == INDP_OK && (out = (*env)->NewByteArray(env, (jsize)size)) != NULL)
        (*env)->SetByteArrayRegion(env, out, 0, (jsize)size, state);
    free(state);
    return out;
}

JNIEXPORT jbyteArray JNICALL Java_dev_indp_Native_modeNew(JNIEnv *env, jclass self,
                                                          jobjectArray texts, jlongArray integers,
                                                          jlong rows_per_person)
{
    jsize n = (*env)->GetArrayLength(env, texts);
    indp_category *candidates = malloc((size_t)(n + 1) * sizeof *candidates);
    jlong *numbers = (*env)->GetLongArrayElements(env, integers, NULL);
    uint8_t *copied = NULL;
    indp_status status = INDP_E_NO_MEMORY;
    jbyteArray out = NULL;
    (void)self;
    if (candidates != NULL && numbers != NULL)
        status = read_categories(env, texts, numbers, n, candidates, &copied);
    if (status == INDP_OK)
        out = new_mode(env, candidates, (size_t)n, (uint64_t)rows_per_person, &status);
    if (numbers != NULL)
        (*env)->ReleaseLongArrayElements(env, integers, numbers, JNI_ABORT);
    free(copied);
    free(candidates);
    return succeeded(env, status) ? out : NULL;
}

JNIEXPORT jstring JNICALL Java_dev_indp_Native_headerVersion(JNIEnv *env, jclass self)
{
    (void)self;
    return (*env)->NewStringUTF(env, INDP_VERSION_STRING);
}

/* ---- the flag of indp_stop_when -------------------------------------------------------------- */

JNIEXPORT jlong JNICALL Java_dev_indp_Native_flagNew(JNIEnv *env, jclass self)
{
    int32_t *flag = calloc(1, sizeof *flag);
    (void)self;
    succeeded(env, flag == NULL ? INDP_E_NO_MEMORY : INDP_OK);
    return (jlong)(intptr_t)flag;
}

JNIEXPORT void JNICALL Java_dev_indp_Native_flagSet(JNIEnv *env, jclass self, jlong flag,
                                                    jint value)
{
    (void)env, (void)self;
    __atomic_store_n((int32_t *)(intptr_t)flag, value, __ATOMIC_SEQ_CST);
}

JNIEXPORT void JNICALL Java_dev_indp_Native_flagFree(JNIEnv *env, jclass self, jlong flag)
{
    (void)env, (void)self;
    free((void *)(intptr_t)flag);
}

JNIEXPORT void JNICALL Java_dev_indp_Native_stopWhen(JNIEnv *env, jclass self, jlong flag)
{
    (void)self;
    succeeded(env, indp_stop_when((const int32_t *)(intptr_t)flag));
}
