import HeapModule

/// A price for a unit of room over each gap, from which follow two bounds.
///
/// If every reuse paid for its room, only those worth more than their price would be kept, and
/// however the prices are set, what these are worth above their price plus the price of all the
/// room there is is at least what any cache can save (Lagrangian duality). The better the prices,
/// the closer that is. In return a cache that gives up, whenever it is too full, the reuse that
/// is worth least after what is left to pay saves nearly as much. Equal rooms only.
///
/// Prices are found by subgradient steps of Polyak's length with the mean of past directions
/// (P. Camerini, L. Fratta, F. Maffioli, "On improving relaxation methods by modified gradient
/// techniques", Mathematical Programming Study 3, 1975, doi:10.1007/BFb0120697).
struct GapPrices {
  private let intervals: [ReuseIntervals.Interval]
  private let capacity: Int
  private let gaps: Int
  /// What each gap costs, before it is known to be best.
  private var prices: [Double]
  private var direction: [Double]
  /// `toGap[g]` is the price of the gaps before `g`.
  private var toGap: [Double]
  /// No cache saves more.
  private(set) var mostSaved: Double
  /// What a cache does save.
  private(set) var saved: Int

  /// A reuse that is kept so far, by what it is worth after what is left to pay: what is paid
  /// already is the same for all.
  private struct Candidate: Comparable {
    let worth: Double, end: Int32, index: Int

    static func < (left: Self, right: Self) -> Bool {
      left.worth != right.worth ? left.worth < right.worth : left.end > right.end
    }
  }

  /// Prices of nothing.
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
  /// - Parameter steps: how often.
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

  /// What no cache saves more than, at these prices; `direction` becomes the way down.
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

  /// What a cache saves that gives up what is worth least after what is left to pay.
  private func sweep() -> Int {
    var heap = Heap<Candidate>()
    var (sum, kept, next) = (0, 0, 0)
    let byStart = intervals.indices.sorted { intervals[$0].start < intervals[$1].start }
    var isOpen = [Bool](repeating: false, count: intervals.count)
    var ending = 0
    for gap in 0..<gaps {
      // What was kept until here has hit.
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
