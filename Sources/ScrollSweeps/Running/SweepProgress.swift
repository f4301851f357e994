/// How far a sweep is.
package struct SweepProgress: Sendable, Equatable {
  /// Runs that were asked for.
  package var total: Int
  /// Of them, those that were in the store already, and those made now.
  package var present: Int, made: Int

  package init(total: Int, present: Int = 0, made: Int = 0) {
    self.total = total
    self.present = present
    self.made = made
  }

  package var done: Int { present + made }
  package var isComplete: Bool { done == total }

  /// How long the rest takes at the pace of what was made in so many seconds; nil before any was.
  package func secondsLeft(after seconds: Double) -> Double? {
    made > 0 && seconds > 0 ? seconds / Double(made) * Double(total - done) : nil
  }
}
