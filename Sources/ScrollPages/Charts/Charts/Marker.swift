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
