/// When a resident leaves whose score changes only with its own image: the least rank first.
struct ScoreRank: Comparable, BitwiseCopyable {
  /// Its score; the lowest of all where that is no number.
  var worth: Double
  /// How many images were stored before it.
  var sequence: Int

  static func < (left: Self, right: Self) -> Bool {
    left.worth > right.worth || (left.worth == right.worth && left.sequence < right.sequence)
  }
}
