/// A curve of many points, most of which share a column of pixels.
///
/// In each column of pixels only the first, the least, the greatest and the last point are drawn,
/// in their order. So every peak is visible at any width.
package struct DenseCurve: Sendable {
  package struct Point: Sendable, Equatable {
    package var x: Double, y: Double

    package init(x: Double, y: Double) {
      self.x = x
      self.y = y
    }
  }

  /// The number of columns per unit of width.
  private static let density = 1.0
  private let id: String, title: String, summary: String
  private let x: Axis, y: Axis
  private let points: [Point]
  private let left: Double
  private let size: (width: Double, height: Double)

  /// Creates a chart of one curve.
  /// - Parameters:
  ///   - id: The id of the drawing.
  ///   - title: The title of the drawing.
  ///   - summary: The message in a sentence.
  ///   - x: The axis below, from its first value to its last.
  ///   - y: The axis at the left.
  ///   - points: The points in ascending order of x.
  ///   - left: The left edge of the frame, the same for charts over the same axis; see
  ///     `room(for:)`.
  ///   - width: The width of the drawing.
  ///   - height: The height of the drawing.
  package init(
    id: String, title: String, summary: String, x: Axis, y: Axis, points: [Point], left: Double,
    width: Double, height: Double
  ) {
    self.id = id
    self.title = title
    self.summary = summary
    self.x = x
    self.y = y
    self.points = points
    self.left = left
    size = (width, height)
  }

  /// Returns the width that the labels of some axes need at the left.
  package static func room(for axes: [Axis]) -> Double {
    let labels = axes.flatMap(\.ticks).map { TextWidth.estimate($0.label, size: 11) }
    return (labels.max() ?? 0) + 8
  }

  package var drawing: Drawing {
    let frame = Frame(
      left: left, top: 38, right: size.width - 8, bottom: size.height - 38)
    var svg = Markup()
    frame.drawLeft(y, &svg)
    frame.drawBelow(x, &svg)
    svg.newline()
    svg.element(
      "path",
      ["class": "line \(SeriesStyle.stroke(0))", "style": "stroke-width:1.2", "d": path(in: frame)])
    return .titled(
      title, id: id, summary: summary, width: size.width, height: size.height, content: svg)
  }

  private func path(in frame: Frame) -> String {
    let (across, up) = (
      x.scale(from: frame.left, to: frame.right), y.scale(from: frame.bottom, to: frame.top)
    )
    let places = drawn(across).map { (x: across($0.x), y: up($0.y)) }
    var path = ""
    for (index, place) in places.enumerated() {
      // The middle point of a level line is not needed.
      if index > 0, index + 1 < places.count, places[index - 1].y == place.y,
        places[index + 1].y == place.y
      {
        continue
      }
      path += "\(path.isEmpty ? "M" : "L")\(Self.tenth(place.x)) \(Self.tenth(place.y))"
    }
    return path
  }

  /// Returns the points that are drawn, in their order.
  private func drawn(_ across: Scale) -> [Point] {
    var drawn: [Point] = []
    var start = 0
    while start < points.count {
      let column = (across(points[start].x) * Self.density).rounded(.down)
      var (least, greatest, last) = (start, start, start)
      while last + 1 < points.count,
        (across(points[last + 1].x) * Self.density).rounded(.down) == column
      {
        last += 1
        if points[last].y < points[least].y { least = last }
        if points[last].y > points[greatest].y { greatest = last }
      }
      drawn += Set([start, least, greatest, last]).sorted().map { points[$0] }
      start = last + 1
    }
    return drawn
  }

  private static func tenth(_ value: Double) -> String {
    Coordinate.text((value * 10).rounded() / 10)
  }
}
