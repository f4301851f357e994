import ScrollCore

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
