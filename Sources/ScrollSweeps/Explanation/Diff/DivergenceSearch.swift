import ScrollCore
import ScrollSimulation

/// Finds the first step after which two caches do not hold the same.
///
/// Up to there the two runs are the same: they differ in their caches alone. Evicting the same
/// images in another order, or for another reason, is no divergence.
struct DivergenceSearch {
  /// The end of the step in each of the logs.
  let bounds: (a: Int, b: Int)
  /// The step of each of the caches; nil for one that did nothing.
  let steps: (a: CacheStep?, b: CacheStep?)
  let time: SimTime

  /// Compares the steps of two runs; nil if they never diverge.
  ///
  /// - Parameters:
  ///   - a: the steps of one run.
  ///   - b: those of the other.
  ///   - lengths: of their logs.
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

  /// The step at the same place of another log.
  private static func counterpart(of step: CacheStep, in steps: [CacheStep]) -> CacheStep? {
    steps.first { $0.time == step.time && $0.entries.lowerBound == step.entries.lowerBound }
  }
}

/// What a cache did at one moment: it stored or refused an image and evicted others, or it only
/// evicted.
struct CacheStep: Equatable {
  var time: SimTime
  /// In the log.
  var entries: Range<Int>
  /// The image to store; nil where it only evicted.
  var offered: Int32?
  /// Keys that it holds since, and no longer, in ascending order.
  var added: [Int32] = [], removed: [Int32] = []

  /// Whether it holds the same as before: it refused, or replaced an image by itself.
  var changesNothing: Bool { added.isEmpty && removed.isEmpty }

  /// Whether two caches that held the same hold the same afterwards.
  func changesTheSame(as other: CacheStep) -> Bool {
    (time, added, removed) == (other.time, other.added, other.removed)
  }

  /// Every step of a run.
  ///
  /// - Complexity: O(entries).
  static func all(in log: [RunLog.Entry], keyCount: Int) -> [CacheStep] {
    var steps: [CacheStep] = []
    var residents = ResidentSet(keyCount: keyCount)
    /// Keys that the step has touched, and whether they were resident before.
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
