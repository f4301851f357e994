/// A cache under a benchmark.
protocol Contender<Key>: AnyObject, Sendable {
  associatedtype Key: Hashable & Sendable

  func value(of key: Key) -> Payload?
  func set(_ payload: Payload, for key: Key)
}

/// A stand-in for an image: an object, as images are.
final class Payload: Sendable {
  let number: Int

  init(_ number: Int) { self.number = number }

  /// Returns a number of payloads, made before the measurement, so that no cache pays for them.
  static func some(_ count: Int) -> [Payload] { (0..<count).map { Payload($0) } }
}

/// A contender without its type: loops over keys, compiled where the type is known.
///
/// A loop costs one dynamic call; the operations in it cost none.
struct AnyContender<Key: Hashable & Sendable>: Sendable {
  let name: String
  /// Looks up keys and returns the sum of the numbers found, so that no look-up is optimized away.
  let read: @Sendable (_ keys: [Key]) -> Int
  /// Looks up keys and returns the wall-clock nanoseconds of each, including those of reading the
  /// clock.
  let timeReads: @Sendable (_ keys: [Key]) -> [Double]
  /// Stores a value for each key.
  let write: @Sendable (_ keys: [Key]) -> Void
  /// Looks up each key, stores a value on a miss, and returns the number of hits.
  let request: @Sendable (_ keys: [Key]) -> Int

  /// Creates the loops over a cache.
  /// - Parameters:
  ///   - name: The name in tables.
  ///   - cache: The cache.
  ///   - payloads: The values to store, in turn.
  init<Cache: Contender>(_ name: String, _ cache: Cache, storing payloads: [Payload])
  where Cache.Key == Key {
    self.name = name
    read = { keys in
      var sum = 0
      for key in keys {
        if let payload = cache.value(of: key) { sum &+= payload.number }
      }
      return sum
    }
    timeReads = { keys in
      let clock = ContinuousClock()
      return keys.map { key in
        clock.measure { blackHole(cache.value(of: key)?.number ?? 0) } / .nanoseconds(1)
      }
    }
    write = { keys in
      for (index, key) in keys.enumerated() {
        cache.set(payloads[index % payloads.count], for: key)
      }
    }
    request = { keys in
      var hits = 0
      for (index, key) in keys.enumerated() {
        if cache.value(of: key) != nil {
          hits += 1
        } else {
          cache.set(payloads[index % payloads.count], for: key)
        }
      }
      return hits
    }
  }
}
