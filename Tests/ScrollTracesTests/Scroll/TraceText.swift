import ScrollTraces

/// The text of a small trace, of which tests replace parts.
struct TraceText {
  var head = """
    scrollsim-trace 1
    title: A few rows
    provenance: written for a test
    kind: synthetic
    units: pt ms
    viewport: 100x200
    direction: forward
    decelerationRate: normal
    layout: list:height=50
    catalogue: generated items=40 size=800x600
    """
  var body = """
    [samples]
    time_ms,offset,phase
    0,0,idle
    100,0,tracking
    200.5,30.25,decelerating
    1000,400,idle

    """
  var tail = "end\n"

  var text: String { head + "\n\n" + body + tail }

  func replacing(_ old: String, with new: String) -> TraceText {
    var text = self
    text.head = head.replacing(old, with: new)
    text.body = body.replacing(old, with: new)
    text.tail = tail.replacing(old, with: new)
    return text
  }

  func parse() throws(TraceError) -> ScrollTrace { try parsed(text) }
}

/// Reads a trace called photos.scroll.
func parsed(_ text: String) throws(TraceError) -> ScrollTrace {
  try TraceFile.parse(Array(text.utf8), file: "photos.scroll")
}

/// The sentence that a text is refused with, nil if it is accepted.
func refusal(_ text: String) -> String? {
  do { _ = try parsed(text) } catch { return error.description }
  return nil
}
