import ScrollCore
import ScrollSimulation

/// The images in a cache, followed through the log of its run.
struct ResidentSet: Equatable {
  /// The number of values by key.
  ///
  /// It is two after a key is stored again and before its old value is removed.
  private var values: [UInt8]
  private(set) var holding = RunDiff.Holding()

  /// Creates an empty cache.
  init(keyCount: Int) { values = Array(repeating: 0, count: keyCount) }

  /// Creates the set of images that a cache holds before an entry of the log of its run.
  ///
  /// - Complexity: O(entries).
  init(of log: [RunLog.Entry], before index: Int, keyCount: Int) {
    self.init(keyCount: keyCount)
    for entry in log[..<index] { follow(entry.event) }
  }

  func contains(_ key: Int32) -> Bool { values[Int(key)] > 0 }

  /// The keys, in ascending order.
  var keys: [Int32] { (0..<Int32(values.count)).filter(contains) }

  /// Applies an event of the cache.
  mutating func follow(_ event: RunEvent) {
    switch event {
    case .stored(let key, isTaken: true, _, let bytes):
      values[Int(key)] += 1
      holding.bytes += bytes
      if values[Int(key)] == 1 { holding.images += 1 }
    case .removed(let key, _, let bytes):
      precondition(contains(key), "key \(key) was removed but not resident")
      values[Int(key)] -= 1
      holding.bytes -= bytes
      if values[Int(key)] == 0 { holding.images -= 1 }
    default: break
    }
  }

  /// Returns the number of keys that both sets hold.
  func overlap(with other: ResidentSet) -> Int {
    zip(values, other.values).count { $0 > 0 && $1 > 0 }
  }
}
