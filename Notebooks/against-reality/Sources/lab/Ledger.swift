/// The figures that a run reports, added up from frame to frame.
///
/// Times are nanoseconds.
struct Ledger {
  /// A frame from the start of its processing to the start of the next one.
  private struct Frame {
    var due: Int64, planned: Int64, blank: Double
  }

  var requests = 0, hits = 0, joined = 0, started = 0, prefetches = 0
  var neverShown = 0
  private(set) var unfinished = 0, appearances = 0, frames = 0, hitches = 0, blankFrames = 0
  private(set) var hitchTime: Int64 = 0
  /// The blank area: share of the viewport times nanoseconds.
  private(set) var blank = 0.0
  /// The delay of each image that was shown.
  private(set) var waits: [Int64] = []

  private var frame: Frame?
  /// The blank share of the viewport that is on screen, and the moment since when.
  private var onScreen = 0.0, since: Int64 = 0
  /// The items that entered in the frame that is not on screen yet, and those whose images it
  /// shows.
  private var entered: [Int] = [], shown: [Int] = []
  private var firstSeen: [Int64]

  init(items: Int) { firstSeen = Array(repeating: 0, count: items) }

  mutating func didEnter(_ item: Int) {
    appearances += 1
    entered.append(item)
  }

  mutating func didShow(_ item: Int) { shown.append(item) }

  mutating func openFrame(due: Int64, planned: Int64, blank: Double) {
    frames += 1
    frame = Frame(due: due, planned: planned, blank: blank)
  }

  /// Puts the last frame on screen from now on, or drops it because the run has ended.
  mutating func closeFrame(at now: Int64, isPresented: Bool) {
    guard let frame else { return }
    self.frame = nil
    let end = min(now, frame.planned)
    if frame.planned > frame.due, end > frame.due {
      hitches += 1
      hitchTime += end - frame.due
    }
    guard isPresented else {
      // The user never sees the images of this frame.
      unfinished += shown.count
      return
    }
    show(frame.blank, from: now)
    if frame.blank > 0 { blankFrames += 1 }
    for item in entered { firstSeen[item] = now }
    for item in shown { waits.append(now - firstSeen[item]) }
    (entered, shown) = ([], [])
  }

  /// Ends the run while a number of items still wait.
  mutating func end(waiting: Int) { unfinished += waiting }

  private mutating func show(_ blank: Double, from now: Int64) {
    self.blank += onScreen * Double(now - since)
    (onScreen, since) = (blank, now)
  }

  /// Counts the blank area on screen as staying there until the end.
  mutating func settle(at end: Int64) { show(0, from: end) }

  // MARK: Percentiles

  /// Returns the nearest-rank percentile over all appearances; `nil` for one that was never shown.
  func timeToImage(percent: Int) -> Int64? {
    nearestRank(percent, of: waits.sorted(), outOf: waits.count + neverShown + unfinished)
  }

  /// The median delay of the images that were shown late.
  var medianOfLate: Int64? {
    let late = waits.filter { $0 > 0 }.sorted()
    return nearestRank(50, of: late, outOf: late.count)
  }

  private func nearestRank(_ percent: Int, of sorted: [Int64], outOf total: Int) -> Int64? {
    guard total > 0 else { return nil }
    let rank = max(1, (total * percent + 99) / 100) - 1
    return rank < sorted.count ? sorted[rank] : nil
  }
}
