public import ScrollCaching

/// An event of the system that affects caches.
public enum MemoryEvent: Equatable, Sendable {
  /// The system reported its memory state.
  case pressure(PressureLevel)
  /// The app moved to the background.
  case background
}

/// A source of memory events for a cache: the system, or a test.
public protocol MemoryEvents: Sendable {
  /// Calls a closure with every event until the returned token is released.
  ///
  /// A cache releases the token when the app releases the cache.
  func observe(_ body: @escaping @Sendable (MemoryEvent) -> Void) -> any Sendable
}
