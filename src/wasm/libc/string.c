/* string.c - see string.h. Compiled with -mbulk-memory and -fno-builtin: copies are single instructions, loops stay loops. */
#include <string.h>

void *memcpy(void *restrict dst, const void *restrict src, size_t n)
{
    __builtin_memcpy(dst, src, n);
    return dst;
}

void *memmove(void *dst, const void *src, size_t n)
{
    __builtin_memmove(dst, src, n);
    return dst;
}

void *memset(void *dst, int byte, size_t n)
{
    __builtin_memset(dst, byte, n);
    return dst;
}

int memcmp(const void *a, const void *b, size_t n)
{
    const unsigned char *x = a, *y = b;
    for (size_t i = 0; i < n; i++)
        if (x[i] != y[i]) return x[i] - y[i];
    return 0;
}

void *memchr(const void *s, int byte, size_t n)
{
    const unsigned char *x = s;
    for (size_t i = 0; i < n; i++)
        if (x[i] == (unsigned char)byte) return (void *)(unsigned long)(x + i);
    return NULL;
}

size_t strlen(const char *s)
{
    size_t n = 0;
    while (s[n]) n++;
    return n;
}

int strcmp(const char *a, const char *b)
{
    while (*a && *a == *b) a++, b++;
    return (unsigned char)*a - (unsigned char)*b;
}

char *strcpy(char *restrict dst, const char *restrict src)
{
    return memcpy(dst, src, strlen(src) + 1);
}
