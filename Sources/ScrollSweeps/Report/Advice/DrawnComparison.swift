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

extension DrawnComparison {
  static let isNotKnown = "is not known to within the errors of the device's figures"

  /// What is known, after what it saves: `; it is better by as much as matters in 60 of 64`.
  var finding: String {
    switch verdict {
    case .better: "; it is better by as much as matters in \(betterIn) of \(draws)"
    case .worse: "; it is worse by as much as matters in \(worseIn) of \(draws)"
    case .alike: "; it makes no difference that matters in \(alikeIn) of \(draws)"
    case .unknown: ": \(openQuestion) \(Self.isNotKnown) (\(counts))"
    }
  }

  /// The same for a card: `better in 60 of 64 draws`.
  var shortFinding: String {
    switch verdict {
    case .better: "better in \(betterIn) of \(draws) draws"
    case .worse: "worse in \(worseIn) of \(draws) draws"
    case .alike: "alike in \(alikeIn) of \(draws) draws"
    case .unknown: "\(counts) draws"
    }
  }

  /// That the advice does not hold in these draws.
  var contradiction: String {
    verdict == .worse
      ? "The draws contradict the advice."
      : openQuestion.prefix(1).uppercased() + openQuestion.dropFirst() + " \(Self.isNotKnown)."
  }

  private var counts: String { "better in \(betterIn) and worse in \(worseIn) of \(draws)" }

  /// What cannot be told where nothing holds in most draws.
  private var openQuestion: String {
    worseIn == 0
      ? "whether it is better by as much as matters"
      : betterIn == 0 ? "whether it is worse by as much as matters" : "which is better"
  }
}
