/// Curves over an axis, each named where it can be told from the others.
///
/// Curves that lie on each other everywhere are one line with all their names. Gray ones have names,
/// too.
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
  private static let (top, bottom) = (34.0, 232.0)
  private static let widestName = 136.0
  private let id: String, title: String, summary: String
  private let x: Axis, y: Axis
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
    let v = y.scale(from: Self.bottom, to: Self.top)
    let bundles = bundles { v($0) }
    let labels = bundles.map { $0.label(to: Self.widestName) }
    let widest = labels.map { TextWidth.estimate($0, size: 11) }.max() ?? 0
    let frame = Frame(
      left: 44, top: Self.top, right: Self.size.width - widest - 14, bottom: Self.bottom)
    let h = x.scale(from: frame.left, to: frame.right)
    var svg = Markup()
    svg.label(title, x: 0, y: 12, classes: "strong")
    frame.drawLeft(y, &svg)
    frame.drawBelow(x, &svg)
    svg.newline()
    // The best on top.
    for bundle in bundles.sorted(by: { ($0.leader.style ?? .max) > ($1.leader.style ?? .max) }) {
      draw(bundle.leader, h, v, &svg)
      svg.newline()
    }
    let curves = zip(bundles, labels).map { bundle, label in
      LineNames.Curve(
        name: label,
        points: bundle.leader.points.filter(\.y.isFinite).map { (h($0.x), v($0.y)) })
    }
    draw(curves, of: bundles, LineNames(curves, in: frame).places, &svg)
    return Drawing(
      id: id, title: title, summary: summary + Self.sentence(on: bundles), width: Self.size.width,
      height: Self.size.height, content: svg)
  }

  /// Which names share a line; empty where none do.
  private static func sentence(on bundles: [Bundle]) -> String {
    let shared = bundles.filter { $0.members.count > 1 }
      .map { $0.members.map(\.name).joined(separator: ", ") }
    return shared.isEmpty ? "" : " Drawn as one line: \(shared.joined(separator: "; "))."
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

  private func draw(
    _ curves: [LineNames.Curve], of bundles: [Bundle], _ places: [LineNames.Place],
    _ svg: inout Markup
  ) {
    for ((curve, bundle), place) in zip(zip(curves, bundles), places) {
      if let end = place.end, let last = curve.points.last {
        svg.element(
          "path",
          [
            "class": SeriesStyle.stroke(bundle.leader.style), "fill": "none", "opacity": "0.5",
            "d": "M\(Coordinate.text(last.x + 4)) \(Coordinate.text(end))"
              + "L\(Coordinate.text(place.x - 2)) \(Coordinate.text(place.y - 4))",
          ])
      }
      svg.label(
        curve.name, x: place.x, y: place.y, anchor: place.anchor,
        classes: SeriesStyle.text(bundle.leader.style) + (place.end == nil ? " halo" : ""))
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
