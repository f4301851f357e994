public import ScrollCore

extension Layout {
  /// Puts those items of a session in place that are there, as if only they existed.
  ///
  /// The others lie at `LayoutEpoch.absentAbove` and `LayoutEpoch.absentBelow`, without length
  /// and breadth.
  /// - Parameters:
  ///   - available: which items are there.
  ///   - session: every item of the session, wherever it lies: it says what they show.
  ///   - aspectRatios: how many times as high as wide each item's image is, one for each item
  ///     of the session.
  ///   - viewport: in points.
  /// - Returns: every item of the session; its extent is that of what is there.
  /// - Throws: `LayoutError` for a viewport or a ratio that cannot be.
  /// - Precondition: the session has the available items.
  public func place(
    only available: Range<Int>, of session: ItemPlacement, aspectRatios: [Double],
    in viewport: ViewportSize
  ) throws(LayoutError) -> ItemPlacement {
    precondition(
      aspectRatios.count == session.count,
      "\(aspectRatios.count) ratios, \(session.count) items")
    let axis = try axisPlacement(Array(aspectRatios[available]), in: viewport)
    let above = available.lowerBound, below = session.count - available.upperBound
    func surrounded(_ values: [Double], _ first: Double, _ last: Double) -> [Double] {
      Array(repeating: first, count: above) + values + Array(repeating: last, count: below)
    }
    let (first, last) = (LayoutEpoch.absentAbove, LayoutEpoch.absentBelow)
    return session.moved(
      starts: surrounded(axis.starts, first, last), ends: surrounded(axis.ends, first, last),
      breadths: surrounded(axis.breadths, 0, 0), extent: axis.extent)
  }
}
