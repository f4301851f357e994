/// What a merge has brought.
public struct MergeReport: Sendable, Equatable {
  /// Runs that were not there before.
  public var newRuns: Int
  /// Runs that both stores had, and of which they tell the same.
  public var doubleRuns: Int

  public init(newRuns: Int, doubleRuns: Int) {
    self.newRuns = newRuns
    self.doubleRuns = doubleRuns
  }
}
