#include "low.h"

#include <stdlib.h>

int succeeded(JNIEnv *env, indp_status status)
{
    jclass class;
    jmethodID of;
    jobject exception;
    if ((*env)->ExceptionCheck(env))
        return 0;
    if (status == INDP_OK)
        return 1;
    class = (*env)->FindClass(env, "dev/indp/IndpException");
    of = class == NULL ? NULL
                       : (*env)->GetStaticMethodID(env, class, "of", "(I)Ldev/indp/IndpException;");
    exception = of == NULL ? NULL : (*env)->CallStaticObjectMethod(env, class, of, (jint)status);
    if (!(*env)->ExceptionCheck(env) && exception != NULL)
        (*env)->Throw(env, exception);
    return 0;
}

jobject make(JNIEnv *env, const char *name, const char *signature, const jvalue *values)
{
    jclass class = (*env)->ExceptionCheck(env) ? NULL : (*env)->FindClass(env, name);
    jmethodID constructor =
        class == NULL ? NULL : (*env)->GetMethodID(env, class, "<init>", signature);
    return constructor == NULL ? NULL : (*env)->NewObjectA(env, class, constructor, values);
}

jdoubleArray doubles(JNIEnv *env, jsize n, const double *values)
{
    jdoubleArray out = (*env)->NewDoubleArray(env, n);
    if (out != NULL)
        (*env)->SetDoubleArrayRegion(env, out, 0, n, values);
    return out;
}

jstring audit_json(JNIEnv *env, const indp_snapping *mechanism, const indp_audit *audit)
{
    size_t length = 0;
    jstring text = NULL;
    char *buffer = NULL;
    indp_status status = indp_audit_json(mechanism, audit, NULL, 0, &length);
    if (status == INDP_OK) {
        buffer = malloc(length + 1);
        status = buffer == NULL ? INDP_E_NO_MEMORY
                                : indp_audit_json(mechanism, audit, buffer, length + 1, NULL);
    }
    if (succeeded(env, status))
        text = (*env)->NewStringUTF(env, buffer);
    free(buffer);
    return text;
}
