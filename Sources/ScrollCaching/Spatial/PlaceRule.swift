/// How much a spatial policy wants to be rid of an item, by where it is and what it weighs.
///
/// The score never rises with the item's end, never falls with its start, and never falls with
/// the weight: an image that lies farther out on either side, or is heavier, goes first. So the
/// score of the lowest end, the highest start and the greatest weight of many items bounds all of
/// theirs.
protocol PlaceRule {
  associatedtype Score: Comparable & BitwiseCopyable

  func score(start: Double, end: Double, weight: Double) -> Score

  /// Whether an item below this bound may have a score of at least `record`.
  ///
  /// Rules whose floating-point functions rise only up to rounding say yes a little early.
  static func reaches(_ bound: Score, _ record: Score) -> Bool
}

extension PlaceRule {
  static func reaches(_ bound: Score, _ record: Score) -> Bool { bound >= record }
}
