/* Functions that the native methods share. */
#include <indp.h>
#include <jni.h>

/* Returns whether the call succeeded. Otherwise an exception is pending: the exception of a
 * callback, or one for the status. */
int succeeded(JNIEnv *env, indp_status status);

/* Returns a new record with these components, or NULL with a pending exception. */
jobject make(JNIEnv *env, const char *name, const char *signature, const jvalue *values);

jdoubleArray doubles(JNIEnv *env, jsize n, const double *values);

/* Returns the findings of an audit as JSON, or NULL with a pending exception. */
jstring audit_json(JNIEnv *env, const indp_snapping *mechanism, const indp_audit *audit);
