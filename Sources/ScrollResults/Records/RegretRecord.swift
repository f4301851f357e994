/// How far a run is from the fewest misses.
public struct RegretRecord: Sendable, Equatable {
  /// `min-bypass` or `pfoo-l`; nil, like the others, where nothing bounds the run.
  public var bound: String?
  /// The fewest look-ups that could have missed.
  public var leastMisses: Int?
  /// How many more did.
  public var misses: Int?

  public init(bound: String?, leastMisses: Int?, misses: Int?) {
    self.bound = bound
    self.leastMisses = leastMisses
    self.misses = misses
  }
}
