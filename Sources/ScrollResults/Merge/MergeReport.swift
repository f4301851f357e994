/// What a merge has brought.
public struct MergeReport: Sendable, Equatable {
  /// Runs that were not there before.
  public let newRuns: Int
  /// Runs that both stores had, and of which they tell the same.
  public let doubleRuns: Int
}
