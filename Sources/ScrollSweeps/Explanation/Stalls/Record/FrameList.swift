import ScrollCore
import ScrollSimulation

/// The frames of a run by number; frames that only repeat the previous one are stored as a count.
///
/// - Complexity: memory and a search by number depend on the frames that do not repeat; visiting
///   all in turn takes O(1) for each.
struct FrameList: RandomAccessCollection, Sendable {
  /// A frame, and the number of frames that repeat it.
  private struct Stretch {
    var number: Int
    var frame: FrameRecord
    var repeats = 0
    /// The index in the log at which the repeats are counted.
    var entry = 0
  }

  private var stretches: [Stretch] = []
  private let hertz: Int64
  private(set) var endIndex = 0
  var startIndex: Int { 0 }

  /// Creates an empty list.
  /// - Parameter hertz: The number of vsyncs per second.
  init(hertz: Int64) { self.hertz = hertz }

  mutating func append(_ frame: FrameRecord) {
    stretches.append(Stretch(number: endIndex, frame: frame))
    endIndex += 1
  }

  /// Adds frames that repeat the last one.
  /// - Parameters:
  ///   - count: The number of frames.
  ///   - entry: The index in the log at which they are counted.
  /// - Precondition: there is a last frame, and none repeats it yet.
  mutating func appendRepeats(_ count: Int, entry: Int) {
    precondition(stretches.last?.repeats == 0, "\(count) frames repeat nothing")
    stretches[stretches.count - 1].repeats = count
    stretches[stretches.count - 1].entry = entry
    endIndex += count
  }

  subscript(number: Int) -> FrameRecord {
    precondition(indices.contains(number), "no frame \(number)")
    var (low, high) = (0, stretches.count - 1)
    while low < high {
      let middle = (low + high + 1) / 2
      if stretches[middle].number <= number { low = middle } else { high = middle - 1 }
    }
    return frame(number - stretches[low].number, of: stretches[low])
  }

  /// The frames that do not repeat the previous one, with their numbers.
  var changes: some BidirectionalCollection<(number: Int, frame: FrameRecord)> {
    stretches.lazy.map { (number: $0.number, frame: $0.frame) }
  }

  /// Returns the number of the first frame that satisfies a condition; the count if there is none.
  /// - Precondition: all frames behind that one satisfy it, too.
  /// - Complexity: O(log² n).
  func partitioningIndex(where isReached: (FrameRecord) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isReached(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }

  /// Returns the frame of a stretch, or the frame that repeats it for the `place`-th time.
  private func frame(_ place: Int, of stretch: Stretch) -> FrameRecord {
    var frame = stretch.frame
    guard place > 0 else { return frame }
    let vsync = frame.presented.firstVsync(hertz: hertz) + Int64(place)
    frame.start = .vsync(vsync - 1, hertz: hertz)
    frame.due = .vsync(vsync, hertz: hertz)
    frame.presented = frame.due
    frame.delay = .zero
    frame.work = RunReport.MainThreadWork()
    frame.entries = stretch.entry..<stretch.entry
    return frame
  }

  func makeIterator() -> Iterator { Iterator(frames: self) }

  struct Iterator: IteratorProtocol, Sendable {
    fileprivate let frames: FrameList
    private var stretch = 0, place = 0

    fileprivate init(frames: FrameList) { self.frames = frames }

    mutating func next() -> FrameRecord? {
      guard stretch < frames.stretches.count else { return nil }
      let current = frames.stretches[stretch]
      let frame = frames.frame(place, of: current)
      place += 1
      if place > current.repeats { (stretch, place) = (stretch + 1, 0) }
      return frame
    }
  }
}

/// One frame of a run, with its entries in the log.
struct FrameRecord {
  var start: SimTime
  var due: SimTime
  /// The time when the frame was on screen, or when the run or the app ended before that.
  var presented: SimTime
  var isPresented: Bool
  /// The delay: missed vsyncs times the period; zero unless the frame is a hitch.
  var delay: SimTime
  var work: RunReport.MainThreadWork
  /// The blank, soft and wrong shares of the viewport.
  var blank: Double, soft: Double, wrong: Double
  /// The entries of the log from the end of the previous frame to the frame's own.
  var entries: Range<Int>

  /// Returns the delay of a late frame, as the report counts it.
  ///
  /// A frame that is on screen when the app goes to the background is planned for a vsync before
  /// that moment. Its due time in the log is nevertheless after the return of the app.
  static func delay(
    start: SimTime, due: SimTime, presented: SimTime, work: SimTime, hertz: Int64
  ) -> SimTime {
    let next = start.firstVsync(hertz: hertz) + 1
    let planned = max(next, (start + work).firstVsync(hertz: hertz))
    let missed = SimTime.vsync(planned, hertz: hertz) - SimTime.vsync(next, hertz: hertz)
    return min(missed, presented - due)
  }
}
