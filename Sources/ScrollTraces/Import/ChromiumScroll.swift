/// The way of a page that Chromium moved, step by step, as rows.
struct ChromiumScroll {
  private(set) var rows: RecordingRows

  private let scale: Double
  private var isTouched = false
  private var last: (time: Double, offset: Double)?
  /// A finger that touched before the first step.
  private var early: TraceEvent?

  init(scale: Double, of source: RecordingSource) {
    self.scale = scale
    rows = RecordingRows(
      ["t_ms", "scroll_y", "touch"], names: ["t_ms": "ts", "scroll_y": "visual_offset"],
      of: source)
  }

  /// The page was moved.
  mutating func move(_ step: TraceEvent) {
    let offset = offset(of: step)
    if let early, last == nil { append(early.time, offset, at: early) }
    early = nil
    if let last, offset != last.offset, step.time - last.time > RecordingRows.longestStep {
      append(step.time - RecordingRows.frame, last.offset, at: step)
    }
    append(step.time, offset, at: step)
  }

  /// A finger touched or left, before a step or after the last one.
  mutating func touch(_ touch: TraceEvent, before step: TraceEvent?) {
    guard let isTouch = touch.isTouch, isTouch != isTouched else { return }
    isTouched = isTouch
    guard let last else {
      early = isTouch ? touch : nil
      return
    }
    var offset = last.offset
    if let step, step.time > last.time, step.time - last.time <= RecordingRows.longestStep {
      let share = (touch.time - last.time) / (step.time - last.time)
      offset += (self.offset(of: step) - offset) * share
    }
    append(touch.time, offset, at: touch)
  }

  private func offset(of step: TraceEvent) -> Double { (step.offset ?? 0) / scale }

  /// Two things at the same moment make one row, which says the first.
  private mutating func append(_ time: Double, _ offset: Double, at event: TraceEvent) {
    if let last, time <= last.time { return }
    let touch: ArraySlice<UInt8> = isTouched ? [UInt8(ascii: "1")] : [UInt8(ascii: "0")]
    rows.append(time, offset, [touch], at: event.place)
    last = (time, offset)
  }
}
