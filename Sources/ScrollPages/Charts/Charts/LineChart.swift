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

extension LineChart {
  /// Curves that lie on each other everywhere, drawn as one.
  struct Bundle {
    /// The most important first; it has the color.
    var members: [Series]

    var leader: Series { members[0] }

    /// Their names as a label of at most a width: all of them, or the first and how many more.
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

  /// How near curves have to be to count as one, in the units of the drawing: the width of a line.
  private static let nearness = 2.0

  /// The curves, those that nobody could tell apart together.
  ///
  /// A curve joins the first bundle whose leader it never leaves by more than a line's width, so
  /// that none is farther than that from the line that stands for it.
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

  /// Which names share a line; empty where none do.
  static func sentence(on bundles: [Bundle]) -> String {
    let shared = bundles.filter { $0.members.count > 1 }
      .map { $0.members.map(\.name).joined(separator: ", ") }
    return shared.isEmpty ? "" : " Drawn as one line: \(shared.joined(separator: "; "))."
  }
}

extension LineChart {
  /// The curves with their names and places on paper.
  struct Named {
    let frame: Frame
    let scales: (x: Scale, y: Scale)
    let bundles: [Bundle]
    let labels: [String]
    let curves: [LineNames.Curve]
    /// Of the names; nil for those that go into the key.
    let places: [LineNames.Place?]
  }

  private static let (left, top, right, bottom) = (44.0, 34.0, 380.0, 232.0)
  private static let widestName = 136.0

  /// The plot is as wide as the names behind the ends of curves leave it.
  var named: Named {
    let first = named(room: 0)
    let widest = zip(first.labels, first.places)
      .filter { $1.map { $0.x > first.frame.right } ?? false }
      .map { TextWidth.estimate($0.0, size: 11) }.max()
    return named(room: widest ?? 0)
  }

  /// Whether some curve comes so near to others that its name stands in the key.
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

/// The shape of a series' points, so that color is not all that tells it from others.
enum Marker: Int, CaseIterable {
  case circle, square, triangle, diamond, cross, wedge, bar

  /// That of a series; they repeat after seven.
  init(series: Int) { self = Self.allCases[series % Self.allCases.count] }

  /// The outline around a point, as path data.
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

  /// The dashes of a series' line; nil for the first, which has none.
  static func dashes(series: Int) -> String? {
    [nil, "7 3", "2 3", "9 3 2 3", "12 4", "5 2", "1 4"][series % 7]
  }
}

/// The look of a series.
enum SeriesStyle {
  /// Class of lines.
  static func stroke(_ series: Int?) -> String {
    series.map { "s\($0 % Palette.seriesCount)" } ?? "muted"
  }
  /// Class of areas and text.
  static func fill(_ series: Int?) -> String {
    series.map { "f\($0 % Palette.seriesCount)" } ?? "on-muted"
  }
  /// Class of text: gray that can be read where the line is a fainter one.
  static func text(_ series: Int?) -> String {
    series.map { fill($0) } ?? "faint"
  }
}
