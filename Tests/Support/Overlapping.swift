/// Finds the ranges that overlap one range and not another.
///
/// Here, since this module is optimized and those of tests are not: scripts of prefetchers look at
/// every item in every frame.
///
/// - Parameters:
///   - starts: The lower ends.
///   - ends: The upper ends, as many.
///   - range: The range to overlap. Ranges that only touch do not overlap.
///   - other: The range not to overlap; `nil` for none.
/// - Returns: Their places, in order.
/// - Complexity: O(*n*).
package func overlapping(
  _ starts: [Double], _ ends: [Double], _ range: Range<Double>, butNot other: Range<Double>? = nil
) -> [Int] {
  starts.indices.filter { place in
    func overlaps(_ range: Range<Double>) -> Bool {
      starts[place] < range.upperBound && ends[place] > range.lowerBound
    }
    return overlaps(range) && !(other.map(overlaps) ?? false)
  }
}
