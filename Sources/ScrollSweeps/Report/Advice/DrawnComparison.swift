package import ScrollSimulation

/// A comparison of two settings over draws, which vary the figures of a device at random.
///
/// In a draw, a setting is better if it stalls visibly less, or if the app is killed only with the
/// other. A draw in which the app is killed with both does not count. A verdict must hold in at
/// least the share `FigureBand.share` of all draws.
package struct DrawnComparison: Sendable, Equatable {
  package enum Verdict: String, Sendable {
    case better, worse, alike, unknown
  }

  let draws: Int
  package let betterIn: Int, worseIn: Int, alikeIn: Int
  /// The saving against the other setting, in seconds, over the draws in which the app survives
  /// with both.
  ///
  /// `nil` if there is no such draw.
  package let saved: FigureBand?

  /// Creates a comparison.
  /// - Parameters:
  ///   - one: the stalls of the setting, draw by draw.
  ///   - other: the stalls of the other setting, in the same draws.
  ///   - materiality: the smallest difference worth reporting.
  ///   - frames: the frame-based part of the smallest visible difference, in seconds.
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

extension DrawnComparison {
  static let isNotKnown = "is unknown, because of the errors of the device's figures"

  /// The verdict as the end of a sentence: `; it is visibly better in 60 of 64 draws`.
  var finding: String {
    switch verdict {
    case .better: "; it is visibly better in \(betterIn) of \(draws) draws"
    case .worse: "; it is visibly worse in \(worseIn) of \(draws) draws"
    case .alike: "; there is no visible difference in \(alikeIn) of \(draws) draws"
    case .unknown: ": \(openQuestion) \(Self.isNotKnown) (\(counts))"
    }
  }

  /// The verdict for a card: `better in 60 of 64 draws`.
  var shortFinding: String {
    switch verdict {
    case .better: "better in \(betterIn) of \(draws) draws"
    case .worse: "worse in \(worseIn) of \(draws) draws"
    case .alike: "no visible difference in \(alikeIn) of \(draws) draws"
    case .unknown: "\(counts) draws"
    }
  }

  /// A sentence that says that the recommendation does not hold in these draws.
  var contradiction: String {
    verdict == .worse
      ? "The draws contradict the advice."
      : openQuestion.prefix(1).uppercased() + openQuestion.dropFirst() + " \(Self.isNotKnown)."
  }

  private var counts: String { "better in \(betterIn) and worse in \(worseIn) of \(draws)" }

  /// The question that remains open if no verdict holds in most draws.
  private var openQuestion: String {
    worseIn == 0
      ? "whether it is visibly better"
      : betterIn == 0 ? "whether it is visibly worse" : "which is better"
  }
}
