/// How far a sweep is.
public struct SweepProgress: Sendable, Equatable {
  /// Runs that were asked for.
  public var total: Int
  /// Of them, those that were in the store already, and those made now.
  public var present: Int, made: Int

  public init(total: Int, present: Int = 0, made: Int = 0) {
    self.total = total
    self.present = present
    self.made = made
  }

  public var done: Int { present + made }
  public var isComplete: Bool { done == total }
}
