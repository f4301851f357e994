import ScrollReports

/// How many look-ups of a run missed beyond the least; all nil where nothing bounds it.
struct RunRegret: Encodable, Sendable {
  @OrNull var bound: String?
  @OrNull var leastMisses: Int?
  @OrNull var misses: Int?

  /// No bound.
  init() {}

  init(_ bound: String, _ least: Int, misses: Int) {
    self.bound = bound
    leastMisses = least
    self.misses = misses - least
  }

  static let columns: [Table.Column] = [.left("bound"), .right("least misses"), .right("regret")]

  var cells: [String] {
    [bound ?? "-"] + [leastMisses, misses].map { $0.map(String.init) ?? "-" }
  }
}
