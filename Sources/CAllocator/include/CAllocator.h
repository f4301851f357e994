#pragma once

#include <stddef.h>

/// Bytes that the allocator has handed out and not got back, those in pages of their own included;
/// 0 where the system's library does not say.
size_t allocated_bytes(void);
