/// Nested ranges around the viewport: how far out an item is by the first that it overlaps.
///
/// Range 0 is the viewport, range 1 the near one, range 2 the far one, 3 everything else. An item
/// is in a range if it overlaps it, which touching is not. In the same range the distance from
/// the nearest edge of the viewport decides.
struct RangeRule: PlaceRule {
  /// The range, then the distance; compared in this order.
  struct Score: Comparable, BitwiseCopyable {
    var range: Int
    var gap: Double

    static let visible = Score(range: 0, gap: 0)
    static let outside = 3

    static func < (left: Score, right: Score) -> Bool {
      left.range == right.range ? left.gap < right.gap : left.range < right.range
    }

    /// As one number in the same order, up to rounding.
    var number: Double { Double(range) * 0x1p36 + min(gap, 0x1p36) }
  }

  /// An interval of the axis without its ends.
  struct Span: Equatable {
    var lower: Double, upper: Double
  }

  var viewport: Span, near: Span, far: Span

  /// A viewport of no length at position 0, with ranges of none.
  static let origin = RangeRule(
    viewport: Span(lower: 0, upper: 0), near: Span(lower: 0, upper: 0),
    far: Span(lower: 0, upper: 0))

  func score(start: Double, end: Double, weight: Double) -> Score {
    max(score(startingAt: start), score(endingAt: end))
  }

  private func score(startingAt start: Double) -> Score {
    guard start >= viewport.upper else { return .visible }
    let range = start < near.upper ? 1 : start < far.upper ? 2 : Score.outside
    return Score(range: range, gap: start - viewport.upper)
  }

  private func score(endingAt end: Double) -> Score {
    guard end <= viewport.lower else { return .visible }
    let range = end > near.lower ? 1 : end > far.lower ? 2 : Score.outside
    return Score(range: range, gap: viewport.lower - end)
  }
}
