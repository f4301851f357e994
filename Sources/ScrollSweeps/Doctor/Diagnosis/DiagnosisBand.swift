import ScrollCore
import ScrollDevice
import ScrollPages
package import ScrollSimulation

/// How far a diagnosis can be trusted, given the stated errors of the device's figures.
///
/// The run and the best lever are made again in draws of what the device's figures may truly be, both
/// with the same luck in each.
package struct DiagnosisBand: Sendable, Equatable {
  /// One draw of the run and of the best lever.
  package struct Drawn: Sendable {
    /// Infinite where the app is killed.
    let stall: Double
    /// What the lever saves: infinitely much where the app is killed without it, infinitely little
    /// where it is killed by it; nil without a lever, or if the app is killed in both.
    let saved: Double?
    /// How many figures of the device and network are off.
    let figures: Int
  }

  package let draws: Int
  /// How many figures of the device and the network have errors.
  package let figures: Int
  /// Of the stall seconds.
  package let stall: FigureBand
  /// Of what the best lever saves of them; nil without one.
  package let saved: FigureBand?
  /// In how many draws it saves something, and in how many the app is killed without it.
  package let helpsIn: Int, killedIn: Int

  /// Puts draws together.
  /// - Precondition: there is at least one.
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
  /// One draw of the run and of its best lever.
  /// - Complexity: that of two runs, and of preparing them.
  package func drawn(_ number: Int) -> DiagnosisBand.Drawn {
    let now = run.drawn(number, run.scenario)
    let lever = bestLever.map { $0.trial.changed.drawn(number, $0.trial.scenario).stall }
    let saved = lever.flatMap { left in
      now.stall == .infinity && left == .infinity ? nil : now.stall - left
    }
    return DiagnosisBand.Drawn(stall: now.stall, saved: saved, figures: now.figures)
  }

  /// What a band leaves of the stall and of the best lever, in a sentence; nil where nothing is
  /// unsure: no figure has an error, and decode times do not spread.
  package func sentence(of band: DiagnosisBand) -> String? {
    guard band.figures > 0 || band.stall.width > 0 || band.saved?.width ?? 0 > 0 else { return nil }
    let why =
      band.figures == 0
      ? "No figure of device and network has an error, and chance alone differs"
      : "The figures of device and network have errors (an estimate without one counts as "
        + "\(Int((100 * ProfileDraw.assumedError).rounded())) % off)"
    let share = Int((100 * FigureBand.share).rounded())
    var sentence =
      "\(why): in \(share) % of \(band.draws) draws of them the stall is \(Self.range(band.stall))"
    if let saved = band.saved, let lever = bestLever {
      sentence += ", and \(lever.trial.text) saves \(Self.range(saved))"
      if band.helpsIn < band.draws {
        sentence += "; it saves something in \(band.helpsIn) of them"
      }
    }
    if band.killedIn > 0 { sentence += "; the app is killed in \(band.killedIn)" }
    return sentence + "."
  }

  /// `53 to 93 s`, with no more digits than the band supports; an end is infinite where the app is
  /// killed.
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
  /// The stall of the run in one draw, and how many figures are off in it.
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
