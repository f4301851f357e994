/// What a merge has brought.
package struct MergeReport: Sendable, Equatable {
  /// Runs and replays that were not there before.
  package var newRuns: Int
  /// Runs and replays that both stores had, and of which they tell the same.
  package var doubleRuns: Int

  package init(newRuns: Int, doubleRuns: Int) {
    self.newRuns = newRuns
    self.doubleRuns = doubleRuns
  }
}
