/// How a value is the object that it is: made where the compiler knows that it is one.
@usableFromInline struct LiveCasts<Value: Sendable>: Sendable {
  @usableFromInline let object: @Sendable (Value) -> any AnyObject & Sendable
  @usableFromInline let value: @Sendable (any AnyObject & Sendable) -> Value?
}

extension LiveCasts where Value: AnyObject {
  init() {
    self.init(object: { $0 }, value: { $0 as? Value })
  }
}

/// Values that have left a cache, each for as long as the app still holds it.
///
/// Nothing here keeps them alive.
@usableFromInline struct LiveObjects<Value: Sendable> {
  @usableFromInline struct Reference {
    @usableFromInline weak var object: (any AnyObject & Sendable)?
    /// What it was charged.
    @usableFromInline var cost = 0
  }

  private let casts: LiveCasts<Value>
  /// By id.
  private var references: [Reference] = []

  init(_ casts: LiveCasts<Value>, idCount: Int) {
    self.casts = casts
    grow(to: idCount)
  }

  mutating func grow(to idCount: Int) {
    references.reserveCapacity(idCount)
    while references.count < idCount { references.append(Reference()) }
  }

  /// The value of an id's key, if it is alive.
  @usableFromInline func object(_ id: Int) -> (any AnyObject & Sendable)? {
    references[id].object
  }

  /// A value leaves the cache.
  @usableFromInline mutating func insert(_ value: Value, _ id: Int, cost: Int) {
    references[id] = Reference(object: casts.object(value), cost: cost)
  }

  /// The value that has left and is still alive, and what it was charged.
  @usableFromInline mutating func take(_ id: Int) -> (value: Value, cost: Int)? {
    guard let object = references[id].object, let value = casts.value(object) else { return nil }
    references[id].object = nil
    return (value, references[id].cost)
  }

  @usableFromInline mutating func forget(_ id: Int) { references[id].object = nil }

  @usableFromInline mutating func forgetAll() {
    for id in references.indices { references[id].object = nil }
  }
}
