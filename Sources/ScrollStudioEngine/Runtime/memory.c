// Copying and comparing bytes: WebAssembly has instructions for most of it.

#include "runtime.h"

void *memcpy(void *restrict target, const void *restrict source, size_t count) {
  return __builtin_memcpy(target, source, count);
}

void *memmove(void *target, const void *source, size_t count) {
  return __builtin_memmove(target, source, count);
}

void *memset(void *target, int byte, size_t count) { return __builtin_memset(target, byte, count); }

int memcmp(const void *left, const void *right, size_t count) {
  const unsigned char *a = left, *b = right;
  for (; count > 0; a++, b++, count--) {
    if (*a != *b) return *a < *b ? -1 : 1;
  }
  return 0;
}
