import Dispatch
import ScrollCaching
import ScrollCore
import ScrollSimCommands
import ScrollSimulation
import ScrollSweeps
import ScrollTraces
import Synchronization

/// The gain of a policy against another, in draws of the devices' figures within their errors.
struct GainBand: Sendable, Equatable {
  let draws: Int
  /// The band of the gain as a share of the opponent's loss, from the draws in which the app
  /// survives every run.
  let band: FigureBand?

  /// A Boolean value that indicates whether there is a gain in nearly all draws.
  var isKnown: Bool { (band?.low ?? 0) > 0 }

  /// Repeats the runs of both policies in each draw.
  ///
  /// - Parameters:
  ///   - winner: The policy.
  ///   - opponent: The policy that it is compared with.
  ///   - set: The scenarios.
  ///   - yardstick: The unit of stall times in the scenarios.
  ///   - draws: The number of draws.
  /// - Returns: The band; nil if there are no draws.
  /// - Complexity: That of the runs, times the number of draws.
  static func measured(
    _ winner: Choice<PolicyDescriptor>, against opponent: Choice<PolicyDescriptor>,
    in set: ScenarioSet, _ yardstick: StallUnit, draws: Int
  ) -> GainBand? {
    guard draws > 0 else { return nil }
    let places = set.runs(of: set.scenes.indices)
    let asked = set.plan.replacing(
      policies: [winner, opponent].map { SweepPlan.PolicyRuns($0, in: places) })
    let weights = set.weights
    let shares = Mutex<[Double?]>(Array(repeating: nil, count: draws))
    DispatchQueue.concurrentPerform(iterations: draws) { draw in
      let stalls = DrawnStalls(draw, of: asked.plan.runs, in: asked.plan).stalls
      func losses(_ keys: [ContentKey]) -> [[Double]]? {
        let drawn = keys.compactMap { stalls[$0] }
        guard !drawn.contains(where: { $0.isKilled }) else { return nil }
        return yardstick.losses(set.bySession(drawn, in: set.scenes.indices))
      }
      guard let own = losses(asked.keys[0]), let others = losses(asked.keys[1]) else { return }
      let gain = PairedGain(of: own, against: others, weights)
      shares.withLock { $0[draw] = gain.share }
    }
    let lived = shares.withLock { $0.compactMap { $0 } }
    return GainBand(draws: draws, band: lived.isEmpty ? nil : FigureBand(lived))
  }
}

extension ScenarioSet {
  /// Returns the drawn stalls of all runs, by scenario and session.
  fileprivate func bySession(_ drawn: [DrawnStall], in places: Range<Int>) -> [[Double]] {
    var rest = drawn[...]
    return scenes[places].map { scene in
      scene.sessions.map { session in
        let own = rest.prefix(session.runs.count)
        rest = rest.dropFirst(session.runs.count)
        return own.reduce(0) { $0 + $1.seconds } / Double(session.runs.count)
      }
    }
  }
}
