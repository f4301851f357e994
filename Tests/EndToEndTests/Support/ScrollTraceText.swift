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
}
