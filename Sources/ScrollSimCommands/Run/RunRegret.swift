import ScrollPages
import ScrollSweeps

/// How many look-ups of a run missed beyond the least; all nil where nothing bounds it.
struct RunRegret: Encodable, Sendable {
  @OrNull var bound: String?
  @OrNull var leastMisses: Int?
  @OrNull var misses: Int?

  /// No bound.
  init() {}

  init(_ regret: MissRegret) {
    bound = regret.bound
    leastMisses = regret.leastMisses
    misses = regret.misses
  }

  static let columns: [Table.Column] = [.left("bound"), .right("least misses"), .right("regret")]

  var cells: [String] {
    [bound ?? "-"] + [leastMisses, misses].map { $0.map(String.init) ?? "-" }
  }
}
