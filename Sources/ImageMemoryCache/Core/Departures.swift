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

  /// Tells the app, in the order in which they left.
  @inlinable func report(to body: (@Sendable (Key, Value, RemovalReason) -> Void)?) {
    guard let first, let body else { return }
    body(first.key, first.value, first.reason)
    let others = rest.first?.departures ?? []
    for departure in others { body(departure.key, departure.value, departure.reason) }
  }
}
