import ScrollCore
package import ScrollDevice
package import ScrollLayout

/// A scroll as the text of a trace.
package struct TraceText {
  package private(set) var text = ""

  /// - Parameters:
  ///   - scene: the studio data whose content was scrolled.
  ///   - motion: the samples of the scroll.
  ///   - events: the events, by ascending time.
  package init(_ scene: StudioData, _ motion: ScrollMotion, _ events: [TimedSystemEvent]) {
    text = scene.head + "\n"
    while text.hasSuffix("\n\n") { text.removeLast() }
    text += "\n[samples]\ntime_ms,offset,phase\n"
    for sample in motion.times.indices {
      text += Self.millionths(motion.times[sample].nanoseconds)
      // A 64th of a point is 15625 millionths.
      text += "," + Self.millionths(Int64(motion.offsets[sample] * 64) * 15_625)
      text += "," + Self.words[Int(motion.phases[sample].rawValue)] + "\n"
    }
    if !events.isEmpty {
      text += "\n[events]\ntime_ms,event\n"
      for event in events {
        text += Self.millionths(event.time.nanoseconds) + ",\(event.event)\n"
      }
    }
    text += "end\n"
  }

  private static let words = ["idle", "tracking", "decelerating"]

  /// Returns a number of millionths as text, as a decimal number.
  private static func millionths(_ units: Int64) -> String {
    let (whole, rest) = units.magnitude.quotientAndRemainder(dividingBy: 1_000_000)
    var text = (units < 0 ? "-" : "") + "\(whole)"
    guard rest != 0 else { return text }
    var digits = "\(1_000_000 + rest)".dropFirst()
    while digits.hasSuffix("0") { digits.removeLast() }
    text += "." + digits
    return text
  }
}
