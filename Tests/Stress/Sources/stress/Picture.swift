import Synchronization

/// A value that knows how many of its kind are alive.
final class Picture: Sendable {
  private static let living = Atomic<Int>(0)

  static var alive: Int { living.load(ordering: .sequentiallyConsistent) }

  let number: Int

  init(_ number: Int) {
    self.number = number
    Self.living.wrappingAdd(1, ordering: .sequentiallyConsistent)
  }

  deinit { Self.living.wrappingSubtract(1, ordering: .sequentiallyConsistent) }
}
