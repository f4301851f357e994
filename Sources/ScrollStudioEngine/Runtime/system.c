// A system without chance: the seeds of hash tables are always the same.

#include "runtime.h"

void arc4random_buf(void *target, size_t count) {
  unsigned char *bytes = target;
  for (size_t index = 0; index < count; index++) bytes[index] = (unsigned char)(0x5c + 7 * index);
}
