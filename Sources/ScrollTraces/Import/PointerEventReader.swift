import ScrollCore
import ScrollLayout

/// A reader for pointer events (W3C Pointer Events, Level 3), whose fingers scroll the content.
///
/// A row or object has `type`, `timeStamp` in milliseconds and `clientY` (or `clientX`) in CSS
/// pixels, which are points, and perhaps `pointerId`, `isPrimary` and `pointerType`. One finger
/// counts at a time, the first that touches; mice scroll by their wheels and are skipped. If the
/// browser scrolls the page itself, the page gets `pointercancel` in place of moves, so a page must
/// set `touch-action: none` to record them. A gesture that is cancelled, or that has no end in the
/// file, stops at its last recorded position.
struct PointerEventReader {
  static let type = "type"

  private let asked: RecordingReader
  private let source: RecordingSource
  private var contacts: [FingerContact] = []
  private var finger: Finger?
  /// The times of the first event and of the last one.
  private var start: Double?, last = -Double.infinity
  private var count = 0

  /// A finger that is down.
  private struct Finger {
    let id: ArraySlice<UInt8>
    var times: [SimTime], positions: [Double]

    /// Records a position; of two events at the same time the last one counts.
    mutating func move(to position: Double, at time: SimTime) {
      if let last = times.last, time <= last {
        positions[positions.count - 1] = position
      } else {
        times.append(time)
        positions.append(position)
      }
    }

    consuming func lifted(isCancelled: Bool) -> FingerContact {
      // A tap without a duration gets a short one.
      if times.count == 1 { move(to: positions[0], at: times[0] + SimTime(milliseconds: 1)) }
      return FingerContact(times: times, positions: positions, isCancelled: isCancelled)
    }
  }

  init(_ asked: RecordingReader, _ source: RecordingSource) {
    self.asked = asked
    self.source = source
  }

  consuming func rows(of table: some RecordingTable) throws(TraceError) -> RecordingRows {
    let column = asked.time ?? ColumnChoice("timeStamp")
    let time = ScrollColumns.Numbers(
      name: column.name, factor: (column.unit ?? .milliseconds).factor(scale: 1), isUnitNamed: true,
      isUnitAsked: column.unit != nil)
    _ = try SampleRate(of: table, time).unit(of: time, in: source)
    var table = table
    while let row = try table.nextRow() { try read(row) }
    if let finger { contacts.append(finger.lifted(isCancelled: true)) }
    guard !contacts.isEmpty else {
      throw TraceError(
        file: source.file, subject: .file,
        found: .fact("has \(count) pointer events, and no finger among them"),
        expected: "pointerdown, pointermove and pointerup of a touch")
    }
    let motion: ScrollMotion
    do { motion = try asked.player.follow(contacts) } catch {
      throw TraceError(
        file: source.file, subject: .file, found: .fact("cannot be played, because \(error)"),
        expected: "one finger after the other, within a day")
    }
    var rows = RecordingRows(["t_ms", "scroll_y", "touch"], of: source)
    for index in motion.times.indices {
      let touch = UInt8(ascii: motion.phases[index] == .tracking ? "1" : "0")
      rows.append(motion.times[index].milliseconds, motion.offsets[index], [[touch]], at: nil)
    }
    return rows
  }

  private mutating func read(_ row: RecordingRow) throws(TraceError) {
    guard let type = row[Self.type] else {
      throw source.error(
        row.place, field: Self.type, .fact("is missing"), expected: "pointerdown, for instance")
    }
    count += 1
    guard type.starts(with: "pointer".utf8) else { return }
    let time = try time(row)
    guard row["pointerType"].map({ !$0.elementsEqual("mouse".utf8) }) ?? true else { return }
    let id = row["pointerId"] ?? []
    switch type.text {
    case "pointerdown":
      guard finger == nil else { return }
      var begin = time
      if let before = contacts.last?.times.last, before > begin { begin = before }
      finger = Finger(id: id, times: [begin], positions: [try position(row)])
    case "pointermove", "pointerrawupdate":
      guard finger?.id.elementsEqual(id) ?? false else { return }
      let place = try position(row)
      finger?.move(to: place, at: time)
    case "pointerup", "pointercancel":
      guard var lifting = finger, lifting.id.elementsEqual(id) else { return }
      let isCancelled = type.text == "pointercancel"
      // Cancelled gestures have no final position.
      if !isCancelled {
        let place = try position(row)
        lifting.move(to: place, at: time)
      }
      contacts.append(lifting.lifted(isCancelled: isCancelled))
      finger = nil
    default: break
    }
  }

  private mutating func time(_ row: RecordingRow) throws(TraceError) -> SimTime {
    let column = asked.time ?? ColumnChoice("timeStamp")
    let unit = column.unit ?? .milliseconds
    let expected = "a time, not before that of the event in front of it, and a day at most in all"
    let time =
      try source.number(row[column.name], column.name, at: row.place, expected: expected)
      * unit.factor(scale: asked.scale)
    let start = start ?? time
    guard time >= last, time - start <= ScrollMotion.longestMovement.milliseconds else {
      throw source.error(
        row.place, field: column.name, .text(ClippedText(bytes: row[column.name] ?? [])),
        expected: expected)
    }
    (self.start, last) = (start, time)
    return SimTime(milliseconds: time - start)
  }

  private func position(_ row: RecordingRow) throws(TraceError) -> Double {
    let usual = asked.axis == .vertical ? "clientY" : "clientX"
    let column = asked.offset ?? ColumnChoice(usual)
    let unit = column.unit ?? .points
    let expected = "the place of the finger, a number of points"
    let position =
      try source.number(row[column.name], column.name, at: row.place, expected: expected)
      * unit.factor(scale: asked.scale)
    guard abs(position) <= 1e6 else {
      throw source.error(
        row.place, field: column.name, .text(ClippedText(bytes: row[column.name] ?? [])),
        expected: expected)
    }
    return position
  }
}
