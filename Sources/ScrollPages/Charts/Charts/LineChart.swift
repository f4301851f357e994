/// A chart of curves.
///
/// The name of each curve is at a place where the curve can be distinguished from the others.
///
/// Curves that coincide everywhere are one line with all their names. Gray curves have names, too.
/// If a curve is nowhere far enough from the others for its name, the name is in a key under the
/// title.
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
    /// The style number, which selects color, shape and dashes; `nil` for a gray series that is
    /// only for comparison.
    var style: Int?
    /// The points in ascending order of x.
    ///
    /// A y that is not finite interrupts the line.
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

  /// Creates a chart of curves.
  /// - Parameters:
  ///   - id: The id of the drawing.
  ///   - title: The title of the drawing.
  ///   - summary: The message in a sentence.
  ///   - x: The axis below.
  ///   - y: The axis at the left.
  ///   - unit: The unit of y, for the note at each point.
  ///   - series: The curves, the most important first.
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
    // The most important curve is drawn last, on top.
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

  /// Returns the label of the tick at a value, or the value.
  private func label(of value: Double) -> String {
    x.ticks.first { $0.value == value }?.label ?? PlainNumber.text(value, decimals: 2)
  }

  /// Draws the name of a curve.
  ///
  /// If the name is in the column beside the chart, a line connects it with the end of the curve.
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

  /// Returns a path of lines between positions.
  ///
  /// A position of `nil` interrupts the path.
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

extension LineChart {
  /// Curves that coincide everywhere, drawn as one.
  struct Bundle {
    /// The curves, the most important first.
    ///
    /// The first curve determines the color.
    var members: [Series]

    var leader: Series { members[0] }

    /// Returns a label with the names of the curves, no wider than a width.
    ///
    /// If not all names fit, the label is the first name and the number of the others.
    func label(to width: Double) -> String {
      let all = members.map(\.name).joined(separator: ", ")
      guard members.count > 1, TextWidth.estimate(all, size: 11) > width else {
        return TextWidth.shortened(all, to: width, size: 11)
      }
      let more = " +\(members.count - 1)"
      let room = width - TextWidth.estimate(more, size: 11)
      return TextWidth.shortened(leader.name, to: room, size: 11) + more
    }
  }

  /// The distance up to which curves count as one, in the units of the drawing.
  ///
  /// This distance is the width of a line.
  private static let nearness = 2.0

  /// Returns the curves in bundles.
  ///
  /// Each bundle contains curves that cannot be distinguished.
  ///
  /// A curve joins the first bundle whose first curve is nowhere farther away than the width of a
  /// line. So no curve is farther than this from the line that represents it.
  ///
  /// - Complexity: O(*n*²) in the curves.
  func bundles(height: (Double) -> Double) -> [Bundle] {
    var bundles: [Bundle] = []
    for series in series where series.points.contains(where: \.y.isFinite) {
      let place = bundles.firstIndex { Self.areAlike($0.leader, series, height: height) }
      if let place {
        bundles[place].members.append(series)
      } else {
        bundles.append(Bundle(members: [series]))
      }
    }
    return bundles
  }

  private static func areAlike(
    _ first: Series, _ second: Series, height: (Double) -> Double
  ) -> Bool {
    let (left, right) = (finite(first), finite(second))
    return left.count == right.count
      && zip(left, right).allSatisfy {
        $0.x == $1.x && abs(height($0.y) - height($1.y)) <= nearness
          && $0.spread == nil && $1.spread == nil
      }
  }

  private static func finite(_ series: Series) -> [Point] { series.points.filter(\.y.isFinite) }

  /// Returns a sentence about the curves that share a line; empty if there are none.
  static func sentence(on bundles: [Bundle]) -> String {
    let shared = bundles.filter { $0.members.count > 1 }
      .map { $0.members.map(\.name).joined(separator: ", ") }
    return shared.isEmpty ? "" : " Drawn as one line: \(shared.joined(separator: "; "))."
  }
}

extension LineChart {
  /// The curves with their names and positions in the drawing.
  struct Named {
    let frame: Frame
    let scales: (x: Scale, y: Scale)
    let bundles: [Bundle]
    let labels: [String]
    let curves: [LineNames.Curve]
    /// The positions of the names; `nil` for names in the key.
    let places: [LineNames.Place?]
  }

