/* Marks the functions that the shared library exports. */
#ifndef INDP_SQLITE_EXPORT_H
#define INDP_SQLITE_EXPORT_H

#if defined(_WIN32)
#define EXPORT __declspec(dllexport)
#elif defined(__GNUC__)
#define EXPORT __attribute__((visibility("default")))
#else
#define EXPORT
#endif

#endif
