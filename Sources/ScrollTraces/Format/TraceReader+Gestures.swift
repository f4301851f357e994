import ScrollCore
import ScrollLayout

extension TraceReader {
  static let gestureColumns = "time_ms,gesture"

  /// Reads the section `[gestures]`, nil if it does not come next.
  mutating func readGestures() throws(TraceError) -> GestureScript? {
    var gestures: [TimedGesture] = []
    var rowLines: [Int] = []
    var start: Double?
    let before = problems.count
    let isThere = try readRows(of: "gestures", columns: Self.gestureColumns) {
      (fields, lines) throws(TraceError) in
      let time = try Self.time(fields.popField(before: UInt8(ascii: ",")), lines)
      let text = fields.popField(before: UInt8(ascii: ","))
      if rowLines.isEmpty, start == nil, time == .zero, let offset = Self.start(text) {
        start = offset
        return
      }
      guard let gesture = Gesture(traceText: text) else {
        throw lines.error(field: "gesture", text, expected: Self.gestureExpectation)
      }
      gestures.append(TimedGesture(at: time, gesture))
      rowLines.append(lines.number)
    }
    gestureLines = rowLines
    guard isThere else { return nil }
    if gestures.isEmpty, problems.count == before { try pass(empty("gestures")) }
    return GestureScript(start: start ?? 0, gestures)
  }

  private static let gestureExpectation =
    "'wait MS', 'drag POINTS over MS release VELOCITY', 'flick VELOCITY', 'scrollToTop', "
    + "'scroll OFFSET', or 'start OFFSET' as the first at 0, every number from -1e9 to 1e9"

  private static func start(_ text: ArraySlice<UInt8>) -> Double? {
    var argument = text
    guard argument.popField(before: UInt8(ascii: " ")).text == "start" else { return nil }
    return Gesture.number(argument)
  }
}

extension GestureError {
  /// Which gesture is wrong, from 0.
  var index: Int {
    switch self {
    case .notAscending(let index), .fingerStillDown(let index, _), .timeOutOfRange(let index),
      .valueOutOfRange(let index, _):
      index
    }
  }
}

extension Gesture {
  /// The gesture as it stands in a trace; times in milliseconds.
  var traceText: String {
    switch self {
    case .wait(let time): "wait \(Millionths(units: time.nanoseconds).text)"
    case .drag(let travel, let duration, let release):
      "drag \(Millionths(travel).text) over \(Millionths(units: duration.nanoseconds).text)"
        + " release \(Millionths(release).text)"
    case .flick(let velocity): "flick \(Millionths(velocity).text)"
    case .scrollToTop: "scrollToTop"
    case .scroll(let offset): "scroll \(Millionths(offset).text)"
    }
  }

  /// Reads the text that `traceText` writes; nil for any other.
  init?(traceText text: ArraySlice<UInt8>) {
    var words: [ArraySlice<UInt8>] = []
    var rest = text
    while !rest.isEmpty {
      words.append(rest.popField(before: UInt8(ascii: " ")))
      rest = rest.trimmed
    }
    guard let name = words.first?.text else { return nil }
    switch (name, words.count) {
    case ("wait", 2):
      guard let time = Self.time(words[1]) else { return nil }
      self = .wait(time)
    case ("drag", 6) where words[2].text == "over" && words[4].text == "release":
      guard let travel = Self.number(words[1]), let duration = Self.time(words[3]),
        let release = Self.number(words[5])
      else { return nil }
      self = .drag(by: travel, over: duration, release: release)
    case ("flick", 2):
      guard let velocity = Self.number(words[1]) else { return nil }
      self = .flick(velocity: velocity)
    case ("scrollToTop", 1): self = .scrollToTop
    case ("scroll", 2):
      guard let offset = Self.number(words[1]) else { return nil }
      self = .scroll(to: offset)
    default: return nil
    }
  }

  /// A number of points, or of points per second.
  static func number(_ text: ArraySlice<UInt8>) -> Double? {
    guard let number = Millionths(parsing: text)?.double,
      abs(number) <= Double(TraceLimits.points)
    else { return nil }
    return number
  }

  private static func time(_ text: ArraySlice<UInt8>) -> SimTime? {
    guard let number = Millionths(parsing: text) else { return nil }
    let time = SimTime(nanoseconds: number.units)
    return time >= .zero && time <= TraceLimits.duration ? time : nil
  }
}
