import ScrollDevice
package import ScrollSimulation

/// How far the figures of some runs can be trusted, given the stated errors of their device's figures.
///
/// Each run is made again in `ScenarioDraw.count` draws, all runs with the same luck in each, so that
/// what is common to them does not blur their order.
package struct RunBands: Sendable, Equatable {
  /// What moves the stall of the run that is among the best most often.
  package struct Cause: Sendable, Equatable {
    /// Names of figures that are wrong together.
    package let figures: [String]
    /// The share of the stall's variance over the draws that goes with them, from 0 to 1.
    package let share: Double
  }

  /// Less than this of 64 draws' variance goes with anything by chance.
  private static let leastShare = 0.1

  package let draws: Int
  /// How many figures of the device and the network are off in the draws.
  package let figures: Int
  /// By run, then by figure of `DrawnRuns.figures`.
  package let bands: [[FigureBand]]
  /// In how many draws no other is better by as much as matters, by run.
  package let bestIn: [Int]
  /// In how many draws the app is killed, by run.
  package let killedIn: [Int]
  /// The greatest first.
  package let causes: [Cause]

  /// Puts draws together.
  /// - Precondition: there is at least one, of at least one run.
  package init(_ draws: [DrawnRuns]) {
    precondition(!draws.isEmpty, "bands of no draws")
    self.draws = draws.count
    figures = draws[0].causes.reduce(0) { $0 + $1.figures.count }
    let runs = draws[0].values.indices
    bands = runs.map { run in
      DrawnRuns.figures.indices.map { figure in
        FigureBand(draws.map { $0.values[run][figure] })
      }
    }
    let bestIn = runs.map { run in draws.count { $0.isBest[run] } }
    self.bestIn = bestIn
    killedIn = runs.map { run in draws.count { $0.isKilled[run] } }
    // Of several the first.
    let best = runs.max { (bestIn[$0], $1) < (bestIn[$1], $0) } ?? 0
    causes = Self.causes(of: draws.map { $0.values[best][0] }, draws)
  }

  /// Squared correlations of a figure with the logarithms of what was wrong.
  private static func causes(of figure: [Double], _ draws: [DrawnRuns]) -> [Cause] {
    guard figure.allSatisfy(\.isFinite) else { return [] }
    return draws[0].causes.indices.map { cause in
      let deviates = draws.map { $0.causes[cause].deviate }
      return Cause(
        figures: draws[0].causes[cause].figures, share: determination(deviates, figure))
    }
    .filter { $0.share >= Self.leastShare }
    .sorted { $0.share > $1.share }
  }

  private static func determination(_ left: [Double], _ right: [Double]) -> Double {
    let count = Double(left.count)
    let (leftMean, rightMean) = (left.reduce(0, +) / count, right.reduce(0, +) / count)
    var (products, leftSquares, rightSquares) = (0.0, 0.0, 0.0)
    for (one, other) in zip(left, right) {
      products += (one - leftMean) * (other - rightMean)
      leftSquares += (one - leftMean) * (one - leftMean)
      rightSquares += (other - rightMean) * (other - rightMean)
    }
    let scale = leftSquares * rightSquares
    return scale > 0 ? products * products / scale : 0
  }
}
