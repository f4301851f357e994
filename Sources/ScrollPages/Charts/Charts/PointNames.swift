/// Places names at points: beside the point where that is free and no other point is as near, else
/// farther above or below with a line to it.
///
/// The first and the last come first, which are those that are told of. A name for which there is no
/// room has no place.
struct PointNames {
  /// A point in the units of the drawing.
  struct Point {
    var name: String
    var x: Double, y: Double
  }

  /// Where a name stands.
  struct Place {
    var x: Double, y: Double
    var anchor: Anchor
    /// Where the line from its point ends; nil beside it.
    var start: (x: Double, y: Double)?
  }

  /// A name as near as this to a point would be taken for that point's.
  private static let near = 11.0
  private static let size = 11.0
  private let points: [Point]
  private let others: [(x: Double, y: Double)]
  private let frame: Frame

  /// - Parameters:
  ///   - points: that get names, from left to right.
  ///   - others: that are not to be hidden.
  ///   - frame: that no name leaves.
  init(_ points: [Point], besides others: [(x: Double, y: Double)], in frame: Frame) {
    self.points = points
    self.others = others
    self.frame = frame
  }

  /// The place of every point's name, in their order; nil where it has none.
  /// - Complexity: O(*n* · *m*) in the points with names and all points.
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
    // Of the four beside it the one that is farthest from other points.
    let spaces = beside.map { space(around: box(of: $0, index), index) }
    return beside.indices.sorted { (-spaces[$0], $0) < (-spaces[$1], $1) }.map { beside[$0] }
      + farther
  }

  private func box(of place: Place, _ index: Int) -> LineNames.Box {
    LineNames.Box(
      LineNames.Place(x: place.x, y: place.y, anchor: place.anchor), name: points[index].name)
  }

  /// How far the nearest other point is, up to what makes no difference.
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
  /// How far a point is from what a name covers; 0 within.
  func distance(to point: (x: Double, y: Double)) -> Double {
    let (dx, dy) = (
      max(left - point.x, 0, point.x - right), max(top - point.y, 0, point.y - bottom)
    )
    return (dx * dx + dy * dy).squareRoot()
  }
}
