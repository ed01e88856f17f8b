/* A VFS that causes faults in the files of a ledger: the process is killed, power is lost, or an
 * operation fails. It also shifts the clock. */
#ifndef INDP_SQLITE_FAULTY_VFS_H
#define INDP_SQLITE_FAULTY_VFS_H

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <sqlite3.h>

#include "check.h"

static char path[200];

enum fault { NONE, KILL_BEFORE, KILL_AFTER, POWER, FAIL_FULL, FAIL_IO };
enum { MOST_FILES = 8, MOST_BYTES = 1 << 16, MOST_WRITES = 256 };

/* The content that a file would have after a loss of power: its content at the last sync, and any
 * subset of the writes since then. If size is -1, there would be no such file. */
struct image {
    char name[300];
    long size, writes;
    unsigned char bytes[MOST_BYTES];
    struct write {
        sqlite3_int64 at;
        int length; /* -1 if the file is cut off at this offset */
        unsigned char *bytes;
    } write[MOST_WRITES];
};

struct file {
    sqlite3_file base;
    struct image *image; /* NULL if this is not a file of the ledger */
    sqlite3_file *real;
};

static sqlite3_vfs *real_vfs;
static enum fault fault;
static long operation, fail_at; /* the first operation has number 1; fail_at 0: no fault */
static unsigned chance;         /* decides which unsynced writes survive */
static struct image images[MOST_FILES];
static sqlite3_int64 clock_shift; /* in ms */
static int read_only;             /* the ledger's files can only be opened for reading */

static int survives(void)
{
    chance = chance * 1103515245u + 12345u;
    return chance >> 30 & 1;
}

/* Leaves the files as they would be after a loss of power, and ends the process. */
static void lose_power(void)
{
    int i;
    for (i = 0; i < MOST_FILES; i++) {
        struct image *image = &images[i];
        FILE *out;
        long j;
        if (image->name[0] == '\0')
            continue;
        for (j = 0; j < image->writes; j++) {
            const struct write *w = &image->write[j];
            if (!survives())
                continue;
            if (w->length < 0) {
                image->size = (long)w->at;
            } else if (w->at + w->length <= MOST_BYTES) {
                memcpy(image->bytes + w->at, w->bytes, (size_t)w->length);
                if (image->size < (long)w->at + w->length)
                    image->size = (long)w->at + w->length;
            }
        }
        if (image->size < 0) {
            unlink(image->name);
        } else if ((out = fopen(image->name, "wb")) != NULL) {
            fwrite(image->bytes, 1, (size_t)image->size, out);
            fclose(out);
        }
    }
    kill(getpid(), SIGKILL);
}

/* Counts an operation on the ledger. If this returns an error, the operation must report the error
 * and do nothing else. */
static int before(void)
{
    if (++operation != fail_at)
        return SQLITE_OK;
    switch (fault) {
    case KILL_BEFORE: kill(getpid(), SIGKILL); break;
    case POWER: lose_power(); break;
    case FAIL_FULL: return SQLITE_FULL;
    case FAIL_IO: return SQLITE_IOERR_WRITE;
    default: break;
    }
    return SQLITE_OK;
}

static int after(int rc)
{
    if (operation == fail_at && fault == KILL_AFTER)
        kill(getpid(), SIGKILL);
    return rc;
}

/* Reads the synced content of a file. Only a process that will lose power may call this, since
 * closing the file drops all locks that the process holds on it. */
static void load_image(struct image *image)
{
    FILE *in;
    image->writes = 0;
    image->size = -1;
    if (fault != POWER)
        return;
    in = fopen(image->name, "rb");
    image->size = in == NULL ? -1 : (long)fread(image->bytes, 1, MOST_BYTES, in);
    if (in != NULL)
        fclose(in);
}

static struct image *image_of(const char *name)
{
    int i;
    if (name == NULL || strncmp(name, path, strlen(path)) != 0)
        return NULL;
    for (i = 0; i < MOST_FILES; i++) {
        if (images[i].name[0] == '\0') {
            strcpy(images[i].name, name);
            load_image(&images[i]);
        }
        if (strcmp(images[i].name, name) == 0)
            return &images[i];
    }
    return NULL;
}

static void remember(struct image *image, const void *bytes, int length, sqlite3_int64 at)
{
    struct write *w;
    if (fault != POWER || image->writes == MOST_WRITES)
        return;
    w = &image->write[image->writes++];
    w->at = at;
    w->length = length;
    w->bytes = length > 0 ? malloc((size_t)length) : NULL;
    if (w->bytes != NULL)
        memcpy(w->bytes, bytes, (size_t)length);
}

#define REAL(F) (((struct file *)(F))->real)
#define CALL(F, METHOD) REAL(F)->pMethods->METHOD

