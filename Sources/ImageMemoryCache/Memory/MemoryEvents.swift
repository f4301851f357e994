public import ScrollCaching

/// What a system says that concerns caches.
public enum MemoryEvent: Equatable, Sendable {
  case pressure(PressureLevel)
  case background
}

/// What tells a cache that memory is short: the system, or a test.
public protocol MemoryEvents: Sendable {
  /// Calls back with every event until the token that is returned goes out of use.
  func observe(_ body: @escaping @Sendable (MemoryEvent) -> Void) -> any Sendable
}
