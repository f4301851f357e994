/// How many look-ups of a run missed beyond the least; all nil where nothing bounds it.
public struct MissRegret: Equatable, Sendable {
  /// `min-bypass` or `pfoo-l`.
  public var bound: String?
  public var leastMisses: Int?
  /// Beyond the least.
  public var misses: Int?

  /// No bound.
  public init() {}

  init(_ bound: String, _ least: Int, misses: Int) {
    self.bound = bound
    leastMisses = least
    self.misses = misses - least
  }
}
