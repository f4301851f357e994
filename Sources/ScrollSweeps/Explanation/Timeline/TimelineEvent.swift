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
        let digits = String(scalar.value, radix: 16)
        quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}
