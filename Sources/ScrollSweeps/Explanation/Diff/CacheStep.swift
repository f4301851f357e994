import ScrollCore
import ScrollSimulation

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
