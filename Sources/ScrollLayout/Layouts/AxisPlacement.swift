/// Intervals along the axis, appended by ascending starts.
///
/// Every length is rounded to 1/64 pt and is at least that, so that positions are exact sums
/// and no item is invisible by having no length.
struct AxisPlacement {
  private(set) var starts: [Double] = [], ends: [Double] = [], breadths: [Double] = []

  /// The greatest end of an item, 0 without items.
  private(set) var extent = 0.0

  /// Nothing yet, with room for so many items.
  init(capacity: Int) {
    starts.reserveCapacity(capacity)
    ends.reserveCapacity(capacity)
    breadths.reserveCapacity(capacity)
  }

  /// A length as items have it.
  static func length(_ points: Double) -> Double { max(1.0 / 64, points.roundedToSixtyFourth) }

  /// Adds an item behind the last one.
  mutating func append(length: Double, breadth: Double, after spacing: Double) {
    append(length: length, breadth: breadth, at: extent + spacing)
  }

  /// Adds an item at a position, which is not below that of the last one.
  mutating func append(length: Double, breadth: Double, at start: Double) {
    let end = start + Self.length(length)
    starts.append(start)
    ends.append(end)
    breadths.append(breadth)
    extent = max(extent, end)
  }

  /// Adds an item in the interval of the last one; the first one at 0 without length.
  mutating func appendBeside(breadth: Double) {
    starts.append(starts.last ?? 0)
    ends.append(ends.last ?? 0)
    breadths.append(breadth)
  }
}
