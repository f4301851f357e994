/// A chart of points with two measures each, and a line through the Pareto front.
package struct ScatterChart: Sendable {
  package struct Point: Sendable {
    package var name: String
    var style: Int?
    package var x: Double, y: Double
    /// A Boolean value that indicates whether the point is on the Pareto front: no other point is
    /// at least as good in both measures and better in one.
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

  /// Creates a chart of points.
  /// - Parameters:
  ///   - id: The id of the drawing.
  ///   - title: The title of the drawing.
  ///   - summary: The message in a sentence.
  ///   - x: The axis below.
  ///   - y: The axis at the left.
  ///   - points: The points, all finite.
  ///   - legend: The meaning of the shapes and colors.
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

/// The placement of the names of points: beside the point if there is space, otherwise farther
/// above or below the point, with a line to it.
///
/// A position is used only if no other point is so close that the name could belong to it. The last
/// and the first point get their names first, because the text mentions them. If there is no space,
/// a name has no position.
struct PointNames {
  /// A point in the units of the drawing.
  struct Point {
    var name: String
    var x: Double, y: Double
  }

  /// The position of a name.
  struct Place {
    var x: Double, y: Double
    var anchor: Anchor
    /// The end of the line from the point to the name; `nil` if the name is beside the point.
    var start: (x: Double, y: Double)?
  }

  /// The distance from another point below which a name could be mistaken for that point's name.
  private static let near = 11.0
  private let points: [Point]
  private let others: [(x: Double, y: Double)]
  private let frame: Frame

  /// Creates a placement of names.
  ///
  /// - Parameters:
  ///   - points: The points that get names, from left to right.
  ///   - others: The points that names must not hide.
  ///   - frame: The frame that contains all names.
  init(_ points: [Point], besides others: [(x: Double, y: Double)], in frame: Frame) {
    self.points = points
    self.others = others
    self.frame = frame
  }

  /// The position of each point's name, in the order of the points; `nil` for a name without a
  /// position.
  /// - Complexity: O(*n* · *m*), with *n* points that have names and *m* points in all.
  var places: [Place?] {
    var places = [Place?](repeating: nil, count: points.count)
    var taken: [LineNames.Box] = []
    for index in points.indices.suffix(1) + points.indices.dropLast() {
      let found = candidates(index).first { place in
        let box = box(of: place, index)
        return isFree(box, for: index) && !taken.contains(where: box.touches)
      }
      guard let found else { continue }
      places[index] = found
      taken.append(box(of: found, index))
    }
    return places
  }

  private func candidates(_ index: Int) -> [Place] {
    let point = points[index]
    let beside = [
      Place(x: point.x + 7, y: point.y - 5, anchor: .start),
      Place(x: point.x - 7, y: point.y - 5, anchor: .end),
      Place(x: point.x + 7, y: point.y + 14, anchor: .start),
      Place(x: point.x - 7, y: point.y + 14, anchor: .end),
    ]
    var farther: [Place] = []
    for distance in stride(from: 20.0, through: 140, by: 12) {
      for rise in [-distance, distance] {
        let (y, end) = (point.y + rise, point.y + rise + (rise < 0 ? 4 : -10))
        for anchor in [Anchor.middle, .start, .end] {
          farther.append(Place(x: point.x, y: y, anchor: anchor, start: (point.x, end)))
        }
      }
    }
    // Of the four places beside the point, the one farthest from other points comes first.
    let spaces = beside.map { space(around: box(of: $0, index), index) }
    return beside.indices.sorted { (-spaces[$0], $0) < (-spaces[$1], $1) }.map { beside[$0] }
      + farther
  }

  private func box(of place: Place, _ index: Int) -> LineNames.Box {
    LineNames.Box(
      LineNames.Place(x: place.x, y: place.y, anchor: place.anchor), name: points[index].name)
  }

  /// Returns the distance from a rectangle to the nearest other point, or 40 if it is greater.
  private func space(around box: LineNames.Box, _ index: Int) -> Double {
    let neighbors = points.indices.filter { $0 != index }.map { (points[$0].x, points[$0].y) }
    return (neighbors + others).map { min(40, box.distance(to: $0)) }.min() ?? 40
  }

  private func isFree(_ box: LineNames.Box, for index: Int) -> Bool {
    guard box.left >= frame.left, box.right <= frame.right + 6, box.top >= frame.top - 12,
      box.bottom <= frame.bottom
    else { return false }
    let isNear = points.indices.contains {
      $0 != index && box.distance(to: (points[$0].x, points[$0].y)) < Self.near
    }
    let own = box.distance(to: (points[index].x, points[index].y)) < 3
    return !isNear && !own && others.allSatisfy { box.distance(to: $0) >= 3 }
  }
}

extension LineNames.Box {
  /// Returns the distance of a point from the rectangle that a name covers; 0 for a point inside.
  func distance(to point: (x: Double, y: Double)) -> Double {
    let (dx, dy) = (
      max(left - point.x, 0, point.x - right), max(top - point.y, 0, point.y - bottom)
    )
    return (dx * dx + dy * dy).squareRoot()
  }
}

/// A key of marks with the names of their series, in rows under the title of a chart.
struct SeriesKey {
  private static let rowHeight = 15.0, start = 26.0
  private let entries: [(name: String, style: Int?)]
  private let width: Double

  /// Creates a key whose entries fill rows of at most a width, from the left.
  init(_ entries: [(name: String, style: Int?)], width: Double) {
    self.entries = entries
    self.width = width
  }

  /// The height of the key, 0 without entries.
  var height: Double {
    guard let last = places.last else { return 0 }
    return last.y - Self.start + Self.rowHeight
  }

  func draw(_ svg: inout Markup) {
    for (entry, place) in zip(entries, places) {
      let mark = Marker(series: entry.style ?? 0).path(x: place.x, y: place.y, radius: 3.6)
      svg.element("path", ["class": SeriesStyle.fill(entry.style), "d": mark])
      svg.label(entry.name, x: place.x + 8, y: place.y + 4)
    }
  }

  /// The position of the middle of each mark.
  private var places: [(x: Double, y: Double)] {
    var (x, y) = (5.0, Self.start)
    return entries.map { entry in
      let needed = TextWidth.estimate(entry.name, size: 11) + 22
      if x > 5, x + needed > width { (x, y) = (5, y + Self.rowHeight) }
      defer { x += needed }
      return (x, y)
    }
  }
}
