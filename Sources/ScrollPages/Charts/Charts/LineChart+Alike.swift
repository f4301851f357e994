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
