import ScrollPages
import ScrollSweeps

/// How far a policy is above the least that can be missed; all nil where nothing bounds it.
struct Regret: Encodable {
  @OrNull var bound: String?
  @OrNull var leastMisses: Int?
  @OrNull var misses: Int?
  @OrNull var leastBytesMissed: Int?
  @OrNull var bytesMissed: Int?

  /// The misses above a bound.
  init(_ bound: LeastMisses.Bound?, misses: Int, bytesMissed: Int) {
    self.bound = bound?.name
    leastMisses = bound?.misses
    self.misses = bound.map { misses - $0.misses }
    leastBytesMissed = bound?.bytesMissed
    self.bytesMissed = bound.map { bytesMissed - $0.bytesMissed }
  }

  static func columns(hasBytes: Bool) -> [Table.Column] {
    [.left("bound"), .right("least misses"), .right("regret")]
      + (hasBytes ? [.right("least bytes"), .right("byte regret")] : [])
  }

  func cells(hasBytes: Bool) -> [String] {
    let figures = [leastMisses, misses] + (hasBytes ? [leastBytesMissed, bytesMissed] : [])
    return [bound ?? "-"] + figures.map { $0.map(String.init) ?? "-" }
  }
}
