public import ScrollCaching

/// What leaves a cache within one call, in order: carried out of the lock, so that nothing of the
/// app's runs inside it.
///
/// Most calls have one value that leaves, or none, and allocate nothing for it.
@usableFromInline struct Departures<Key: Sendable, Value: Sendable>: Sendable {
  /// A value that has left.
  @usableFromInline struct Departure: Sendable {
    @usableFromInline let key: Key
    @usableFromInline let value: Value
    @usableFromInline let reason: RemovalReason

    @inlinable init(key: Key, value: Value, reason: RemovalReason) {
      self.key = key
      self.value = value
      self.reason = reason
    }
  }

  /// What there seldom is.
  @usableFromInline struct Rest: Sendable {
    /// All but the first.
    @usableFromInline var departures: [Departure] = []
    /// Keys whose ids have come to mean other keys, all but the first.
    @usableFromInline var keys: [Key] = []
    /// Values that were alive when this was asked.
    @usableFromInline var objects: [any AnyObject & Sendable] = []

    @inlinable init() {}
  }

  @usableFromInline var first: Departure?
  @usableFromInline var key: Key?
  /// One or none.
  @usableFromInline var rest: [Rest] = []

  @inlinable init() {}

  @inlinable mutating func append(_ departure: Departure) {
    if first == nil { first = departure } else { withRest { $0.departures.append(departure) } }
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

  /// Moves the values that have left to what is told later.
  @inlinable mutating func moveRemovals(to notices: Notices<Key, Value>) {
    forEach { notices.append(.left($0)) }
    first = nil
    if !rest.isEmpty { rest[0].departures = [] }
  }

  /// The values that have left, in this order.
  @inlinable func forEach(_ body: (Departure) -> Void) {
    guard let first else { return }
    body(first)
    guard !rest.isEmpty else { return }
    for departure in rest[0].departures { body(departure) }
  }
}

/// What the app is to be told once the lock is free.
@usableFromInline enum Notice<Key: Sendable, Value: Sendable>: Sendable {
  /// A value left.
  case left(Departures<Key, Value>.Departure)
  case began(CacheBeginning, any CacheObserver)
  case happened(CacheEvent, any CacheObserver)
}

/// What there is to tell, in order.
///
/// `@unchecked` because the cache's lock guards it.
@usableFromInline final class Notices<Key: Sendable, Value: Sendable>: @unchecked Sendable {
  private var waiting: [Notice<Key, Value>] = []

  @usableFromInline init() {}

  @usableFromInline var isEmpty: Bool { waiting.isEmpty }

  @usableFromInline func append(_ notice: Notice<Key, Value>) { waiting.append(notice) }

  /// Moves all of it into an empty array.
  @usableFromInline func take(_ taken: inout [Notice<Key, Value>]) { swap(&waiting, &taken) }
}
