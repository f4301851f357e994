/// The text of a small valid trace, of which tests spoil parts.
enum ScrollTraceText {
  static let valid = """
    scrollsim-trace 1
    title: A few rows
    provenance: written for a test
    kind: synthetic
    units: pt ms
    viewport: 100x200
    direction: forward
    decelerationRate: normal
    layout: list:height=50
    catalogue: listed

    [images]
    width,height,format,content,bytes,origin
    800,600,png,photo,700000,disk
    640,480,jpeg,photo,,disk

    [items]
    image
    0
    1
    0
    1
    0
    1

    [samples]
    time_ms,offset,phase
    0,0,idle
    100,0,tracking
    200.5,30.25,decelerating
    1000,100,idle

    [events]
    time_ms,event
    500,memoryPressure warning

    end

    """

  /// The text with one line replaced, which must be there.
  static func replacing(_ old: String, _ new: String) -> String {
    precondition(valid.contains("\n\(old)\n"), "the trace has no line '\(old)'")
    return valid.replacing("\n\(old)\n", with: "\n\(new)\n")
  }

  /// Returns the text of a trace with rows of 50 pt on a screen of 100 x 200 pt.
  /// - Parameters:
  ///   - title: The title.
  ///   - catalogue: The rest of the line `catalogue:`, and the sections that it needs.
  ///   - samples: The lines of the section `samples`.
  /// - Returns: the text.
  static func rows(_ title: String, catalogue: String, samples: [String]) -> String {
    """
    scrollsim-trace 1
    title: \(title)
    provenance: written for a test
    kind: synthetic
    units: pt ms
    viewport: 100x200
    direction: forward
    decelerationRate: normal
    layout: list:height=50
    catalogue: \(catalogue)

    [samples]
    time_ms,offset,phase
    \(samples.joined(separator: "\n"))

    end

    """
  }

  /// A scroll of two minutes on which nothing moves.
  static let atRest = rows(
    "At rest", catalogue: "generated items=40 size=10x10 mix=png origin=bundle",
    samples: ["0,0,idle", "120000,0,idle"])

  /// Returns a slow drag of 400 pt in 16 s.
  static func slowDrag(catalogue: String) -> String {
    rows(
      "A slow drag", catalogue: catalogue,
      samples: (0...16).map { "\(1000 * $0),\(25 * $0),tracking" })
  }
}
