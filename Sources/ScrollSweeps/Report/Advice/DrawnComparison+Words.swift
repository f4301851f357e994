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
