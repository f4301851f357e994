import ScrollCore
import ScrollLayout

extension TraceReader {
  static let sampleColumns = "time_ms,offset,phase"

  /// Reads the section `[samples]`, nil if it does not come next; `allowed` is where the
  /// viewport's lower edge may be, nil if that is not known yet.
  mutating func readSamples(
    within allowed: ClosedRange<Double>? = nil
  ) throws(TraceError) -> ScrollMotion? {
    var times: [SimTime] = []
    var offsets: [Double] = []
    var phases: [ScrollPhase] = []
    // Whether a row was read, even one that is passed over.
    var hasBegun = false
    let before = problems.count
    let isThere = try readRows(of: "samples", columns: Self.sampleColumns) {
      (fields, lines) throws(TraceError) in
      let text = fields.popField(before: UInt8(ascii: ","))
      defer { hasBegun = true }
      let time = try Self.time(text, lines)
      if let last = times.last {
        guard last < time else {
          throw lines.error(
            field: "time_ms", text, expected: "more than the time before, \(last.milliseconds)")
        }
      } else if time != .zero, !hasBegun {
        throw lines.error(field: "time_ms", text, expected: "0 at the first sample")
      }
      let offset = try Self.offset(&fields, within: allowed, lines)
      phases.append(try Self.phase(&fields, lines))
      times.append(time)
      offsets.append(offset)
    }
    guard isThere else { return nil }
    if times.isEmpty, problems.count == before { try pass(empty("samples")) }
    return ScrollMotion(times: times, offsets: offsets, phases: phases)
  }

  /// A time in milliseconds.
  static func time(
    _ text: ArraySlice<UInt8>, _ lines: borrowing LineReader
  ) throws(TraceError) -> SimTime {
    guard let number = Millionths(parsing: text) else {
      throw lines.error(
        field: "time_ms", text, expected: "a time in ms with at most 6 decimals")
    }
    // A millionth of a millisecond is a nanosecond.
    let time = SimTime(nanoseconds: number.units)
    guard time >= .zero, time <= TraceLimits.duration else {
      throw lines.error(
        field: "time_ms", text, expected: "a time in ms from 0 to 2592000000 (30 days)")
    }
    return time
  }

  private static func offset(
    _ fields: inout ArraySlice<UInt8>, within allowed: ClosedRange<Double>?,
    _ lines: borrowing LineReader
  ) throws(TraceError) -> Double {
    let text = fields.popField(before: UInt8(ascii: ","))
    guard let offset = Millionths(parsing: text)?.on64ths else {
      throw lines.error(
        field: "offset", text, expected: "a number of points with at most 6 decimals")
    }
    if let allowed, !allowed.contains(offset) {
      throw lines.error(
        field: "offset", text,
        expected: "a number of points from \(allowed.lowerBound) to \(allowed.upperBound), "
          + "at most one viewport beyond the content")
    }
    return offset
  }

  private static func phase(
    _ fields: inout ArraySlice<UInt8>, _ lines: borrowing LineReader
  ) throws(TraceError) -> ScrollPhase {
    let text = fields.popField(before: UInt8(ascii: ","))
    guard let phase = ScrollPhase(word: text) else {
      throw lines.error(field: "phase", text, expected: "idle, tracking or decelerating")
    }
    return phase
  }
}

extension ScrollPhase {
  /// The word that stands in a trace.
  package var word: String {
    switch self {
    case .idle: "idle"
    case .tracking: "tracking"
    case .decelerating: "decelerating"
    }
  }

  /// Reads the word; nil for any other text.
  init?(word text: ArraySlice<UInt8>) {
    switch (text.first, text.count) {
    case (UInt8(ascii: "i"), 4) where text.elementsEqual("idle".utf8): self = .idle
    case (UInt8(ascii: "t"), 8) where text.elementsEqual("tracking".utf8): self = .tracking
    case (UInt8(ascii: "d"), 12) where text.elementsEqual("decelerating".utf8):
      self = .decelerating
    default: return nil
    }
  }
}
