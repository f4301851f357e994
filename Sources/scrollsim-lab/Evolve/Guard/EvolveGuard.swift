import ScrollSimCommands
import ScrollTraces

/// What stands between a search and its certificate.
///
/// Of many formulas some look good by chance. So one is chosen on validation scenes, which the
/// search has not seen, and only that one is held against the opponent on sealed scenes, once: of
/// formulas that are all alike no more than one in forty is then certified.
package struct EvolveGuard: Sendable {
  /// Of the validation scenes and of the sealed ones.
  package let validation: SceneWeights, sealed: SceneWeights

  package init(validation: SceneWeights, sealed: SceneWeights) {
    self.validation = validation
    self.sealed = sealed
  }

  /// The candidates from the best on validation scenes to the worst; equal ones in their order.
  ///
  /// Of each candidate there is what it loses, by scene and session.
  package static func ranking(of losses: [[[Double]]], _ validation: SceneWeights) -> [Int] {
    let means = losses.map(validation.mean)
    return means.indices.sorted { (means[$0], $0) < (means[$1], $1) }
  }

  /// What the winner on validation scenes saves on the sealed ones.
  /// - Parameters:
  ///   - losses: of each candidate on validation scenes, by scene and session.
  ///   - opened: those of the winner, by its place, and of the opponent, on sealed scenes; asked
  ///     for once.
  /// - Returns: the winner's place, and what it saves; nil of no candidates.
  package func judged(
    _ losses: [[[Double]]],
    opened: (_ winner: Int) throws -> (winner: [[Double]], opponent: [[Double]])
  ) rethrows -> (winner: Int, gain: PairedGain)? {
    guard let winner = Self.ranking(of: losses, validation).first else { return nil }
    let found = try opened(winner)
    return (winner, PairedGain(of: found.winner, against: found.opponent, sealed))
  }
}
