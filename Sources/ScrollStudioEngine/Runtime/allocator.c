// Memory for the module: blocks by size, four sizes to a power of two, each size with a list of what
// was given back. Nothing is ever joined or returned; a block that was freed is there for the next of
// its size.
//
// Where there is no more memory the module stops: the callers do not look whether they were given any,
// and at address 0 lies the stack.

#include <stddef.h>
#include <stdint.h>

#include "runtime.h"

enum { page = 65536, header = 16, smallest = 32, classes = 4 * 32 };

struct block {
  uint32_t class;
  uint32_t alignment_gap;  // from the block's start to the header of what was handed out
  struct block *next;
};

extern char __heap_base;

static char *top, *end;
static struct block *lists[classes];

// The class of the smallest blocks that hold so many bytes.
static uint32_t class_of(uint32_t size) {
  if (size <= smallest) return 0;
  uint32_t above = size - 1;
  uint32_t power = 31 - (uint32_t)__builtin_clz(above);
  return 4 * (power - 5) + ((above >> (power - 2)) & 3) + 1;
}

static uint32_t size_of(uint32_t class) {
  if (class == 0) return smallest;
  uint32_t power = (class - 1) / 4 + 5, quarter = (class - 1) % 4;
  return ((1u << power) + ((quarter + 1) << (power - 2)) + 15) & ~15u;
}

static void *allocate(size_t count) {
  if (count > 0x40000000) __builtin_trap();
  uint32_t class = class_of((uint32_t)count + header);
  struct block *block = lists[class];
  if (block) {
    lists[class] = block->next;
  } else {
    uint32_t size = size_of(class);
    if (!top) top = end = (char *)(((uintptr_t)&__heap_base + 15) & ~(uintptr_t)15);
    if ((uint32_t)(end - top) < size) {
      uint32_t here = (uint32_t)__builtin_wasm_memory_size(0) * page;
      if (end < (char *)here) end = (char *)here;  // what the module began with
      if ((uint32_t)(end - top) < size) {
        uint32_t missing = size - (uint32_t)(end - top);
        uint32_t least = 16 * page;
        uint32_t pages = ((missing < least ? least : missing) + page - 1) / page;
        if (__builtin_wasm_memory_grow(0, pages) == SIZE_MAX) {
          pages = (missing + page - 1) / page;
          if (__builtin_wasm_memory_grow(0, pages) == SIZE_MAX) __builtin_trap();
        }
        end += pages * page;
      }
    }
    block = (struct block *)top;
    top += size;
  }
  block->class = class;
  block->alignment_gap = 0;
  return (char *)block + header;
}

void free(void *memory) {
  if (!memory) return;
  struct block *block = (struct block *)((char *)memory - header);
  block = (struct block *)((char *)block - block->alignment_gap);
  block->next = lists[block->class];
  lists[block->class] = block;
}

int posix_memalign(void **result, size_t alignment, size_t count) {
  if (alignment <= 16) {
    *result = allocate(count);
    return 0;
  }
  if (count > 0x40000000 || alignment > 0x10000) __builtin_trap();
  char *memory = allocate(count + alignment);
  char *aligned = (char *)(((uintptr_t)memory + alignment - 1) & ~(uintptr_t)(alignment - 1));
  if (aligned != memory) {
    ((struct block *)(aligned - header))->alignment_gap = (uint32_t)(aligned - memory);
  }
  *result = aligned;
  return 0;
}
