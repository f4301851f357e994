import ScrollCore
import ScrollSimulation

/// How much of the screen each appearance of a run left blank or wrong, and for how long.
struct StallShares {
  /// Share of the viewport times seconds.
  struct Area {
    var blank = 0.0, wrong = 0.0
  }

  /// A frame with something blank or wrong, while it is on screen.
  struct Span {
    var frame: Int
    var from: SimTime, to: SimTime
    /// Seconds of time on screen.
    var seconds: Double
    /// Of the viewport, blank or wrong.
    var share: Double
  }

  /// Of every appearance of the record.
  private(set) var areas: [Area]
  private let record: LogIndex

  /// Measures a run, adding up what the report integrates.
  ///
  /// - Complexity: O(frames + visible items of the frames that stall).
  init(_ record: LogIndex) {
    self.record = record
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
      let seconds = span(of: frame, number).seconds
      for index in visible {
        let appearance = record.appearances[index]
        let content = appearance.content(in: number)
        guard content.isBlank || content.isWrong else { continue }
        let area = screen.share(of: Int(appearance.item)) * seconds
        if content.isBlank { areas[index].blank += area } else { areas[index].wrong += area }
      }
    }
  }

  /// The frames with something blank or wrong, in turn.
  var spans: some Sequence<Span> {
    record.frames.enumerated().lazy.compactMap { number, frame in
      frame.isPresented && frame.blank + frame.wrong > 0 ? span(of: frame, number) : nil
    }
  }

  private func span(of frame: FrameRecord, _ number: Int) -> Span {
    let to = end(of: frame, number)
    return Span(
      frame: number, from: frame.presented, to: to,
      seconds: record.clock.elapsed(from: frame.presented, to: to).seconds,
      share: frame.blank + frame.wrong)
  }

  /// Until when a frame is on screen: the next one is, the app starts again, or the run ends.
  private func end(of frame: FrameRecord, _ number: Int) -> SimTime {
    var end = min(record.end, record.presentation(of: number + 1) ?? .never)
    for launch in record.relaunches where launch.time >= frame.presented {
      end = min(end, launch.time)
    }
    return end
  }
}

extension AppearanceRecord.Content {
  /// Whether its cell shows nothing.
  var isBlank: Bool { self == .nothing }

  /// Whether its cell shows another item's image.
  var isWrong: Bool {
    switch self {
    case .old(_, is: .another), .misplaced, .namesake: true
    case .nothing, .old, .low, .full: false
    }
  }
}
