import ScrollCore

/// Bounds on the misses of any cache if sizes differ.
///
/// The best cache cannot be computed in reasonable time when sizes differ, but two computable
/// figures bound it: `lower`, which no cache is below, and `upper`, which some cache that knows the
/// future reaches. Both are for caches that may refuse images (D. Berger, N. Beckmann, M.
/// Harchol-Balter, "Practical Bounds on Optimal Caching with Variable Object Sizes", Proceedings of
/// the ACM on Measurement and Analysis of Computing Systems 2(2), 2018, doi:10.1145/3224427).
///
/// The bounds apply to a sum of costs of misses: the number of misses, the missed bytes, or another
/// given cost. One cache may reach the bound on misses and another the bound on missed bytes; there
/// need not be a cache that reaches both.
///
/// **Sizes that change.** The paper has one size per image. Here an image whose size changes takes
/// up the smallest size of its requests, which keeps `lower` a lower bound; `upper` is then only a
/// figure for comparison, for the stream with those sizes.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
package enum PFOO {
  /// Returns PFOO-L, a lower bound on the cost of misses of any cache.
  ///
  /// The footprint of a reuse is its room times its length. The footprints of all reuses that hit
  /// add up to at most the room of the cache over all gaps. Take as many reuses with the smallest
  /// footprints as fit into that total: no cache has more hits than that. With other costs, the
  /// reuses with the most value per footprint are taken first, and a part of the next one fills the
  /// rest.
  ///
  /// The total is that of the paper, capacity times requests. If sizes are equal, the bound is at
  /// most that of `MinBypass`. It can be lower, because it may exceed the room of one gap while
  /// another gap has room to spare. For the requests 0 1 2 2 1 0 and room for one image, it is 4
  /// misses, because footprints of 1 and 3 fit into 6; `MinBypass` is 5.
  ///
  /// - Parameters:
  ///   - stream: The requests, for a cache that is empty at first.
  ///   - capacity: The capacity of the cache, in the unit of the sizes.
  ///   - cost: The cost of a miss.
  /// - Returns: The lower bound on the sum of the costs of misses.
  /// - Complexity: O(requests x log requests).
  package static func lower(
    _ stream: RequestStream, capacity: Int, cost: MissCost = .one
  ) -> Int {
    lower(ReuseIntervals(stream, capacity: capacity, cost: cost), capacity: capacity)
  }

  /// Returns PFOO-L of known reuses.
  package static func lower(_ reuses: ReuseIntervals, capacity: Int) -> Int {
    var left = UInt128(capacity) * UInt128(reuses.requestCount)
    var saved = 0
    for interval in reuses.intervals.sorted(by: Self.isWorthMore) {
      let footprint = interval.footprint
      guard footprint <= left else {
        let part = footprint.dividingFullWidth(
          left.multipliedFullWidth(by: UInt128(interval.value)))
        saved += Int(part.quotient)
        break
      }
      left -= footprint
      saved += interval.value
    }
    return reuses.totalCost - saved
  }

  /// The default number of reuses that PFOO-U decides about together.
  static let usualGroup = 1_024

  /// Returns PFOO-U, the cost of misses of a cache that knows the future.
  ///
  /// Reuses are decided in order of their value per footprint, one group at a time. The best
  /// circulation of a group in the remaining room determines which of its reuses are kept whole.
  /// This decision is final for the better half of the group; the other half is decided again with
  /// the next group. At the end, every reuse that still fits is kept, those with the most value per
  /// footprint first. The paper skips the reuses that its groups kept in part; keeping them only
  /// lowers the bound. Groups of one reuse make a plain greedy choice; a group of all reuses makes
  /// the choice of the paper's FOO, rounded.
  ///
  /// With equal sizes and one group, the result is that of `MinBypass` (with a cost of 1 for every
  /// miss) or `IntervalCostBound`.
  ///
  /// - Parameters:
  ///   - stream: The requests, for a cache that is empty at first.
  ///   - capacity: The capacity of the cache, in the unit of the sizes.
  ///   - cost: The cost of a miss.
  ///   - group: The number of reuses that are decided together; more give a better bound and take
  ///     longer.
  /// - Returns: A sum of the costs of misses that a cache can reach.
  /// - Complexity: O(requests x log requests) and two circulations per group.
  package static func upper(
    _ stream: RequestStream, capacity: Int, cost: MissCost = .one, group: Int = usualGroup
  ) -> Int {
    precondition(group > 0, "a group of \(group) reuses decides nothing")
    let reuses = ReuseIntervals(stream, capacity: capacity, cost: cost)
    let ranked = reuses.intervals.sorted(by: Self.isWorthMore)
    var room = GapCapacity(gaps: max(1, reuses.requestCount - 1), room: capacity)
    var isKept = [Bool](repeating: false, count: ranked.count)
    var first = 0
    while first < ranked.count {
      let last = min(first + group, ranked.count)
      let settled = last == ranked.count ? last : first + max(1, group / 2)
      for choice in keptWhole(ranked[first..<last], in: room) where choice < settled {
        isKept[choice] = true
        room.take(ranked[choice].room, over: ranked[choice].gaps)
      }
      first = settled
    }
    for (index, interval) in ranked.enumerated() where !isKept[index] {
      guard interval.room <= room.least(over: interval.gaps) else { continue }
      isKept[index] = true
      room.take(interval.room, over: interval.gaps)
    }
    let saved = zip(ranked, isKept).reduce(0) { $1.1 ? $0 + $1.0.value : $0 }
    return reuses.totalCost - saved
  }

  /// Returns the reuses of a group that its best circulation carries whole.
  private static func keptWhole(
    _ group: ArraySlice<ReuseIntervals.Interval>, in room: GapCapacity
  ) -> [Int] {
    let able = group.indices.filter { group[$0].room <= room.least(over: group[$0].gaps) }
    guard able.count > 1 else { return able }
    let ends = Set(able.flatMap { [group[$0].start, group[$0].end] }).sorted()
    let node = Dictionary(uniqueKeysWithValues: ends.enumerated().map { ($1, $0) })
    let gaps = zip(ends, ends.dropFirst()).map { room.least(over: Int($0)..<Int($1)) }
    let free = able.filter { group[$0].room == 0 }
    let rivals = able.filter { group[$0].room > 0 }
    // Profits per unit of room are whole numbers, the highest of them 2^40: only a choice
    // between nearly equal ones depends on the rounding. Equal rooms are exact.
    let areEqual = rivals.allSatisfy { group[$0].room == group[rivals[0]].room }
    let highest = rivals.map { Double(group[$0].value) / Double(group[$0].room) }.max() ?? 1
    let intervals = rivals.map { index in
      let interval = group[index]
      let profit = Double(interval.value) / Double(interval.room) / highest * 0x1p40
      return IntervalCirculation.Interval(
        start: node[interval.start, default: 0], end: node[interval.end, default: 0],
        room: areEqual ? 1 : interval.room,
        profit: areEqual ? interval.value : max(1, Int(profit)))
    }
    let unit = areEqual ? rivals.first.map { group[$0].room } ?? 1 : 1
    var circulation = IntervalCirculation(gaps: gaps.map { $0 / unit }, intervals: intervals)
    let carried = circulation.solve()
    return free + zip(rivals, zip(carried, intervals)).filter { $1.0 == $1.1.room }.map { $0.0 }
  }

  /// Returns whether a reuse comes before another: by value per footprint, then by its earlier end.
  private static func isWorthMore(
    _ left: ReuseIntervals.Interval, _ right: ReuseIntervals.Interval
  ) -> Bool {
    // 64 bits of value times 96 of footprint may not fit into one word.
    let one = UInt128(left.value).multipliedFullWidth(by: right.footprint)
    let other = UInt128(right.value).multipliedFullWidth(by: left.footprint)
    if (one.high, one.low) != (other.high, other.low) {
      return (one.high, one.low) > (other.high, other.low)
    }
    return left.end < right.end
  }
}

