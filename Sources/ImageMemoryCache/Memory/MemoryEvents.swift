public import ScrollCaching

/// A system event that affects caches.
public enum MemoryEvent: Equatable, Sendable {
  case pressure(PressureLevel)
  case background
}

/// A source of memory events for a cache: the system, or a test.
public protocol MemoryEvents: Sendable {
  /// Calls a closure with every event until the returned token is released.
  func observe(_ body: @escaping @Sendable (MemoryEvent) -> Void) -> any Sendable
}
