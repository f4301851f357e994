import ScrollCore
import ScrollSimulation

/// The share of the screen that each appearance of a run left blank or wrong, integrated over time.
struct StallShares {
  /// An area in shares of the viewport times seconds.
  struct Area {
    var blank = 0.0, wrong = 0.0
  }

  /// A frame with a blank or wrong part, while it is on screen.
  struct Span {
    var frame: Int
    var from: SimTime, to: SimTime
    /// The seconds of time on screen.
    var seconds: Double
    /// The blank or wrong share of the viewport.
    var share: Double
  }

  /// The areas of all appearances of the record.
  private(set) var areas: [Area]
  /// The frames with a blank or wrong part, in order.
  private(set) var spans: [Span] = []

  /// Measures a run; adds up the same areas that the report integrates.
  ///
  /// - Complexity: O(frames + visible items of the frames that stall).
  init(_ record: LogIndex) {
    areas = Array(repeating: Area(), count: record.appearances.count)
    var screen = ScreenCursor(record.prepared)
    var visible: [Int] = [], next = 0
    for (number, frame) in record.frames.enumerated() {
      while next < record.appearances.count, record.appearances[next].frame <= number {
        visible.append(next)
        next += 1
      }
      visible.removeAll { record.appearances[$0].left?.frame ?? .max <= number }
      guard frame.isPresented, frame.blank + frame.wrong > 0 else { continue }
      screen.advance(to: frame.start)
      let span = Span(of: frame, number, in: record)
      spans.append(span)
      for index in visible {
        let appearance = record.appearances[index]
        let content = appearance.content(in: number)
        guard content.isBlank || content.isWrong else { continue }
        let area = screen.share(of: Int(appearance.item)) * span.seconds
        if content.isBlank { areas[index].blank += area } else { areas[index].wrong += area }
      }
    }
  }
}

extension StallShares.Span {
  fileprivate init(of frame: FrameRecord, _ number: Int, in record: LogIndex) {
    // Until the next frame, a relaunch of the app, or the end of the run.
    var end = min(record.end, record.presentation(of: number + 1) ?? .never)
    for launch in record.relaunches where launch.time >= frame.presented {
      end = min(end, launch.time)
    }
    self.init(
      frame: number, from: frame.presented, to: end,
      seconds: record.clock.elapsed(from: frame.presented, to: end).seconds,
      share: frame.blank + frame.wrong)
  }
}

extension AppearanceRecord.Content {
  /// A Boolean value that indicates whether the cell shows nothing.
  var isBlank: Bool { self == .nothing }

  /// A Boolean value that indicates whether the cell shows another item's image.
  var isWrong: Bool {
    switch self {
    case .old(_, is: .another), .misplaced, .namesake: true
    case .nothing, .old, .low, .full: false
    }
  }
}
