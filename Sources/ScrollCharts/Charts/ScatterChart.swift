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
    drawNames(front, frame, h, v, &svg)
    return .titled(
      title, id: id, summary: summary, width: Self.size.width, height: frame.bottom + 38,
      content: svg)
  }

  /// Names beside the points of the front, where they touch neither the edge nor each other.
  private func drawNames(
    _ front: [Point], _ frame: Frame, _ h: Scale, _ v: Scale, _ svg: inout Markup
  ) {
    struct Box {
      let left: Double, right: Double, top: Double, bottom: Double

      func touches(_ other: Box) -> Bool {
        left < other.right && right > other.left && top < other.bottom && bottom > other.top
      }
    }
    var taken = points.map { point in
      Box(left: h(point.x) - 3, right: h(point.x) + 3, top: v(point.y) - 3, bottom: v(point.y) + 3)
    }
    // The two that the summary names come first.
    for point in front.suffix(1) + front.dropLast() {
      let (x, y) = (h(point.x), v(point.y))
      let width = TextWidth.estimate(point.name, size: 11)
      let places: [(x: Double, y: Double, anchor: Anchor)] = [
        (x + 7, y - 5, .start), (x - 7, y - 5, .end), (x + 7, y + 14, .start),
        (x - 7, y + 14, .end),
      ]
      for place in places {
        let left = place.anchor == .start ? place.x : place.x - width
        let box = Box(left: left, right: left + width, top: place.y - 10, bottom: place.y + 3)
        guard left >= frame.left, box.right <= frame.right + 6, box.top >= frame.top - 12,
          box.bottom <= frame.bottom, !taken.contains(where: box.touches)
        else { continue }
        taken.append(box)
        svg.label(point.name, x: place.x, y: place.y, anchor: place.anchor, classes: "halo")
        break
      }
    }
  }
}
