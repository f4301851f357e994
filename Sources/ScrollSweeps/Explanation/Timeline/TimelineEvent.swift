import ScrollCore

/// One event of a timeline, in the terms of Chrome's trace-event format.
struct TimelineEvent {
  /// A named argument of an event.
  enum Argument {
    case count(Int)
    case share(Double)
    case text(String)
    /// A time, in microseconds.
    case time(SimTime)
  }

  enum Shape {
    /// A span from the event's time until this one: `X`.
    case span(until: SimTime)
    /// An instant (`i`), of the whole process or of its track alone.
    case instant(isWide: Bool)
    /// A counter (`C`); its arguments are the counts.
    case counter
    /// Metadata: `M`.
    case metadata
  }

  var name: String
  var shape: Shape
  var time: SimTime
  var arguments: [(name: String, value: Argument)] = []
  /// The flows that pass through this span, at its start.
  var flows: [TimelineFlow.Point] = []

  /// The end of the event.
  var end: SimTime {
    if case .span(let end) = shape { return max(time, end) }
    return time
  }

  /// Returns the event as a JSON object on a track, with an additional line for each flow through
  /// it.
  func json(track: Int) -> String {
    var fields = "{\"name\":\(name.jsonQuoted),\"ph\":"
    switch shape {
    case .span: fields += "\"X\",\"dur\":\(Self.microseconds(end - time))"
    case .instant(let isWide): fields += "\"i\",\"s\":\"\(isWide ? "p" : "t")\""
    case .counter: fields += "\"C\""
    case .metadata: fields += "\"M\""
    }
    if !flows.isEmpty { fields += ",\"cat\":\"\(TimelineFlow.category)\"" }
    let place = ",\"ts\":\(Self.microseconds(time)),\"pid\":1,\"tid\":\(track)"
    fields += place
    if !arguments.isEmpty {
      let texts = arguments.map { "\($0.name.jsonQuoted):\(Self.json($0.value))" }
      fields += ",\"args\":{\(texts.joined(separator: ","))}"
    }
    return flows.reduce(fields + "}") { "\($0),\n{\($1.fields)\(place)}" }
  }

  private static func json(_ argument: Argument) -> String {
    switch argument {
    case .count(let count): "\(count)"
    case .share(let share): "\(share)"
    case .text(let text): text.jsonQuoted
    case .time(let time): microseconds(time)
    }
  }

  /// Returns the exact microseconds, computed in integers: up to three decimals without trailing
  /// zeros.
  static func microseconds(_ time: SimTime) -> String {
    let (whole, rest) = time.nanoseconds.magnitude.quotientAndRemainder(dividingBy: 1000)
    let sign = time.nanoseconds < 0 ? "-" : ""
    guard rest > 0 else { return "\(sign)\(whole)" }
    var decimals = Substring("\(1000 + rest)".dropFirst())
    while decimals.hasSuffix("0") { decimals.removeLast() }
    return "\(sign)\(whole).\(decimals)"
  }
}

extension String {
  /// This text as a JSON string.
  var jsonQuoted: String {
    var quoted = "\""
    for scalar in unicodeScalars {
      switch scalar {
      case "\"", "\\": quoted += "\\\(scalar)"
      case _ where scalar.value < 0x20:
        quoted += "\\u" + UInt16(scalar.value).hexadecimal
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}

/// One row of a timeline: its events ascend in time, and its spans are nested or disjoint.
struct TimelineTrack {
  let name: String
  private(set) var events: [TimelineEvent] = []
  /// The load whose span is open; `nil` if none is.
  private var openLoad: Int32?

  init(_ name: String) { self.name = name }

  mutating func append(_ event: TimelineEvent) {
    precondition(
      event.time >= events.last?.time ?? .zero, "'\(event.name)' at \(event.time) goes back")
    events.append(event)
  }

  /// Begins a span that ends when it is closed, or at a known time.
  mutating func open(_ event: TimelineEvent, load: Int32) {
    append(event)
    openLoad = load
  }

  /// Ends the open span, at its own end if that is earlier.
  mutating func close(at time: SimTime) {
    guard openLoad != nil, let last = events.last else { return }
    openLoad = nil
    if case .span(let end) = last.shape {
      events[events.count - 1].shape = .span(until: min(end, time))
    }
  }

  /// Ends the open span if it belongs to a load.
  mutating func close(load: Int32, at time: SimTime) {
    if openLoad == load { close(at: time) }
  }

  /// Records counts; of several values at one time the last is kept.
  mutating func count(_ values: [(name: String, value: TimelineEvent.Argument)], at time: SimTime) {
    if let last = events.last, last.time == time { events.removeLast() }
    append(TimelineEvent(name: name, shape: .counter, time: time, arguments: values))
  }

  /// Adds a point of a flow to a span.
  mutating func add(_ point: TimelineFlow.Point, toEvent index: Int) {
    events[index].flows.append(point)
  }

  /// A Boolean value that indicates whether the track is a counter, which has no row of its own
  /// among the spans.
  var isCounter: Bool {
    if case .counter? = events.first?.shape { return true }
    return false
  }
}

/// The path of one image: from the first of its spans to the frame that shows it.
///
/// In the trace-event format, a flow has a start, steps and an end with the same id, category and
/// name. Each of these points belongs to the span that encloses it on its track. The end has `bp`
/// set to `e`, so that this holds for the end, too. If several spans enclose a point, Perfetto uses
/// the span that began last. So a point directly follows its span in the document, and has the same
/// time.
struct TimelineFlow {
  static let category = "image"

  /// One place of a flow, on the span whose event contains it.
  struct Point {
    enum Phase: String {
      case start = "s"
      case step = "t"
      case end = "f"
    }

    let id: Int
    let name: String
    let phase: Phase

    /// The JSON fields except time and track.
    var fields: String {
      "\"name\":\(name.jsonQuoted),\"cat\":\"\(TimelineFlow.category)\",\"ph\":"
        + "\"\(phase.rawValue)\",\"id\":\(id)" + (phase == .end ? ",\"bp\":\"e\"" : "")
    }
  }

  /// A span of the timeline: its track, and the index among the events there.
  struct Place: Equatable {
    var track: TimelineDrawing.Row
    var event: Int
    var time: SimTime
  }

  let id: Int
  let name: String
  /// The places, at least two, by time.
  let places: [Place]

  /// Creates the flow of an image through spans; `nil` if there are fewer than two.
  init?(_ id: Int, _ name: String, through places: [Place]) {
    guard places.count > 1 else { return nil }
    self.id = id
    self.name = name
    self.places = places.enumerated()
      .sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }.map(\.element)
  }

  /// The points, each with its place.
  var points: [(place: Place, point: Point)] {
    places.enumerated().map { index, place in
      let phase: Point.Phase =
        index == 0 ? .start : index == places.count - 1 ? .end : .step
      return (place, Point(id: id, name: name, phase: phase))
    }
  }
}
