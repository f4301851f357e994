import ScrollDevice
package import ScrollSimulation

/// How far the figures of some runs can be trusted, given the stated errors of their device's figures.
///
/// Each run is made again in `ScenarioDraw.count` draws, all runs with the same luck in each, so that
/// what is common to them does not blur their order.
package struct RunBands: Sendable, Equatable {
  package let draws: Int
  /// How many figures of the device and the network are off in the draws.
  package let figures: Int
  /// By run, then by figure of `DrawnRuns.figures`.
  package let bands: [[FigureBand]]
  /// In how many draws no other is better by as much as matters, by run.
  package let bestIn: [Int]
  /// In how many draws the app is killed, by run.
  package let killedIn: [Int]
  /// What moves the stall of the run that is looked at, the greatest first.
  package let causes: [BandCause]

  /// Puts draws together.
  /// - Parameters:
  ///   - draws: at least one, of at least one run.
  ///   - run: the place of the run that is looked at.
  package init(_ draws: [DrawnRuns], lookingAt run: Int) {
    precondition(!draws.isEmpty, "bands of no draws")
    self.draws = draws.count
    figures = draws[0].causes.reduce(0) { $0 + $1.figures.count }
    let runs = draws[0].values.indices
    bands = runs.map { run in
      DrawnRuns.figures.indices.map { figure in
        FigureBand(draws.map { $0.values[run][figure] })
      }
    }
    bestIn = runs.map { run in draws.count { $0.isBest[run] } }
    killedIn = runs.map { run in draws.count { $0.isKilled[run] } }
    causes = BandCause.causes(of: draws.map { $0.values[run][0] }, draws.map(\.causes))
  }
}
