/* What the native methods share. */
#include <indp.h>
#include <jni.h>

/* Whether a call succeeded. If it did not, an exception is pending: that of a callback, or one with
 * the status. */
int succeeded(JNIEnv *env, indp_status status);

/* A new record with these components; NULL with a pending exception. */
jobject make(JNIEnv *env, const char *name, const char *signature, const jvalue *values);

jdoubleArray doubles(JNIEnv *env, jsize n, const double *values);

/* The findings of an audit as JSON; NULL with a pending exception. */
jstring audit_json(JNIEnv *env, const indp_snapping *mechanism, const indp_audit *audit);
