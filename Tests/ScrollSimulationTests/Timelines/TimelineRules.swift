import Foundation
import ScrollCore
import ScrollPages
import ScrollRunStories
import ScrollSimulation

/// A timeline as others read it, and the rules of its format.
struct TimelineRules {
  let events: [[String: Any]]
  private(set) var broken: [String] = []

  /// Reads a document and looks for what breaks a rule.
  init(_ text: String, until end: SimTime) throws {
    let object = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    events = object?["traceEvents"] as? [[String: Any]] ?? []
    if object?["displayTimeUnit"] as? String != "ms" { broken.append("no displayTimeUnit") }
    if events.isEmpty { broken.append("no events") }
    var ends: [Int: Decimal] = [:], starts: [Int: Decimal] = [:]
    let last = Decimal(end.nanoseconds) / 1000
    for event in events {
      guard let phase = event["ph"] as? String, event["name"] is String,
        let time = Self.decimal(event["ts"]), let track = event["tid"] as? Int,
        event["pid"] is Int
      else {
        broken.append("a field is missing: \(event)")
        continue
      }
      let arguments = event["args"] as? [String: Any] ?? [:]
      switch phase {
      case "X":
        let duration = Self.decimal(event["dur"]) ?? -1
        if duration < 0 { broken.append("no duration: \(event)") }
        if time < ends[track] ?? 0 { broken.append("overlaps: \(event)") }
        ends[track] = time + duration
      case "C":
        if arguments.isEmpty || !arguments.values.allSatisfy({ $0 is NSNumber }) {
          broken.append("counts nothing: \(event)")
        }
      case "i":
        if event["s"] as? String != "p" { broken.append("no scope: \(event)") }
      case "M": continue
      default: broken.append("unknown phase: \(event)")
      }
      if time < starts[track] ?? 0 { broken.append("goes back: \(event)") }
      starts[track] = time
      if time < 0 || max(time, ends[track] ?? 0) > last { broken.append("outlasts: \(event)") }
    }
  }

  private static func decimal(_ value: Any?) -> Decimal? {
    (value as? NSNumber).flatMap { Decimal(string: $0.stringValue) }
  }

  /// Names of the events of a kind.
  func names(_ phase: String) -> [String] {
    events.filter { $0["ph"] as? String == phase }.compactMap { $0["name"] as? String }
  }

  /// The lines of a timeline: name, start and duration in microseconds.
  func spans() -> [String] {
    events.filter { $0["ph"] as? String == "X" }.map {
      "\($0["name"] ?? "") \($0["ts"] ?? "") + \($0["dur"] ?? "")"
    }
  }
}

extension TimelineExport {
  /// The whole document.
  var text: String {
    var text = ""
    write { text += $0 }
    return text
  }
}
