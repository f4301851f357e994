public import ScrollCaching

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// The values that leave a cache within one call, in order.
///
/// They are carried out of the lock, so that no code of the app runs inside it. In most calls at
/// most one value leaves, and nothing is allocated for it.
@usableFromInline struct RemovedValues<Key: Sendable, Value: Sendable>: Sendable {
  /// A value that has left.
  @usableFromInline struct RemovedValue: Sendable {
    @usableFromInline let key: Key
    @usableFromInline let value: Value
    @usableFromInline let reason: RemovalReason

    @inlinable init(key: Key, value: Value, reason: RemovalReason) {
      self.key = key
      self.value = value
      self.reason = reason
    }
  }

  /// The parts that few calls need.
  @usableFromInline struct Rest: Sendable {
    /// All departures but the first.
    @usableFromInline var removedValues: [RemovedValue] = []
    /// Keys whose ids now have other keys; all such keys but the first.
    @usableFromInline var keys: [Key] = []
    /// Objects that were alive when the cache read their weak references.
    @usableFromInline var objects: [any AnyObject & Sendable] = []

    @inlinable init() {}
  }

  @usableFromInline var first: RemovedValue?
  @usableFromInline var key: Key?
  /// The parts that few calls need, as an array of one element or none.
  @usableFromInline var rest: [Rest] = []

  @inlinable init() {}

  @inlinable mutating func append(_ removedValue: RemovedValue) {
    if first == nil {
      first = removedValue
    } else {
      withRest { $0.removedValues.append(removedValue) }
    }
  }

  @inlinable mutating func append(_ forgotten: Key) {
    if key == nil { key = forgotten } else { withRest { $0.keys.append(forgotten) } }
  }

  @usableFromInline mutating func append(_ object: any AnyObject & Sendable) {
    withRest { $0.objects.append(object) }
  }

  @inline(never) @inlinable mutating func withRest(_ body: (inout Rest) -> Void) {
    if rest.isEmpty { rest.append(Rest()) }
    body(&rest[0])
  }

  /// Appends the removals to others.
  mutating func moveRemovals(to others: inout [RemovedValue]) {
    if let first { others.append(first) }
    if !rest.isEmpty { others += rest[0].removedValues }
    first = nil
    if !rest.isEmpty { rest[0].removedValues = [] }
  }

  /// Calls a closure with each value that has left, in order.
  @inlinable func forEach(_ body: (RemovedValue) -> Void) {
    guard let first else { return }
    body(first)
    guard !rest.isEmpty else { return }
    for removedValue in rest[0].removedValues { body(removedValue) }
  }
}

/// The notifications that a call delivers.
@usableFromInline struct PendingNotifications: Sendable {
  /// A Boolean value that indicates whether the call notifies the app of its removals.
  @usableFromInline var removals = false
  /// A Boolean value that indicates whether the call delivers all waiting events to the observer.
  @usableFromInline var observer = false

  @inlinable init() {}
}

/// A thread that notifies the app, and the removals that the app caused meanwhile.
@usableFromInline struct NotifyingThread<Key: Sendable, Value: Sendable>: Sendable {
  let thread: UInt
  var waiting: [RemovedValues<Key, Value>.RemovedValue] = []

  /// The number of the calling thread, which no other thread has at the same time.
  static var currentThread: UInt {
    withUnsafeBytes(of: pthread_self()) { $0.loadUnaligned(as: UInt.self) }
  }
}

/// An event for the observer, delivered outside of the lock.
@usableFromInline enum Notice: Sendable {
  case began(CacheBeginning, any CacheObserver)
  case happened(CacheEvent, any CacheObserver)
}

/// The waiting events of the observer, in order.
///
/// `@unchecked` because the cache's lock guards it.
@usableFromInline final class Notices: @unchecked Sendable {
  private var waiting: [Notice] = []

  @usableFromInline init() {}

  @usableFromInline var isEmpty: Bool { waiting.isEmpty }

  @usableFromInline func append(_ notice: Notice) { waiting.append(notice) }

  /// Moves all waiting events into an empty array.
  func take(_ taken: inout [Notice]) { swap(&waiting, &taken) }
}
