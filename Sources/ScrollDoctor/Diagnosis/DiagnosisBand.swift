import ScrollCore
import ScrollDevice
package import ScrollSimulation

/// How far a diagnosis can be trusted, given the stated errors of the device's figures.
///
/// The run and the best lever are made again in draws of what the device's figures may truly be, both
/// with the same luck in each.
package struct DiagnosisBand: Sendable, Equatable {
  /// One draw: the stall of the run, and what the best lever saves of it; nil where there is none, or
  /// the app is killed with it or without.
  package struct Drawn: Sendable {
    let stall: Double
    let saved: Double?
  }

  package let draws: Int
  /// Of the stall seconds.
  package let stall: FigureBand
  /// Of what the best lever saves of them; nil without one.
  package let saved: FigureBand?
  /// In how many draws it saves something.
  package let helpsIn: Int

  /// Puts draws together.
  /// - Precondition: there is at least one.
  package init(_ draws: [Drawn]) {
    self.draws = draws.count
    stall = FigureBand(draws.map(\.stall))
    let saved = draws.compactMap(\.saved)
    self.saved = saved.count == draws.count ? FigureBand(saved) : nil
    helpsIn = saved.count { $0 > 0 }
  }
}

extension Diagnosis {
  /// One draw of the run and of its best lever.
  /// - Complexity: that of two runs, and of preparing them.
  package func drawn(_ number: Int) -> DiagnosisBand.Drawn {
    let now = run.drawn(number, run.scenario)
    guard let lever = bestLever else { return DiagnosisBand.Drawn(stall: now.seconds, saved: nil) }
    let other = lever.trial.changed.drawn(number, lever.trial.scenario)
    return DiagnosisBand.Drawn(
      stall: now.seconds, saved: now.isKilled || other.isKilled ? nil : now.seconds - other.seconds)
  }

  /// What a band leaves of the stall and of the best lever, in a sentence.
  package func sentence(of band: DiagnosisBand) -> String {
    let assumed = Int((100 * ProfileDraw.assumedError).rounded())
    let stall = Self.range(band.stall)
    var sentence =
      "The figures of device and network have errors (an estimate without one counts as \(assumed) % "
      + "off): in 90 % of \(band.draws) draws of them the stall is \(stall)"
    if let saved = band.saved, let lever = bestLever {
      sentence += ", and \(lever.trial.text) saves \(Self.range(saved))"
      if band.helpsIn < band.draws {
        sentence += "; it saves something in \(band.helpsIn) of them"
      }
    }
    return sentence + "."
  }

  private static func range(_ band: FigureBand) -> String {
    let (low, high) = (SecondsText.text(band.low), SecondsText.text(band.high))
    return low == high ? "\(low) s" : "\(low) to \(high) s"
  }
}

extension RunCase {
  /// The stall of the run in one draw.
  fileprivate func drawn(_ number: Int, _ scenario: Scenario) -> DrawnStall {
    let draw = ScenarioDraw(number, of: scenario)
    let prepared = PreparedScenario(draw.scenario)
    let report: RunReport
    if let policy, scenario.loader.cache {
      report = prepared.run(policy, budget: budget, seed: draw.seed(seed))
    } else {
      report = prepared.run(nil, isSpatial: false, seed: draw.seed(seed))
    }
    return DrawnStall(report)
  }
}
