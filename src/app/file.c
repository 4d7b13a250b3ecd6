/* file.c - reading and replacing whole files. */
#include "app/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FILE_MAX = 64 * 1024 * 1024 };

static char *descriptor_read(int fd, size_t *size)
{
    size_t cap = 1 << 14, n = 0;
    char *data = malloc(cap);
    while (data) {
        ssize_t got = read(fd, data + n, cap - n - 1);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) break;
        if (got == 0) {
            data[n] = 0;
            *size = n;
            return data;
        }
        n += (size_t)got;
        if (n < cap - 1) continue;
        char *more = cap < FILE_MAX ? realloc(data, cap *= 2) : NULL;
        if (!more) {
            errno = EFBIG;
            break;
        }
        data = more;
    }
    free(data);
    return NULL;
}

char *file_read(const char *path, size_t *size)
{
    if (!strcmp(path, "-")) return descriptor_read(STDIN_FILENO, size);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) return NULL;
    char *data = descriptor_read(fd, size);
    int error = errno;
    close(fd);
    errno = error;
    return data;
}

static bool descriptor_write(int fd, const char *data, size_t size)
{
    while (size) {
        ssize_t put = write(fd, data, size);
        if (put < 0 && errno == EINTR) continue;
        if (put < 0) return false;
        data += put;
        size -= (size_t)put;
    }
    return true;
}

/* The directory of a path, allocated. */
static char *path_parent(const char *path)
{
    const char *slash = strrchr(path, '/');
    if (!slash) return strdup(".");
    return slash == path ? strdup("/") : strndup(path, (size_t)(slash - path));
}

static bool directory_sync(const char *path)
{
    char *parent = path_parent(path);
    int fd = parent ? open(parent, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
    free(parent);
    if (fd < 0) return false;
    bool good = fsync(fd) == 0 || errno == EINVAL; /* some file systems cannot sync a directory */
    close(fd);
    return good;
}

bool file_write(const char *path, const char *data, size_t size, bool secret)
{
    size_t cap = strlen(path) + 16;
    char *temporary = malloc(cap);
    if (!temporary) return false;
    snprintf(temporary, cap, "%s.XXXXXX", path);
    int fd = mkstemp(temporary);
    if (fd < 0) {
        free(temporary);
        return false;
    }
    bool good = true;
    if (!secret) {
        mode_t mask = umask(0);
        umask(mask);
        good = fchmod(fd, 0666 & ~mask) == 0;
    }
    good = good && descriptor_write(fd, data, size) && fsync(fd) == 0;
    int error = errno;
    if (close(fd) && good) {
        error = errno;
        good = false;
    }
    if (good && rename(temporary, path)) {
        error = errno;
        good = false;
    }
    if (!good) unlink(temporary);
    free(temporary);
    errno = error;
    return good && directory_sync(path);
}

bool file_make_parents(const char *path)
{
    char *copy = strdup(path);
    if (!copy) return false;
    bool good = true;
    for (char *p = copy + 1; good && *p; p++) {
        if (*p != '/') continue;
        *p = 0;
        good = mkdir(copy, 0700) == 0 || errno == EEXIST;
        *p = '/';
    }
    free(copy);
    return good;
}
