/// Curves over an axis, each named where it can be told from the others.
///
/// Curves that lie on each other everywhere are one line with all their names. Gray ones have names,
/// too. A curve that is nowhere apart from the others by as much as its name takes is named in a
/// key under the title.
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
  let x: Axis, y: Axis
  let series: [Series]
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
    let named = named
    let key = SeriesKey(
      zip(named.labels, named.bundles).enumerated().filter { named.places[$0.offset] == nil }
        .map { ($0.element.0, $0.element.1.leader.style) }, width: Self.size.width)
    var plot = Markup()
    named.frame.drawLeft(y, &plot)
    named.frame.drawBelow(x, &plot)
    if y.ticks.contains(where: { $0.value < 0 }) {
      let zero = Coordinate.text(named.scales.y(0))
      let (left, right) = (Coordinate.text(named.frame.left), Coordinate.text(named.frame.right))
      plot.element("path", ["class": "axis", "d": "M\(left) \(zero)H\(right)"])
    }
    plot.newline()
    // The best on top.
    for bundle in named.bundles.sorted(by: {
      ($0.leader.style ?? .max) > ($1.leader.style ?? .max)
    }) {
      draw(bundle.leader, named.scales.x, named.scales.y, &plot)
      plot.newline()
    }
    for (curve, (bundle, place)) in zip(named.curves, zip(named.bundles, named.places)) {
      if let place { draw(curve, bundle.leader.style, at: place, &plot) }
    }
    var svg = Markup()
    key.draw(&svg)
    let room = key.height > 0 ? key.height + 4 : 0
    svg.append(plot, movedDown: room)
    return .titled(
      title, id: id, summary: summary + Self.sentence(on: named.bundles), width: Self.size.width,
      height: Self.size.height + room, content: svg)
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

  /// Draws the name of a curve, with a line to it from its end if it stands in the column.
  private func draw(
    _ curve: LineNames.Curve, _ style: Int?, at place: LineNames.Place, _ svg: inout Markup
  ) {
    if let end = place.end, let last = curve.points.last {
      svg.element(
        "path",
        [
          "class": SeriesStyle.stroke(style), "fill": "none", "opacity": "0.5",
          "d": "M\(Coordinate.text(last.x + 4)) \(Coordinate.text(end))"
            + "L\(Coordinate.text(place.x - 2)) \(Coordinate.text(place.y - 4))",
        ])
    }
    svg.label(
      curve.name, x: place.x, y: place.y, anchor: place.anchor,
      classes: SeriesStyle.text(style) + (place.end == nil ? " halo" : ""))
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
