/// How many look-ups of a run missed beyond the least; all nil where nothing bounds it.
package struct MissRegret: Equatable, Sendable {
  /// `min-bypass` or `pfoo-l`.
  package var bound: String?
  package var leastMisses: Int?
  /// Beyond the least.
  package var misses: Int?

  /// No bound.
  package init() {}

  init(_ bound: String, _ least: Int, misses: Int) {
    self.bound = bound
    leastMisses = least
    self.misses = misses - least
  }
}
