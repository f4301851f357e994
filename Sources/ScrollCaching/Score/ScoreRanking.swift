/// How the resident with the highest score is found: by what the formula depends on.
///
/// Whichever way it is, the victim is that of `plain`.
enum ScoreRanking: Equatable {
  /// The resident that was stored first: a formula that is the same for all, or rises with `age`.
  case firstStored
  /// By a list in the order of storing, from its newer end: it falls with `age`.
  case lastStored
  /// By a list in the order of use, from its older end: it rises with `idle`.
  case firstUsed
  /// By the same list, from its newer end: it falls with `idle`.
  case lastUsed
  /// By a heap: the score of an image changes only when that is stored or found.
  case touched
  /// By where the items lie: the formula is `distance`.
  case distant
  /// The figures of all residents stand in columns, and the formula is worked out for all at once.
  case columns
  /// The formula is worked out for one resident after the other.
  case plain

  /// The fastest for a formula.
  init(_ score: ScoreExpression) {
    let figures = score.variables.filter { !$0.isShared }
    if figures.isEmpty {
      self = .firstStored
    } else if figures.allSatisfy({ $0.changesByTouch }), !score.variables.contains(.velocity) {
      self = .touched
    } else if figures == [.age], let trend = ScoreTrend(score, by: .age) {
      self = trend.isRising == false ? .lastStored : .firstStored
    } else if figures == [.idle], let trend = ScoreTrend(score, by: .idle) {
      switch trend.isRising {
      case true?: self = .firstUsed
      case false?: self = .lastUsed
      case nil: self = .firstStored
      }
    } else if score.program == [.load(.distance)] {
      self = .distant
    } else {
      self = .columns
    }
  }
}

/// Which way of ranking is taken.
package enum ScoreEvaluation: Sendable {
  /// The fastest for the formula.
  case fast
  /// The formula worked out for every resident at every eviction, which the others equal.
  case plain
}
