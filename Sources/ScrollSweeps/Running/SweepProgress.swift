/// How far a sweep is.
public struct SweepProgress: Sendable, Equatable {
  /// Runs that were asked for.
  public var total: Int
  /// Of them, those that were in the store already, and those made now.
  public var present = 0, made = 0

  public var done: Int { present + made }
  public var isComplete: Bool { done == total }
}
