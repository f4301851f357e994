import ScrollCore
import ScrollDevice

extension TraceReader {
  static let eventColumns = "time_ms,event"

  /// Reads the section `[events]`, which may be absent.
  mutating func readEvents(until end: SimTime) throws(TraceError) -> [TimedSystemEvent] {
    var events: [TimedSystemEvent] = []
    var rowLines: [Int] = []
    _ = try readRows(of: "events", columns: Self.eventColumns) {
      (fields, lines) throws(TraceError) in
      let text = fields.popField(before: UInt8(ascii: ","))
      let time = try Self.time(text, lines)
      guard time <= end else {
        throw lines.error(
          field: "time_ms", text,
          expected: "a time up to the end of the movement, \(end.milliseconds)")
      }
      if let last = events.last, time < last.time {
        throw lines.error(
          field: "time_ms", text,
          expected: "at least the time before, \(last.time.milliseconds)")
      }
      events.append(
        TimedSystemEvent(time: time, event: try Self.event(&fields, lines)))
      rowLines.append(lines.number)
    }
    eventLines = rowLines
    return events
  }

  private static func event(
    _ fields: inout ArraySlice<UInt8>, _ lines: borrowing LineReader
  ) throws(TraceError) -> SystemEvent {
    let whole = fields.popField(before: UInt8(ascii: ","))
    guard let event = SystemEvent(traceText: whole) else {
      throw lines.error(
        field: "event", whole,
        expected: "memoryPressure normal, warning or critical, background, foreground, tap, "
          + "relaunch, offline, online, externalPressure and a number of bytes from "
          + "-\(TraceLimits.pressureBytes) to \(TraceLimits.pressureBytes), rotate, insert top "
          + "or insert end and a number of items, or change, beginAccess, endAccess or "
          + "useContent and the number of an image")
    }
    return event
  }
}

extension SystemEvent {
  /// Reads the text that `description` writes; nil for any other.
  init?(traceText text: ArraySlice<UInt8>) {
    var argument = text
    let name = argument.popField(before: UInt8(ascii: " ")).text
    argument = argument.trimmed
    switch (name, argument.isEmpty) {
    case ("background", true): self = .background
    case ("foreground", true): self = .foreground
    case ("tap", true): self = .tap
    case ("relaunch", true): self = .relaunch
    case ("offline", true): self = .offline
    case ("online", true): self = .online
    case ("memoryPressure", false):
      guard let kind = PressureKind(rawValue: argument.text) else { return nil }
      self = .memoryPressure(kind)
    case ("externalPressure", false):
      let limit = TraceLimits.pressureBytes
      guard let bytes = argument.wholeNumber, -limit...limit ~= bytes else { return nil }
      self = .externalPressure(bytes: Int64(bytes))
    case ("rotate", true): self = .rotate
    case ("insert", false):
      guard let edge = Edge(rawValue: argument.popField(before: UInt8(ascii: " ")).text),
        let items = argument.trimmed.wholeNumber, 1...TraceLimits.items ~= items
      else { return nil }
      self = .insert(items: items, at: edge)
    case ("change", false), ("beginAccess", false), ("endAccess", false), ("useContent", false):
      guard let number = argument.wholeNumber, 0..<TraceLimits.images ~= number else { return nil }
      let image = ImageID(number)
      switch name {
      case "change": self = .change(image: image)
      case "beginAccess": self = .beginAccess(image: image)
      case "endAccess": self = .endAccess(image: image)
      default: self = .useContent(image: image)
      }
    default: return nil
    }
  }
}
