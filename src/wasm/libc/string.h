/* string.h - what the library uses of memory and strings, and no more. */
#ifndef AUDE_WASM_STRING_H
#define AUDE_WASM_STRING_H

#include <stddef.h>

void *memcpy(void *restrict dst, const void *restrict src, size_t n);
void *memmove(void *dst, const void *src, size_t n);
void *memset(void *dst, int byte, size_t n);
int memcmp(const void *a, const void *b, size_t n);
void *memchr(const void *s, int byte, size_t n);
size_t strlen(const char *s);
int strcmp(const char *a, const char *b);
char *strcpy(char *restrict dst, const char *restrict src);

#endif
