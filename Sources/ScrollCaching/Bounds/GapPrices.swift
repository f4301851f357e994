import HeapModule

/// Prices for a unit of room in the cache over each gap between two requests, from which two bounds
/// follow.
///
/// If every reuse paid for its room, a cache would keep only reuses worth more than their price.
/// For any prices, the surplus of these reuses plus the price of the whole capacity is at least the
/// saving of any cache (Lagrangian duality). Better prices give a closer bound. A cache saves
/// nearly as much if, whenever it is too full, it drops the reuse with the least value minus the
/// price of its remaining gaps. All reuses must take up equal room.
///
/// Prices are found by subgradient steps of Polyak's length with the mean of past directions
/// (P. Camerini, L. Fratta, F. Maffioli, "On improving relaxation methods by modified gradient
/// techniques", Mathematical Programming Study 3, 1975, doi:10.1007/BFb0120697).
struct GapPrices {
  private let intervals: [ReuseIntervals.Interval]
  private let capacity: Int
  private let gaps: Int
  /// The current price of each gap.
  private var prices: [Double]
  private var direction: [Double]
  /// The total price of the gaps before each gap: `toGap[g]` covers the gaps before `g`.
  private var toGap: [Double]
  /// The upper bound on the saving of any cache.
  private(set) var mostSaved: Double
  /// The largest saving found that a cache can reach.
  private(set) var saved: Int

  /// A reuse that is kept so far, ordered by its value minus the price of its remaining gaps.
  ///
  /// `worth` subtracts the price of all gaps up to the end. The gaps before the current one lower
  /// every `worth` equally, so they do not affect the order.
  private struct Candidate: Comparable {
    let worth: Double, end: Int32, index: Int

    static func < (left: Self, right: Self) -> Bool {
      left.worth != right.worth ? left.worth < right.worth : left.end > right.end
    }
  }

  /// Creates prices of 0.
  init(_ reuses: ReuseIntervals, capacity: Int) {
    intervals = reuses.intervals
    self.capacity = capacity
    gaps = max(1, reuses.requestCount - 1)
    prices = [Double](repeating: 0, count: gaps)
    direction = prices
    toGap = [Double](repeating: 0, count: gaps + 1)
    mostSaved = intervals.reduce(0) { $0 + Double($1.value) }
    saved = 0
    saved = sweep()
  }

  /// Improves the prices.
  /// - Parameter steps: The number of steps.
  mutating func improve(steps: Int) {
    var (best, sinceBest, pace) = (mostSaved, 0, 1.0)
    for step in 0..<steps {
      guard best > Double(saved) else { break }
      let value = evaluate()
      if value < best {
        (best, sinceBest) = (value, 0)
      } else {
        sinceBest += 1
        if sinceBest == 20 { (pace, sinceBest) = (pace / 2, 0) }
      }
      mostSaved = min(mostSaved, value)
      if step % 25 == 24 { saved = max(saved, sweep()) }
      move(from: value, pace: pace)
    }
    saved = max(saved, sweep())
  }

  /// Returns an upper bound on the saving at these prices, and sets `direction` to the descent
  /// direction.
  private mutating func evaluate() -> Double {
    var sum = 0.0
    for gap in 0..<gaps {
      toGap[gap] = sum
      sum += prices[gap]
    }
    toGap[gaps] = sum
    var value = sum * Double(capacity)
    var loads = [Int32](repeating: 0, count: gaps + 1)
    for interval in intervals {
      let gain = Double(interval.value) - (toGap[Int(interval.end)] - toGap[Int(interval.start)])
      guard gain > 0 else { continue }
      value += gain
      loads[Int(interval.start)] += 1
      loads[Int(interval.end)] -= 1
    }
    var load = 0
    for gap in 0..<gaps {
      load += Int(loads[gap])
      direction[gap] = Double(load - capacity) + 0.7 * direction[gap]
      if prices[gap] == 0, direction[gap] < 0 { direction[gap] = 0 }
    }
    return value
  }

  private mutating func move(from value: Double, pace: Double) {
    let norm = direction.reduce(0) { $0 + $1 * $1 }
    guard norm > 0 else { return }
    let length = pace * (value - Double(saved)) / norm
    for gap in 0..<gaps { prices[gap] = max(0, prices[gap] + length * direction[gap]) }
  }

  /// Returns the saving of a cache that, whenever it is too full, drops the reuse whose value minus
  /// the price of its remaining gaps is least.
  private func sweep() -> Int {
    var heap = Heap<Candidate>()
    var (sum, kept, next) = (0, 0, 0)
    let byStart = intervals.indices.sorted { intervals[$0].start < intervals[$1].start }
    var isOpen = [Bool](repeating: false, count: intervals.count)
    var ending = 0
    for gap in 0..<gaps {
      // A reuse that was kept until here is a hit.
      while ending < intervals.count, Int(intervals[ending].end) <= gap {
        if isOpen[ending] {
          isOpen[ending] = false
          sum += intervals[ending].value
          kept -= 1
        }
        ending += 1
      }
      while next < byStart.count, Int(intervals[byStart[next]].start) == gap {
        let index = byStart[next]
        let interval = intervals[index]
        heap.insert(
          Candidate(
            worth: Double(interval.value) - toGap[Int(interval.end)], end: interval.end,
            index: index))
        isOpen[index] = true
        kept += 1
        next += 1
      }
      while kept > capacity, let least = heap.popMin() {
        guard isOpen[least.index] else { continue }
        isOpen[least.index] = false
        kept -= 1
      }
    }
    for index in intervals.indices where isOpen[index] { sum += intervals[index].value }
    return sum
  }
}
