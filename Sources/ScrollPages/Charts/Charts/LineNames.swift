/// The placement of the names of curves: at the curve itself if it is far enough from the others,
/// or in a column beside the chart.
///
/// If a curve ends apart from the others, its name is at the right of its end. Otherwise the name
/// is where the curve is farthest from the others, or in the column if it fits nowhere. If several
/// curves end at one point, a column of names cannot distinguish them. Then the name of such a
/// curve has no position here, and is in the key of the chart.
struct LineNames {
  /// A curve in the units of the drawing.
  struct Curve {
    var name: String
    var points: [(x: Double, y: Double)]
  }

  /// The position of a name.
  struct Place: Equatable {
    var x: Double, y: Double
    var anchor: Anchor
    /// The height of the curve's end, from which a line leads to a name in the column; `nil` for
    /// other names.
    var end: Double?
  }

  /// The distance below which names would touch.
  static let gap = 13.0
  /// The distance below which the ends of curves count as one point.
  private static let nearest = 6.0
  private let frame: Frame
  private let curves: [Curve]

  init(_ curves: [Curve], in frame: Frame) {
    self.curves = curves
    self.frame = frame
  }

  /// The position of each curve's name, in the order of the curves; `nil` for a name without a
  /// position.
  ///
  /// Names in the column do not overlap if the frame is high enough. Names at curves touch no other
  /// name and cross no curve.
  ///
  /// - Complexity: O(*n*²) in the points.
  var places: [Place?] {
    var places = [Place?](repeating: nil, count: curves.count)
    var taken: [Box] = []
    for index in curves.indices where !endsApart(index, by: Self.gap) {
      guard let place = inside(index, taken) else { continue }
      places[index] = place
      taken.append(Box(place, name: curves[index].name))
    }
    let column = curves.indices.filter { places[$0] == nil && endsApart($0, by: Self.nearest) }
    let ends = column.map { curves[$0].points[curves[$0].points.count - 1].y }
    let heights = LabelColumn.heights(
      ends.map { $0 + 4 }, gap: Self.gap, within: frame.top + 4...frame.bottom + 4)
    for ((index, end), height) in zip(zip(column, ends), heights) {
      places[index] = Place(x: frame.right + 10, y: height, anchor: .start, end: end)
    }
    return places
  }

  private func endsApart(_ index: Int, by distance: Double) -> Bool {
    guard let end = curves[index].points.last else { return false }
    return curves.indices.allSatisfy { other in
      guard other != index, let last = curves[other].points.last else { return true }
      return abs(last.y - end.y) >= distance
    }
  }

  /// Returns a position above or below the curve, where the curve is farthest from the others;
  /// `nil` if it is nowhere far enough from them.
  private func inside(_ index: Int, _ taken: [Box]) -> Place? {
    let name = curves[index].name
    let candidates = curves[index].points
      .map { (point: $0, distance: distance(of: $0, to: index)) }
      .filter { $0.distance >= Self.gap }
      .sorted { $0.distance > $1.distance }
    let width = TextWidth.estimate(name, size: 11)
    for (point, _) in candidates {
      let anchor: Anchor =
        point.x - width / 2 < frame.left
        ? .start : point.x + width / 2 > frame.right ? .end : .middle
      let x = anchor == .start ? point.x + 5 : anchor == .end ? point.x - 5 : point.x
      for y in [point.y - 7, point.y + 15] {
        let place = Place(x: x, y: y, anchor: anchor)
        let box = Box(place, name: name)
        guard box.top >= frame.top - 4, box.bottom <= frame.bottom,
          !taken.contains(where: box.touches),
          !curves.contains(where: { box.isCrossed(by: $0.points) })
        else { continue }
        return place
      }
    }
    return nil
  }

  /// Returns the vertical distance from a point to the nearest other curve.
  private func distance(of point: (x: Double, y: Double), to index: Int) -> Double {
    curves.indices.filter { $0 != index }.compactMap { other in
      curves[other].points.first { $0.x == point.x }.map { abs($0.y - point.y) }
    }.min() ?? .infinity
  }

  /// The rectangle that a name covers.
  struct Box {
    let left: Double, right: Double, top: Double, bottom: Double

    init(_ place: Place, name: String) {
      let width = TextWidth.estimate(name, size: 11)
      left =
        place.anchor == .start
        ? place.x : place.anchor == .end ? place.x - width : place.x - width / 2
      right = left + width
      top = place.y - 9
      bottom = place.y + 3
    }

    func touches(_ other: Box) -> Bool {
      left < other.right && right > other.left && top < other.bottom && bottom > other.top
    }

    /// Returns whether a line through some points crosses the rectangle.
    func isCrossed(by points: [(x: Double, y: Double)]) -> Bool {
      zip(points, points.dropFirst()).contains { start, end in
        let (from, to) = (max(start.x, left), min(end.x, right))
        guard from <= to, end.x > start.x else { return false }
        let slope = (end.y - start.y) / (end.x - start.x)
        let (a, b) = (start.y + (from - start.x) * slope, start.y + (to - start.x) * slope)
        return max(a, b) >= top && min(a, b) <= bottom
      }
    }
  }
}

/// The placement of labels in a column, each as near to its desired height as the others allow.
package enum LabelColumn {
  /// Returns the heights of labels in the order of their desired heights (`wishes`).
  ///
  /// They are at least `gap` apart, and within the limits if there is enough space.
  ///
  /// Labels that would overlap form a block around the mean of their desired heights (algorithm:
  /// pool adjacent violators).
  ///
  /// - Complexity: O(*n* log *n*) in the labels.
  package static func heights(_ wishes: [Double], gap: Double, within limits: ClosedRange<Double>)
    -> [Double]
  {
    let order = wishes.indices.sorted { (wishes[$0], $0) < (wishes[$1], $1) }
    var blocks: [(members: [Int], sum: Double)] = []
    /// Returns the height of the first label of a block. The block's `sum` is the sum of the
    /// desired heights, each minus the distance of its label from the first.
    func start(_ block: (members: [Int], sum: Double)) -> Double {
      let count = Double(block.members.count)
      let height = (count - 1) * gap
      let wish = block.sum / count
      return max(limits.lowerBound, min(wish, limits.upperBound - height))
    }
    for index in order {
      blocks.append(([index], wishes[index]))
      while blocks.count > 1 {
        let (last, before) = (blocks[blocks.count - 1], blocks[blocks.count - 2])
        let end = start(before) + Double(before.members.count) * gap
        guard start(last) < end else { break }
        let distance = Double(before.members.count) * gap * Double(last.members.count)
        blocks.removeLast()
        blocks[blocks.count - 1] = (
          before.members + last.members, before.sum + last.sum - distance
        )
      }
    }
    var heights = wishes
    for block in blocks {
      for (place, member) in block.members.enumerated() {
        heights[member] = start(block) + Double(place) * gap
      }
    }
    return heights
  }
}
