package import ScrollSimulation

/// How one setting compares with another over draws of what the figures of a device may truly be.
///
/// In a draw it is better if it stalls less by as much as matters, or if the app is killed with the
/// other alone. A draw in which it is killed with both says nothing. Known is what holds in
/// `FigureBand.share` of all draws.
package struct DrawnComparison: Sendable, Equatable {
  package enum Verdict: String, Sendable {
    case better, worse, alike, unknown
  }

  package let draws: Int
  package let betterIn: Int, worseIn: Int, alikeIn: Int
  /// What it saves against the other, in seconds, over the draws in which the app lives with both;
  /// nil if there are none.
  package let saved: FigureBand?

  /// - Parameters:
  ///   - one: the setting, draw by draw.
  ///   - other: what it is held against, in the same draws.
  ///   - materiality: from where on a difference matters.
  ///   - frames: the least seconds that matter.
  /// - Precondition: there are as many draws of both.
  package init(
    _ one: [DrawnStall], against other: [DrawnStall], _ materiality: Materiality, frames: Double
  ) {
    precondition(one.count == other.count, "\(one.count) draws against \(other.count)")
    var counts = (better: 0, worse: 0, alike: 0)
    var saved: [Double] = []
    for (one, other) in zip(one, other) {
      switch (one.isKilled, other.isKilled) {
      case (true, true): break
      case (true, false): counts.worse += 1
      case (false, true): counts.better += 1
      case (false, false):
        saved.append(other.seconds - one.seconds)
        if !materiality.matters(one.seconds, other.seconds, frames: frames) {
          counts.alike += 1
        } else if one.seconds < other.seconds {
          counts.better += 1
        } else {
          counts.worse += 1
        }
      }
    }
    draws = one.count
    (betterIn, worseIn, alikeIn) = (counts.better, counts.worse, counts.alike)
    self.saved = saved.isEmpty ? nil : FigureBand(saved)
  }

  package var verdict: Verdict {
    let most = FigureBand.share * Double(draws)
    if Double(betterIn) >= most { return .better }
    if Double(worseIn) >= most { return .worse }
    return Double(alikeIn) >= most ? .alike : .unknown
  }
}