static int file_close(sqlite3_file *f)
{
    int rc = CALL(f, xClose)(REAL(f));
    sqlite3_free(REAL(f));
    return rc;
}
static int file_read(sqlite3_file *f, void *out, int n, sqlite3_int64 at)
{
    return CALL(f, xRead)(REAL(f), out, n, at);
}
static int file_write(sqlite3_file *f, const void *bytes, int n, sqlite3_int64 at)
{
    struct image *image = ((struct file *)f)->image;
    int rc = image == NULL ? SQLITE_OK : before();
    if (rc != SQLITE_OK)
        return rc;
    rc = CALL(f, xWrite)(REAL(f), bytes, n, at);
    if (image == NULL)
        return rc;
    remember(image, bytes, n, at);
    return after(rc);
}
static int file_truncate(sqlite3_file *f, sqlite3_int64 size)
{
    struct image *image = ((struct file *)f)->image;
    int rc = image == NULL ? SQLITE_OK : before();
    if (rc != SQLITE_OK)
        return rc;
    rc = CALL(f, xTruncate)(REAL(f), size);
    if (image == NULL)
        return rc;
    remember(image, NULL, -1, size);
    return after(rc);
}
static int file_sync(sqlite3_file *f, int flags)
{
    struct image *image = ((struct file *)f)->image;
    int rc = image == NULL ? SQLITE_OK : before();
    if (rc != SQLITE_OK)
        return rc;
    rc = CALL(f, xSync)(REAL(f), flags);
    if (image == NULL)
        return rc;
    load_image(image);
    return after(rc);
}
static int file_size(sqlite3_file *f, sqlite3_int64 *out)
{
    return CALL(f, xFileSize)(REAL(f), out);
}
static int file_lock(sqlite3_file *f, int level)
{
    return CALL(f, xLock)(REAL(f), level);
}
static int file_unlock(sqlite3_file *f, int level)
{
    return CALL(f, xUnlock)(REAL(f), level);
}
static int file_reserved(sqlite3_file *f, int *out)
{
    return CALL(f, xCheckReservedLock)(REAL(f), out);
}
static int file_control(sqlite3_file *f, int op, void *arg)
{
    return CALL(f, xFileControl)(REAL(f), op, arg);
}
static int file_sector(sqlite3_file *f)
{
    return CALL(f, xSectorSize)(REAL(f));
}
static int file_device(sqlite3_file *f)
{
    return CALL(f, xDeviceCharacteristics)(REAL(f));
}

static const sqlite3_io_methods FILE_METHODS = {
    1,         file_close,  file_read,     file_write,   file_truncate, file_sync,   file_size,
    file_lock, file_unlock, file_reserved, file_control, file_sector,   file_device, NULL,
    NULL,      NULL,        NULL,          NULL,         NULL
};

static int vfs_open(sqlite3_vfs *vfs, const char *name, sqlite3_file *f, int flags, int *out)
{
    struct file *file = (struct file *)f;
    int rc;
    (void)vfs;
    file->base.pMethods = NULL;
    file->image = image_of(name);
    file->real = sqlite3_malloc(real_vfs->szOsFile);
    if (file->real == NULL)
        return SQLITE_NOMEM;
    if (file->image != NULL && read_only) {
        flags = (flags & ~(SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)) | SQLITE_OPEN_READONLY;
        if (out != NULL)
            *out = flags;
    }
    rc = real_vfs->xOpen(real_vfs, name, file->real, flags, out);
    if (rc == SQLITE_OK)
        file->base.pMethods = &FILE_METHODS;
    else
        sqlite3_free(file->real);
    return rc;
}

/* The bytes that the ledger gets again after the next commit. */
static unsigned char kept[MOST_BYTES];
static size_t kept_bytes;

static void keep_for_undo(void)
{
    FILE *in = fopen(path, "rb");
    kept_bytes = in == NULL ? 0 : fread(kept, 1, sizeof kept, in);
    if (in != NULL)
        fclose(in);
}

static void undo(void)
{
    FILE *out = kept_bytes == 0 ? NULL : fopen(path, "r+b");
    if (out == NULL)
        return;
    fwrite(kept, 1, kept_bytes, out);
    fclose(out);
    kept_bytes = 0;
}

/* Without a sync of the folder, a deleted file may come back. Deleting the journal commits. */
static int vfs_delete(sqlite3_vfs *vfs, const char *name, int sync_folder)
{
    struct image *image = image_of(name);
    int rc = image == NULL ? SQLITE_OK : before();
    (void)vfs;
    if (rc != SQLITE_OK)
        return rc == SQLITE_FULL ? SQLITE_IOERR_DELETE : rc;
    rc = real_vfs->xDelete(real_vfs, name, sync_folder);
    if (image == NULL)
        return rc;
    if (sync_folder)
        load_image(image);
    undo();
    return after(rc);
}

static int vfs_time(sqlite3_vfs *vfs, sqlite3_int64 *out)
{
    int rc = real_vfs->xCurrentTimeInt64(real_vfs, out);
    (void)vfs;
    *out += clock_shift;
    return rc;
}

static void use_vfs(void)
{
    static sqlite3_vfs vfs;
    real_vfs = sqlite3_vfs_find(NULL);
    vfs = *real_vfs;
    vfs.zName = "faults";
    vfs.szOsFile = (int)sizeof(struct file);
    vfs.xOpen = vfs_open;
    vfs.xDelete = vfs_delete;
    vfs.xCurrentTimeInt64 = vfs_time;
    CHECK(sqlite3_vfs_register(&vfs, 1) == SQLITE_OK, "the VFS");
}

#endif
