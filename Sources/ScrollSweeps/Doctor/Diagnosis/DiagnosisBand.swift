import ScrollCore
import ScrollDevice
import ScrollPages
package import ScrollSimulation

/// The uncertainty of a diagnosis, given the stated errors of the device's and network's figures.
///
/// The run is repeated with and without the best lever in several random draws. Each draw varies
/// the figures at random, as far as their stated errors allow. Within a draw, both runs share the
/// same random numbers.
package struct DiagnosisBand: Sendable, Equatable {
  /// The results of one draw, with and without the best lever.
  package struct Drawn: Sendable {
    /// The stall in seconds; infinite if the app is killed.
    let stall: Double
    /// The saving of the lever in seconds.
    ///
    /// The saving is infinite if the app is killed only without the lever, and negative infinity if
    /// the app is killed only with the lever. It is `nil` if there is no lever, or if the app is
    /// killed in both runs.
    let saved: Double?
    /// The number of figures of the device and the network that the draw changes.
    let figures: Int
  }

  package let draws: Int
  /// The number of figures of the device and the network that have errors.
  let figures: Int
  /// The band of the stall, in seconds.
  package let stall: FigureBand
  /// The band of the best lever's saving, in seconds; `nil` without a lever.
  package let saved: FigureBand?
  /// The number of draws in which the lever saves time, and the number of draws in which the app is
  /// killed without the lever.
  package let helpsIn: Int, killedIn: Int

  /// Creates a band from draws.
  /// - Precondition: there is at least one draw.
  package init(_ draws: [Drawn]) {
    self.draws = draws.count
    figures = draws.map(\.figures).max() ?? 0
    stall = FigureBand(draws.map(\.stall))
    killedIn = draws.count { $0.stall == .infinity }
    let saved = draws.compactMap(\.saved)
    self.saved = saved.isEmpty ? nil : FigureBand(saved)
    helpsIn = saved.count { $0 > 0 }
  }
}

extension Diagnosis {
  /// Repeats the run in one draw, with and without its best lever.
  /// - Complexity: that of two runs, and of preparing them.
  package func drawn(_ number: Int) -> DiagnosisBand.Drawn {
    let now = run.drawn(number, run.scenario)
    let lever = bestLever.map { $0.trial.changed.drawn(number, $0.trial.scenario).stall }
    let saved = lever.flatMap { left in
      now.stall == .infinity && left == .infinity ? nil : now.stall - left
    }
    return DiagnosisBand.Drawn(stall: now.stall, saved: saved, figures: now.figures)
  }

  /// Returns a sentence on the bands of the stall and of the best lever's saving.
  ///
  /// `nil` if nothing is uncertain: no figure has an error, and decode times do not vary.
  package func sentence(of band: DiagnosisBand) -> String? {
    guard band.figures > 0 || band.stall.width > 0 || band.saved?.width ?? 0 > 0 else { return nil }
    let why =
      band.figures == 0
      ? "No figure of device and network has an error, so repetitions differ only by chance"
      : "The figures of device and network have errors "
        + "(\(Int((100 * ProfileDraw.assumedError).rounded())) % for an estimate without a stated "
        + "error)"
    let share = Int((100 * FigureBand.share).rounded())
    let drawn = band.figures == 0 ? "" : " with figures drawn within these errors"
    var sentence =
      "\(why). In \(share) % of \(band.draws) repetitions\(drawn), the stall is "
      + "\(Self.range(band.stall))."
    if let saved = band.saved, let lever = bestLever {
      sentence += " The change to \(lever.trial.text) saves \(Self.range(saved))"
      sentence += band.helpsIn < band.draws ? "; it saves stall in \(band.helpsIn) of them." : "."
    }
    if band.killedIn > 0 { sentence += " The app is killed in \(band.killedIn)." }
    return sentence
  }

  /// Returns a range like `53 to 93 s`, with no more digits than the band supports.
  ///
  /// An end is infinite if the app is killed.
  private static func range(_ band: FigureBand) -> String {
    let decimals = band.decimals(atMost: 3)
    let (low, high) = (
      NumberText.fixed(band.low, decimals: decimals),
      NumberText.fixed(band.high, decimals: decimals)
    )
    switch (band.low.isFinite, band.high.isFinite) {
    case (true, true): return low == high ? "\(low) s" : "\(low) to \(high) s"
    case (true, false): return "\(low) s or more"
    case (false, true): return "\(high) s or less"
    case (false, false): return band.low == band.high ? "without end" : "anything"
    }
  }
}

extension RunCase {
  /// Returns the stall of the run in one draw, and the number of figures that the draw changes.
  fileprivate func drawn(_ number: Int, _ scenario: Scenario) -> (stall: Double, figures: Int) {
    let draw = ScenarioDraw(number, of: scenario)
    let prepared = PreparedScenario(draw.scenario)
    let report: RunReport
    if let policy, scenario.loader.cache {
      report = prepared.run(policy, budget: budget, seed: draw.seed(seed))
    } else {
      report = prepared.run(nil, isSpatial: false, seed: draw.seed(seed))
    }
    let figures = draw.draw.causes.reduce(0) { $0 + $1.figures.count }
    return (report.death == nil ? report.stalls.seconds : .infinity, figures)
  }
}
