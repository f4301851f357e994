/// Points of two measures, with a line through those that nothing beats in both.
package struct ScatterChart: Sendable {
  package struct Point: Sendable {
    package var name: String
    package var style: Int?
    package var x: Double, y: Double
    /// Whether no other point is at least as good in both and better in one.
    package var isOnFront: Bool

    package init(name: String, style: Int?, x: Double, y: Double, isOnFront: Bool) {
      self.name = name
      self.style = style
      self.x = x
      self.y = y
      self.isOnFront = isOnFront
    }
  }

  private static let size = (width: 380.0, height: 300.0)
  private let id: String, title: String, summary: String
  private let x: Axis, y: Axis
  private let points: [Point]
  private let legend: [(name: String, style: Int?)]

  /// A chart of points.
  /// - Parameters:
  ///   - id: of the drawing.
  ///   - title: what it shows, and of what.
  ///   - summary: what it says, in a sentence.
  ///   - x: the axis below.
  ///   - y: the axis at the left.
  ///   - points: all finite.
  ///   - legend: what the shapes and colors stand for.
  package init(
    id: String, title: String, summary: String, x: Axis, y: Axis, points: [Point],
    legend: [(name: String, style: Int?)] = []
  ) {
    self.id = id
    self.title = title
    self.summary = summary
    self.x = x
    self.y = y
    self.points = points
    self.legend = legend
  }

  package var drawing: Drawing {
    var svg = Markup()
    let key = SeriesKey(legend, width: Self.size.width)
    key.draw(&svg)
    let top = key.height + 39
    let frame = Frame(
      left: 44, top: top, right: Self.size.width - 16, bottom: top + Self.size.height - 72)
    let (h, v) = (
      x.scale(from: frame.left, to: frame.right), y.scale(from: frame.bottom, to: frame.top)
    )
    frame.drawLeft(y, &svg)
    frame.drawBelow(x, &svg)
    svg.newline()
    let front = points.filter(\.isOnFront).sorted { ($0.x, $0.y) < ($1.x, $1.y) }
    svg.element(
      "path",
      ["class": "axis", "d": LineChart.path(front.map { (h($0.x), v($0.y)) })])
    for point in points.sorted(by: { !$0.isOnFront && $1.isOnFront }) {
      svg.newline()
      let mark = Marker(series: point.style ?? 0).path(
        x: h(point.x), y: v(point.y), radius: point.isOnFront ? 4.2 : 2.6)
      svg.element(
        "path",
        [
          "class": SeriesStyle.fill(point.style), "d": mark,
          "opacity": point.isOnFront ? "1" : "0.55",
        ]
      ) { $0.element("title", text: point.name) }
    }
    let places = PointNames(
      front.map { .init(name: $0.name, x: h($0.x), y: v($0.y)) },
      besides: points.filter { !$0.isOnFront }.map { (h($0.x), v($0.y)) }, in: frame
    ).places
    for (point, place) in zip(front, places) {
      guard let place else { continue }
      if let start = place.start {
        svg.element(
          "path",
          [
            "class": "axis", "opacity": "0.5",
            "d": LineChart.path([(h(point.x), v(point.y)), start]),
          ])
      }
      svg.label(point.name, x: place.x, y: place.y, anchor: place.anchor, classes: "halo")
    }
    return .titled(
      title, id: id, summary: summary, width: Self.size.width, height: frame.bottom + 38,
      content: svg)
  }
}
