package import Foundation

/// A timeline as others read it, and the rules of its format.
///
/// The rules are those of Google's "Trace Event Format" (2016) and what Perfetto makes of it: the
/// spans of a track nest or lie apart, tracks have names of their own, and a flow is one id,
/// category and name with a start, steps and an end, each on the span that began last on its
/// track, and encloses it.
package struct TimelineDocument {
  package let events: [[String: Any]]
  package private(set) var broken: [String] = []
  /// By track.
  package private(set) var trackNames: [Int: String] = [:]

  private var flows: [String: [(phase: String, time: Decimal)]] = [:]
  private var open: [Int: [(start: Decimal, end: Decimal)]] = [:]
  private var latest: [Int: (start: Decimal, end: Decimal)] = [:]
  private var times: [Int: Decimal] = [:]

  /// Reads a document and looks for what breaks a rule.
  /// - Parameters:
  ///   - data: the document.
  ///   - last: the end of the run in microseconds.
  /// - Throws: what is no JSON.
  package init(_ data: Data, until last: Decimal) throws {
    let object = try JSONSerialization.jsonObject(with: data) as? [String: Any]
    events = object?["traceEvents"] as? [[String: Any]] ?? []
    if object?["displayTimeUnit"] as? String != "ms" { broken.append("no displayTimeUnit") }
    if events.isEmpty { broken.append("no events") }
    for event in events where event["name"] as? String == "thread_name" {
      guard let track = event["tid"] as? Int, let name = event.arguments["name"] as? String,
        !name.isEmpty, trackNames.updateValue(name, forKey: track) == nil
      else {
        broken.append("names no track: \(event)")
        continue
      }
    }
    if Set(trackNames.values).count < trackNames.count { broken.append("two tracks of one name") }
    for event in events { check(event, until: last) }
    for (flow, points) in flows { check(flow, points) }
  }

  private mutating func check(_ event: [String: Any], until last: Decimal) {
    guard let phase = event["ph"] as? String, event["name"] is String,
      let time = event.decimal("ts"), let track = event["tid"] as? Int, event["pid"] is Int
    else {
      broken.append("a field is missing: \(event)")
      return
    }
    switch phase {
    case "M": return
    case "X": checkSpan(event, track, time, until: last)
    case "C":
      if event.arguments.isEmpty || !event.arguments.values.allSatisfy({ $0 is NSNumber }) {
        broken.append("counts nothing: \(event)")
      }
    case "i":
      if !["p", "t"].contains(event["s"] as? String) { broken.append("no scope: \(event)") }
    case "s", "t", "f": checkPoint(event, phase, track, time)
    default: broken.append("unknown phase: \(event)")
    }
    if phase != "C", trackNames[track] == nil { broken.append("on no named track: \(event)") }
    if time < times[track] ?? 0 { broken.append("goes back: \(event)") }
    times[track] = time
    if time < 0 || time > last { broken.append("outlasts the run: \(event)") }
  }

  private mutating func checkSpan(
    _ event: [String: Any], _ track: Int, _ time: Decimal, until last: Decimal
  ) {
    guard let duration = event.decimal("dur"), duration >= 0 else {
      broken.append("no duration: \(event)")
      return
    }
    var around = open[track] ?? []
    while let inner = around.last, inner.end <= time { around.removeLast() }
    if let inner = around.last, time + duration > inner.end {
      broken.append("neither nests nor lies apart: \(event)")
    }
    around.append((time, time + duration))
    open[track] = around
    latest[track] = (time, time + duration)
    if time + duration > last { broken.append("outlasts the run: \(event)") }
  }

  private mutating func checkPoint(
    _ event: [String: Any], _ phase: String, _ track: Int, _ time: Decimal
  ) {
    guard let id = event["id"] as? Int, let category = event["cat"] as? String,
      let name = event["name"] as? String
    else {
      broken.append("belongs to no flow: \(event)")
      return
    }
    flows["\(id) \(category) \(name)", default: []].append((phase, time))
    if phase == "f", event["bp"] as? String != "e" { broken.append("ends outside: \(event)") }
    if !(latest[track].map { $0.start <= time && time <= $0.end } ?? false) {
      broken.append("on no span: \(event)")
    }
  }

  private mutating func check(_ flow: String, _ points: [(phase: String, time: Decimal)]) {
    // The document has them track by track; ties are as Perfetto has them, in any order.
    let rank = ["s": 0, "t": 1, "f": 2]
    let phases = points.sorted {
      ($0.time, rank[$0.phase] ?? 3) < ($1.time, rank[$1.phase] ?? 3)
    }.map(\.phase)
    let steps = phases.dropFirst().dropLast()
    if phases.count < 2 || phases.first != "s" || phases.last != "f"
      || steps.contains(where: { $0 != "t" })
    {
      broken.append("flow \(flow) goes \(phases)")
    }
  }

  /// Names of the events of a kind.
  package func names(_ phase: String) -> [String] {
    events(phase).compactMap { $0["name"] as? String }
  }

  /// The events of a kind, as far as they are on tracks of such names.
  package func events(_ phase: String, on isTrack: (String) -> Bool = { _ in true })
    -> [[String: Any]]
  {
    events.filter { event in
      event["ph"] as? String == phase
        && isTrack((event["tid"] as? Int).flatMap { trackNames[$0] } ?? "")
    }
  }

  /// Spans as lines: name, start and duration in microseconds.
  package func spans() -> [String] {
    events("X").map { "\($0["name"] ?? "") \($0["ts"] ?? "") + \($0["dur"] ?? "")" }
  }

  /// Flows as lines: the names of the spans that each leads through, by time.
  package func ways() -> [String] {
    var places: [Int: [(time: Decimal, name: String)]] = [:]
    var span: [Int: String] = [:]
    for event in events {
      guard let track = event["tid"] as? Int, let name = event["name"] as? String else { continue }
      if event["ph"] as? String == "X" { span[track] = name }
      guard event["bp"] != nil || ["s", "t"].contains(event["ph"] as? String),
        let id = event["id"] as? Int
      else { continue }
      places[id, default: []].append((event.decimal("ts") ?? 0, span[track] ?? "?"))
    }
    return places.sorted { $0.key < $1.key }.map { _, way in
      way.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }
        .map(\.element.name).joined(separator: " > ")
    }
  }
}

extension [String: Any] {
  /// A number of an event, exact.
  package func decimal(_ key: String) -> Decimal? {
    (self[key] as? NSNumber).flatMap { Decimal(string: $0.stringValue) }
  }

  /// The arguments of an event.
  package var arguments: [String: Any] { self["args"] as? [String: Any] ?? [:] }
}