  private static let (left, top, right, bottom) = (44.0, 34.0, 380.0, 232.0)
  private static let widestName = 136.0

  /// The layout of the chart.
  ///
  /// The names at the right ends of curves limit the width of the plot.
  var named: Named {
    let first = named(room: 0)
    let widest = zip(first.labels, first.places)
      .filter { $1.map { $0.x > first.frame.right } ?? false }
      .map { TextWidth.estimate($0.0, size: 11) }.max()
    return named(room: widest ?? 0)
  }

  /// A Boolean value that indicates whether some curve is so close to others that its name is in
  /// the key.
  package var needsKey: Bool { named.places.contains { $0 == nil } }

  private func named(room: Double) -> Named {
    let frame = Frame(
      left: Self.left, top: Self.top, right: Self.right - room - 14, bottom: Self.bottom)
    let (h, v) = (
      x.scale(from: frame.left, to: frame.right), y.scale(from: frame.bottom, to: frame.top)
    )
    let bundles = bundles { v($0) }
    let labels = bundles.map { $0.label(to: Self.widestName) }
    let curves = zip(bundles, labels).map { bundle, label in
      LineNames.Curve(
        name: label,
        points: bundle.leader.points.filter(\.y.isFinite).map { (h($0.x), v($0.y)) })
    }
    return Named(
      frame: frame, scales: (h, v), bundles: bundles, labels: labels, curves: curves,
      places: LineNames(curves, in: frame).places)
  }
}

/// The shape of the points of a series, which distinguishes it from others without color.
enum Marker: Int, CaseIterable {
  case circle, square, triangle, diamond, cross, wedge, bar

  /// Creates the marker of a series; markers repeat after seven.
  init(series: Int) { self = Self.allCases[series % Self.allCases.count] }

  /// Returns the outline around a point, as path data.
  func path(x: Double, y: Double, radius r: Double) -> String {
    func point(_ dx: Double, _ dy: Double) -> String {
      "\(Coordinate.text(x + dx * r)) \(Coordinate.text(y + dy * r))"
    }
    func polygon(_ points: [(Double, Double)]) -> String {
      "M" + points.map { point($0.0, $0.1) }.joined(separator: "L") + "Z"
    }
    switch self {
    case .circle:
      let size = Coordinate.text(r)
      return "M\(point(-1, 0))a\(size) \(size) 0 1 0 \(Coordinate.text(2 * r)) 0"
        + "a\(size) \(size) 0 1 0 \(Coordinate.text(-2 * r)) 0Z"
    case .square: return polygon([(-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)])
    case .triangle: return polygon([(0, -1.15), (1.1, 0.85), (-1.1, 0.85)])
    case .diamond: return polygon([(0, -1.25), (1.25, 0), (0, 1.25), (-1.25, 0)])
    case .cross:
      return polygon([
        (-0.35, -1.1), (0.35, -1.1), (0.35, -0.35), (1.1, -0.35), (1.1, 0.35), (0.35, 0.35),
        (0.35, 1.1), (-0.35, 1.1), (-0.35, 0.35), (-1.1, 0.35), (-1.1, -0.35), (-0.35, -0.35),
      ])
    case .wedge: return polygon([(0, 1.15), (1.1, -0.85), (-1.1, -0.85)])
    case .bar: return polygon([(-1.2, -0.5), (1.2, -0.5), (1.2, 0.5), (-1.2, 0.5)])
    }
  }

  /// Returns the dashes of a series' line; `nil` for the first, which has none.
  static func dashes(series: Int) -> String? {
    [nil, "7 3", "2 3", "9 3 2 3", "12 4", "5 2", "1 4"][series % 7]
  }
}

/// The CSS classes of a series.
enum SeriesStyle {
  /// Returns the class of lines.
  static func stroke(_ series: Int?) -> String {
    series.map { "s\($0 % Palette.seriesCount)" } ?? "muted"
  }
  /// Returns the class of areas and text.
  static func fill(_ series: Int?) -> String {
    series.map { "f\($0 % Palette.seriesCount)" } ?? "on-muted"
  }
  /// Returns the class of text; gray text is darker than gray lines, for legibility.
  static func text(_ series: Int?) -> String {
    series.map { fill($0) } ?? "faint"
  }
}
