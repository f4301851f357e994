/// Intervals along the axis, appended one after the other.
///
/// Every length is rounded to 1/64 pt and is at least that, so that positions are exact sums
/// and no item is invisible by having no length.
struct AxisPlacement {
  private(set) var starts: [Double] = [], ends: [Double] = [], breadths: [Double] = []

  /// The end of the last item, 0 without items.
  var extent: Double { ends.last ?? 0 }

  /// A length as items have it.
  static func length(_ points: Double) -> Double { max(1.0 / 64, points.roundedToSixtyFourth) }

  /// Adds an item behind the last one.
  mutating func append(length: Double, breadth: Double, after spacing: Double) {
    let start = extent + spacing
    starts.append(start)
    ends.append(start + Self.length(length))
    breadths.append(breadth)
  }

  /// Adds an item in the interval of the last one; the first one at 0 without length.
  mutating func appendBeside(breadth: Double) {
    starts.append(starts.last ?? 0)
    ends.append(ends.last ?? 0)
    breadths.append(breadth)
  }
}
