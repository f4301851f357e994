/// How far a run is from the fewest misses.
package struct RegretRecord: Sendable, Equatable {
  /// `min-bypass` or `pfoo-l`; nil, like the others, where nothing bounds the run.
  package var bound: String?
  /// The fewest look-ups that could have missed.
  package var leastMisses: Int?
  /// How many more did.
  package var misses: Int?

  package init(bound: String?, leastMisses: Int?, misses: Int?) {
    self.bound = bound
    self.leastMisses = leastMisses
    self.misses = misses
  }

  /// Nothing bounds the run.
  package static let none = RegretRecord(bound: nil, leastMisses: nil, misses: nil)
}
