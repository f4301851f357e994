/// A contender without its type: loops over keys, compiled where the type is known.
///
/// A loop costs one dynamic call, its operations none.
struct Entrant<Key: Hashable & Sendable>: Sendable {
  let name: String
  /// Looks keys up; the sum of the numbers found, so that no look-up can be left out.
  let read: @Sendable (_ keys: [Key]) -> Int
  /// Looks keys up and says how many nanoseconds each took by the clock, which takes some itself.
  let timeReads: @Sendable (_ keys: [Key]) -> [Double]
  /// Stores a value for each key.
  let write: @Sendable (_ keys: [Key]) -> Void
  /// Looks each key up and stores a value where there is none; how many there were.
  let request: @Sendable (_ keys: [Key]) -> Int

  /// - Parameters:
  ///   - name: what tables call it.
  ///   - cache: what is looped over.
  ///   - payloads: what is stored, in turn.
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
