/// Curves over an axis, each named where it ends.
package struct LineChart: Sendable {
  package struct Point: Sendable, Equatable {
    package var x: Double, y: Double
    /// The range around the point: a spread or an interval.
    package var spread: ClosedRange<Double>?

    package init(x: Double, y: Double, spread: ClosedRange<Double>? = nil) {
      self.x = x
      self.y = y
      self.spread = spread
    }
  }

  package struct Series: Sendable {
    package var name: String
    /// Which color, shape and dashes; nil for one that is only there for comparison.
    package var style: Int?
    /// In ascending order of x; a y that is not finite interrupts the line.
    package var points: [Point]

    package init(name: String, style: Int?, points: [Point]) {
      self.name = name
      self.style = style
      self.points = points
    }
  }

  private static let size = (width: 380.0, height: 270.0)
  private let id: String, title: String, summary: String
  private let x: Axis, y: Axis
  private let series: [Series]
  private let unit: String

  /// A chart of curves.
  /// - Parameters:
  ///   - id: of the drawing.
  ///   - title: what it shows, and of what.
  ///   - summary: what it says, in a sentence.
  ///   - x: the axis below.
  ///   - y: the axis at the left.
  ///   - unit: of y, for the note at each point.
  ///   - series: the curves, the most important first.
  package init(
    id: String, title: String, summary: String, x: Axis, y: Axis, unit: String, series: [Series]
  ) {
    self.id = id
    self.title = title
    self.summary = summary
    self.x = x
    self.y = y
    self.unit = unit
    self.series = series
  }

  package var drawing: Drawing {
    let named = series.filter { $0.style != nil }
    let widest = named.map { TextWidth.estimate($0.name, size: 11) }.max() ?? 0
    let room = min(150, widest + 14)
    let frame = Frame(
      left: 44, top: 34, right: Self.size.width - room, bottom: Self.size.height - 38)
    let (h, v) = (
      x.scale(from: frame.left, to: frame.right), y.scale(from: frame.bottom, to: frame.top)
    )
    var svg = Markup()
    svg.label(title, x: 0, y: 12, classes: "strong")
    frame.drawLeft(y, &svg)
    frame.drawBelow(x, &svg)
    svg.newline()
    // The best on top.
    for series in series.sorted(by: { ($0.style ?? .max) > ($1.style ?? .max) }) {
      draw(series, h, v, &svg)
      svg.newline()
    }
    drawNames(named, frame, room, h, v, &svg)
    return Drawing(
      id: id, title: title, summary: summary, width: Self.size.width, height: Self.size.height,
      content: svg)
  }

  private func draw(_ series: Series, _ h: Scale, _ v: Scale, _ svg: inout Markup) {
    let classes = "line \(SeriesStyle.stroke(series.style))"
    let path = Self.path(series.points.map { $0.y.isFinite ? (h($0.x), v($0.y)) : nil })
    if let style = series.style, let dashes = Marker.dashes(series: style) {
      svg.element("path", ["class": classes, "stroke-dasharray": dashes, "d": path])
    } else {
      svg.element(
        "path", ["class": series.style == nil ? classes + " behind" : classes, "d": path])
    }
    for point in series.points where point.y.isFinite {
      if let spread = point.spread {
        let (x, low, high) = (h(point.x), v(spread.lowerBound), v(spread.upperBound))
        svg.element(
          "path",
          [
            "class": SeriesStyle.stroke(series.style),
            "d": "M\(Coordinate.text(x)) \(Coordinate.text(low))V\(Coordinate.text(high))",
          ])
      }
      guard let style = series.style else { continue }
      let note =
        "\(series.name), \(label(of: point.x)): \(PlainNumber.text(point.y, decimals: 2)) \(unit)"
      let mark = Marker(series: style).path(x: h(point.x), y: v(point.y), radius: 3.2)
      svg.element("path", ["class": SeriesStyle.fill(style), "d": mark]) {
        $0.element("title", text: note)
      }
    }
  }

  /// The label of the tick at a value, or the value.
  private func label(of value: Double) -> String {
    x.ticks.first { $0.value == value }?.label ?? PlainNumber.text(value, decimals: 2)
  }

  private func drawNames(
    _ named: [Series], _ frame: Frame, _ room: Double, _ h: Scale, _ v: Scale, _ svg: inout Markup
  ) {
    let ends = named.map { series in series.points.last { $0.y.isFinite } }
    let shown = zip(named, ends).compactMap { series, end in end.map { (series, $0) } }
    let heights = LabelColumn.heights(
      shown.map { v($0.1.y) + 4 }, gap: 13, within: frame.top + 4...frame.bottom + 4)
    for ((series, end), height) in zip(shown, heights) {
      let (x, y) = (h(end.x), v(end.y))
      let start = frame.right + 10
      svg.element(
        "path",
        [
          "class": SeriesStyle.stroke(series.style), "fill": "none", "opacity": "0.5",
          "d": "M\(Coordinate.text(x + 4)) \(Coordinate.text(y))L\(Coordinate.text(start - 2)) "
            + Coordinate.text(height - 4),
        ])
      svg.label(
        TextWidth.shortened(series.name, to: room - 10, size: 11), x: start, y: height,
        classes: SeriesStyle.fill(series.style))
    }
  }

  /// Lines between places; nil interrupts them.
  static func path(_ places: [(x: Double, y: Double)?]) -> String {
    var path = ""
    var isOpen = false
    for place in places {
      guard let place else {
        isOpen = false
        continue
      }
      path += "\(isOpen ? "L" : "M")\(Coordinate.text(place.x)) \(Coordinate.text(place.y))"
      isOpen = true
    }
    return path
  }
}
