import BasicContainers

/// Which queue is whose: numbers by the ratio that they stand for.
///
/// Open addressing with linear probing; an entry that leaves is closed over by those behind it
/// (D. Knuth, The Art of Computer Programming 3, 6.4, Algorithm R), so nothing is ever
/// rebuilt. Nothing is allocated after `init`, except to grow.
///
/// - Complexity: every verb O(1) expected.
struct RatioTable: ~Copyable {
  struct Entry: BitwiseCopyable {
    var ratio: Int64
    /// -1 where there is no entry.
    var queue: Int32
  }

  private var entries: RigidArray<Entry>
  private var mask: Int

  /// A table for at most `count` ratios at a time.
  init(count: Int) {
    var size = 4
    while size < 2 * count { size *= 2 }
    entries = RigidArray(repeating: Entry(ratio: 0, queue: -1), count: size)
    mask = size - 1
  }

  /// Room for at most `count` ratios at a time, never fewer than before.
  mutating func grow(to count: Int) {
    var larger = RatioTable(count: count)
    guard larger.entries.count > entries.count else { return }
    for place in 0..<entries.count where entries[place].queue >= 0 {
      larger.insert(entries[place].ratio, queue: Int(entries[place].queue))
    }
    self = larger
  }

  /// The queue of a ratio.
  func queue(of ratio: Int64) -> Int? {
    let queue = entries[place(of: ratio)].queue
    return queue < 0 ? nil : Int(queue)
  }

  /// - Precondition: the ratio is not in the table.
  mutating func insert(_ ratio: Int64, queue: Int) {
    entries[place(of: ratio)] = Entry(ratio: ratio, queue: Int32(truncatingIfNeeded: queue))
  }

  /// - Precondition: the ratio is in the table.
  mutating func remove(_ ratio: Int64) {
    var hole = place(of: ratio)
    var next = (hole + 1) & mask
    while entries[next].queue >= 0 {
      // It may move back unless its home is between the hole and itself.
      let distance = (next - home(of: entries[next].ratio)) & mask
      if distance >= (next - hole) & mask {
        entries[hole] = entries[next]
        hole = next
      }
      next = (next + 1) & mask
    }
    entries[hole].queue = -1
  }

  /// Where a ratio is, or would be.
  private func place(of ratio: Int64) -> Int {
    var place = home(of: ratio)
    while entries[place].queue >= 0, entries[place].ratio != ratio { place = (place + 1) & mask }
    return place
  }

  private func home(of ratio: Int64) -> Int {
    let product = UInt64(truncatingIfNeeded: ratio) &* 0x9e37_79b9_7f4a_7c15
    return Int(truncatingIfNeeded: product >> 32) & mask
  }
}
