// What Embedded Swift asks of a C library, and nothing else.
#ifndef STUDIO_RUNTIME_H
#define STUDIO_RUNTIME_H

#include <stddef.h>
#include <stdint.h>

void free(void *memory);
int posix_memalign(void **result, size_t alignment, size_t count);

void *memcpy(void *restrict target, const void *restrict source, size_t count);
void *memmove(void *target, const void *source, size_t count);
void *memset(void *target, int byte, size_t count);
int memcmp(const void *left, const void *right, size_t count);
double round(double number);
void arc4random_buf(void *target, size_t count);

const char *_swift_stdlib_strtod_clocale(const char *text, double *result);

#endif
