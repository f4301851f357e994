import CAllocator

/// What the allocator has handed out in this process.
enum AllocatedMemory {
  static var bytes: Int { allocated_bytes() }

  /// Whether the system's library says how much that is.
  static var isKnown: Bool { bytes > 0 }
}
