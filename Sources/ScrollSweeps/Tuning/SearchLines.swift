import ScrollCore

/// Combinations of choices that differ from one of them in a single choice.
///
/// Not every combination need exist: a loader without a cache has no policy. Where one does not,
/// the one that is nearest to it stands for it.
struct SearchLines {
  /// At most so many are on a line; of more some are drawn.
  static let limit = 64

  let points: [[Int]]
  let axes: Int
  private let places: [[Int]: Int]
  /// The combinations with each value of each choice.
  private let members: [[[Int]]]

  /// - Precondition: there is a combination, and all have as many choices.
  init(_ points: [[Int]]) {
    self.points = points
    axes = points[0].count
    places = Dictionary(
      uniqueKeysWithValues: points.enumerated().map { (key: $1, value: $0) })
    members = (0..<points[0].count).map { axis in
      var members = Array(repeating: [Int](), count: (points.map { $0[axis] }.max() ?? 0) + 1)
      for (place, point) in points.enumerated() { members[point[axis]].append(place) }
      return members
    }
  }

  /// What a choice may be changed to, everything else being as it is.
  /// - Parameters:
  ///   - place: of the combination.
  ///   - axis: the choice that is varied.
  ///   - random: draws where there are too many.
  /// - Returns: the places of the others, in the order of their values.
  func line(of place: Int, on axis: Int, _ random: inout SeededRandom) -> [Int] {
    let point = points[place]
    var values = members[axis].indices.filter { $0 != point[axis] && !members[axis][$0].isEmpty }
    while values.count > Self.limit { values.remove(at: random.below(values.count)) }
    return values.map { value in
      var other = point
      other[axis] = value
      return places[other] ?? nearest(to: other, among: members[axis][value])
    }
  }

  private func nearest(to point: [Int], among places: [Int]) -> Int {
    func distance(_ place: Int) -> Int { zip(points[place], point).count { $0 != $1 } }
    return places.min { (distance($0), $0) < (distance($1), $1) } ?? places[0]
  }
}