extension ReuseIntervals.Interval {
  /// The gaps over which the image must be kept.
  var gaps: Range<Int> { Int(start)..<Int(end) }
}

/// The room that is left over each gap, and the minimum of any range of gaps.
///
/// This is a segment tree: every node stores the room taken from all of its gaps at once and the
/// least room left below it.
///
/// - Complexity: O(gaps) to make, O(log gaps) per query and per change.
struct GapCapacity {
  private var least: [Int]
  private var taken: [Int]
  private let leaves: Int
  let count: Int

  /// Creates the same room over every gap.
  init(gaps: Int, room: Int) {
    var leaves = 1
    while leaves < gaps { leaves *= 2 }
    self.leaves = leaves
    count = gaps
    least = [Int](repeating: room, count: 2 * leaves)
    taken = [Int](repeating: 0, count: 2 * leaves)
  }

  /// Returns the least room over some gaps.
  /// - Precondition: the range is not empty.
  func least(over gaps: Range<Int>) -> Int {
    precondition(!gaps.isEmpty && gaps.upperBound <= count, "gaps \(gaps) of \(count)")
    return least(1, 0..<leaves, gaps)
  }

  /// Takes room from every gap of a range.
  mutating func take(_ room: Int, over gaps: Range<Int>) {
    take(room, 1, 0..<leaves, gaps)
  }

  private func least(_ node: Int, _ span: Range<Int>, _ gaps: Range<Int>) -> Int {
    if gaps.lowerBound <= span.lowerBound, span.upperBound <= gaps.upperBound {
      return least[node]
    }
    let middle = (span.lowerBound + span.upperBound) / 2
    var found = Int.max
    if gaps.lowerBound < middle {
      found = min(found, least(2 * node, span.lowerBound..<middle, gaps))
    }
    if gaps.upperBound > middle {
      found = min(found, least(2 * node + 1, middle..<span.upperBound, gaps))
    }
    return found - taken[node]
  }

  private mutating func take(_ room: Int, _ node: Int, _ span: Range<Int>, _ gaps: Range<Int>) {
    if gaps.lowerBound <= span.lowerBound, span.upperBound <= gaps.upperBound {
      least[node] -= room
      taken[node] += room
      return
    }
    let middle = (span.lowerBound + span.upperBound) / 2
    if gaps.lowerBound < middle { take(room, 2 * node, span.lowerBound..<middle, gaps) }
    if gaps.upperBound > middle { take(room, 2 * node + 1, middle..<span.upperBound, gaps) }
    least[node] = min(least[2 * node], least[2 * node + 1]) - taken[node]
  }
}
