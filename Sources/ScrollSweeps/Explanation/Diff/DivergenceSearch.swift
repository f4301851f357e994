import ScrollCore
import ScrollSimulation

/// Finds the first step after which two caches hold different images.
///
/// Up to that step the two runs are equal, because they differ only in their caches. Evicting the
/// same images in another order, or for another reason, is no divergence.
struct DivergenceSearch {
  /// The index in each log at which the step ends.
  let bounds: (a: Int, b: Int)
  /// The step of each cache; `nil` for a cache that did nothing.
  let steps: (a: CacheStep?, b: CacheStep?)
  let time: SimTime

  /// Compares the steps of two runs; `nil` if they never diverge.
  ///
  /// - Parameters:
  ///   - a: The steps of one run.
  ///   - b: The steps of the other run.
  ///   - lengths: The lengths of their logs.
  init?(_ a: [CacheStep], _ b: [CacheStep], lengths: (a: Int, b: Int)) {
    let left = a.filter { !$0.changesNothing }, right = b.filter { !$0.changesNothing }
    let index =
      zip(left, right).enumerated().first { !$0.element.0.changesTheSame(as: $0.element.1) }?.offset
      ?? min(left.count, right.count)
    let next = (
      a: index < left.count ? left[index] : nil, b: index < right.count ? right[index] : nil
    )
    guard let first = [next.a, next.b].compactMap({ $0 }).min(by: Self.isBefore) else {
      return nil
    }
    time = first.time
    let steps = (a: Self.counterpart(of: first, in: a), b: Self.counterpart(of: first, in: b))
    self.steps = steps
    bounds = (
      steps.a?.entries.upperBound ?? next.a?.entries.lowerBound ?? lengths.a,
      steps.b?.entries.upperBound ?? next.b?.entries.lowerBound ?? lengths.b
    )
  }

  private static func isBefore(_ one: CacheStep, _ other: CacheStep) -> Bool {
    (one.time, one.entries.lowerBound) < (other.time, other.entries.lowerBound)
  }

  /// Returns the step at the same position in another log.
  private static func counterpart(of step: CacheStep, in steps: [CacheStep]) -> CacheStep? {
    steps.first { $0.time == step.time && $0.entries.lowerBound == step.entries.lowerBound }
  }
}

/// The operation of a cache at one moment: it stored or refused an image and evicted others, or it
/// only evicted.
struct CacheStep: Equatable {
  var time: SimTime
  /// The range of its entries in the log.
  var entries: Range<Int>
  /// The image that was offered for storage; `nil` if the cache only evicted.
  var offered: Int32?
  /// The keys that this step adds to the cache, and the keys that it removes, in ascending order.
  var added: [Int32] = [], removed: [Int32] = []

  /// A Boolean value that indicates whether the content stays the same: the cache refused an image,
  /// or replaced an image by a new copy.
  var changesNothing: Bool { added.isEmpty && removed.isEmpty }

  /// Returns a Boolean value that indicates whether two caches that held the same images hold the
  /// same images afterwards.
  func changesTheSame(as other: CacheStep) -> Bool {
    (time, added, removed) == (other.time, other.added, other.removed)
  }

  /// Returns every step of a run.
  ///
  /// - Complexity: O(entries).
  static func all(in log: [RunLog.Entry], keyCount: Int) -> [CacheStep] {
    var steps: [CacheStep] = []
    var residents = ResidentSet(keyCount: keyCount)
    /// Keys that the step has touched, with a Boolean value for whether they were resident before.
    var touched: [Int32: Bool] = [:]
    func close() {
      guard !touched.isEmpty else { return }
      for key in touched.keys.sorted() where touched[key] != residents.contains(key) {
        if residents.contains(key) {
          steps[steps.count - 1].added.append(key)
        } else {
          steps[steps.count - 1].removed.append(key)
        }
      }
      touched.removeAll(keepingCapacity: true)
    }
    for (index, entry) in log.enumerated() {
      switch entry.event {
      case .stored(let key, _, _, _):
        close()
        steps.append(CacheStep(time: entry.time, entries: index..<index + 1, offered: key))
        touched[key] = residents.contains(key)
      case .removed(let key, _, _):
        if !touched.isEmpty, let last = steps.last, last.entries.upperBound == index,
          last.time == entry.time
        {
          steps[steps.count - 1].entries = last.entries.lowerBound..<index + 1
        } else {
          close()
          steps.append(CacheStep(time: entry.time, entries: index..<index + 1))
        }
        if touched[key] == nil { touched[key] = residents.contains(key) }
      default: continue
      }
      residents.follow(entry.event)
    }
    close()
    return steps
  }
}
