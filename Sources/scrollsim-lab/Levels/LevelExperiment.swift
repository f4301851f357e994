import Dispatch
import Foundation
import ScrollCore
import ScrollSimulation
import ScrollSweeps
import ScrollTraces
import Synchronization

/// An experiment that measures how often reports of sweeps are wrong: stall times are drawn from
/// distributions with known means.
///
/// The mean stall time of the reference is 10 s. The part that a session adds to all settings
/// equally has a standard deviation of 3 s.
package struct LevelExperiment: Sendable {
  package enum Kind: Sendable, CaseIterable {
    /// All settings have the same distribution.
    case equal
    /// All settings have the same distribution, but a setting differs from the reference in only 30
    /// % of the sessions.
    case rare
    /// All settings have the same mean, but their differences are skewed.
    ///
    /// A setting either loses much in few sessions and gains little in the others, or gains much in
    /// few sessions and loses little in the others.
    case skewed
    /// The distributions of `equal`; each session occurs four times under other titles.
    case copied
    /// The last candidate saves 10 %, by amounts with a standard deviation of 16 %.
    case gain

    var summary: String {
      switch self {
      case .equal: "equal"
      case .rare: "equal, in 30 % of sessions"
      case .skewed: "equal means, skewed"
      case .copied: "equal, four copies"
      case .gain: "10 % on average"
      }
    }
  }

  let kind: Kind
  /// The number of settings in addition to the reference.
  package let candidates: Int
  /// A Boolean value that indicates whether the reference is given as the baseline.
  let hasBaseline: Bool
  let sessions: Int

  package init(_ kind: Kind, candidates: Int, hasBaseline: Bool, sessions: Int = 25) {
    self.kind = kind
    self.candidates = candidates
    self.hasBaseline = hasBaseline
    self.sessions = sessions
  }

  /// The experiments in which no setting is better than the reference.
  package static let nulls: [LevelExperiment] = [Kind.equal, .rare, .skewed, .copied].flatMap {
    kind in
    [1, 5, 20].flatMap { candidates in
      [false, true].map { LevelExperiment(kind, candidates: candidates, hasBaseline: $0) }
    }
  }

  /// The experiments in which one setting is better than the reference.
  package static let gains: [LevelExperiment] = [1, 5, 20].map {
    LevelExperiment(.gain, candidates: $0, hasBaseline: true, sessions: 50)
  }

  /// Makes experiments, on all cores.
  /// - Returns: The outcome, which depends only on the seed, not on the number of cores.
  package func outcome(of experiments: Int, seed: UInt64) -> LevelOutcome {
    let counts = Mutex((statements: 0, advice: 0, found: 0))
    DispatchQueue.concurrentPerform(iterations: experiments) { number in
      var random = SeededRandom(seed: seed &* 1_000_003 &+ UInt64(number))
      let report = report(&random)
      let advice = hasFalseAdvice(report), difference = hasFalseDifference(report)
      let isFound = report.recommendations.first?.setting.policy == "p\(candidates)"
      counts.withLock { counts in
        if advice || difference { counts.statements += 1 }
        if advice { counts.advice += 1 }
        if isFound { counts.found += 1 }
      }
    }
    let found = counts.withLock { $0 }
    func share(_ count: Int) -> Double { Double(count) / Double(experiments) }
    return LevelOutcome(
      experiment: self, falseShare: share(found.statements),
      falseAdviceShare: share(found.advice), foundShare: share(found.found))
  }

  private static let mean = 10.0, deviation = 3.0
  /// The shape of the Weibull distribution for gains.
  ///
  /// It was measured on 60 generated sessions with 48 MiB in place of 32 MiB: the standard
  /// deviation of the gains is 1.6 of their mean and their skewness is 2.6.
  private static let shape = 0.65

  /// Returns the true mean of the seconds that a setting saves against the reference.
  private func truth(of policy: String) -> Double {
    kind == .gain && policy == "p\(candidates)" ? 0.1 * Self.mean : 0
  }

  private func report(_ random: inout SeededRandom) -> SweepReport {
    let sweep = SweepRecord(
      key: ContentKey(of: "levels"), title: "levels", spec: "",
      runs: sessions * copies * (candidates + 1))
    var report = SweepReport(sweep, sessions: [])
    if hasBaseline { report.baseline = Baseline("p0", policy: "p0") }
    var position = 0
    for session in 0..<sessions {
      let common = Self.mean + Self.deviation * random.standardNormal()
      let stalls = (0...candidates).map { max(0, common - saving($0, &random)) }
      for copy in 0..<copies {
        let scenario = Self.scenario(session, copy: copy)
        for (policy, seconds) in stalls.enumerated() {
          report.add(Self.row(position, "p\(policy)", seconds, in: scenario))
          position += 1
        }
      }
    }
    return report
  }

  private var copies: Int { kind == .copied ? 4 : 1 }

  /// Returns the seconds that a setting saves in one session.
  private func saving(_ setting: Int, _ random: inout SeededRandom) -> Double {
    let noise = 0.1 * Self.mean * random.standardNormal()
    switch kind {
    case .equal, .copied: return noise
    case .rare: return setting > 0 && random.unit() < 0.3 ? noise : 0
    case .skewed:
      guard setting > 0 else { return 0 }
      let gap = 0.1 * Self.mean * (random.weibull(Self.shape) - 1)
      return setting.isMultiple(of: 2) ? gap : -gap
    case .gain:
      guard setting > 0 else { return 0 }
      return setting == candidates ? 0.1 * Self.mean * random.weibull(Self.shape) : noise
    }
  }

  /// Returns a Boolean value that indicates whether the advice is false.
  private func hasFalseAdvice(_ report: SweepReport) -> Bool {
    report.recommendations.contains { found in
      let truth = truth(of: found.setting.policy)
      if found.basis == .known, truth <= 0 { return true }
      func misses(_ reference: Recommendation.Reference?, _ policy: String) -> Bool {
        guard let interval = reference?.saved.interval, reference?.saved.error ?? 0 > 0
        else { return false }
        return !interval.contains(self.truth(of: policy))
      }
      return misses(found.reference, found.setting.policy)
        || misses(found.rival, found.rival?.setting.policy ?? "")
    }
  }

  /// Returns a Boolean value that indicates whether a row of the table of differences is false.
  private func hasFalseDifference(_ report: SweepReport) -> Bool {
    report.document.differences.contains { row in
      let truth = -truth(of: row.policy) + self.truth(of: row.against)
      guard let low = row.stallSeconds.low, let high = row.stallSeconds.high, low < high else {
        return false
      }
      return !(low...high).contains(truth)
    }
  }
}

/// The results of some experiments as shares of their number, from 0 to 1.
package struct LevelOutcome: Sendable {
  let experiment: LevelExperiment
  /// The share of reports with a false statement, and the share of those whose advice is false.
  package let falseShare: Double, falseAdviceShare: Double
  /// The share of reports that advise the last candidate.
  package let foundShare: Double
}

// The rows of a sweep whose runs are drawn, not simulated.
extension LevelExperiment {
  private static func scenario(_ session: Int, copy: Int) -> ScenarioRecord {
    let name = "copy\(copy)/#\(session).scroll"
    guard let gestures = GestureSketch(String("\(ContentKey(of: "\(session)"))".prefix(16))) else {
      preconditionFailure("sixteen digits are a hash")
    }
    let profile = ProfileRecord(
      digest: ContentKey(of: "any"), kind: .device, name: "any", summary: "", figures: 1,
      estimates: 0)
    return ScenarioRecord(
      key: ContentKey(of: name),
      trace: TraceRecord(
        digest: "\(ContentKey(of: name))", path: name, title: name, kind: "synthetic",
        provenance: "drawn", durationSeconds: 60, items: 100, images: 100, gestures: gestures),
      layout: "grid:columns=3", device: profile, network: profile, loader: "cached",
      loaderSettings: "{}", prefetcher: "none")
  }

  private static func row(
    _ position: Int, _ policy: String, _ stalls: Double, in scenario: ScenarioRecord
  ) -> RunRow {
    RunRow(
      position: position,
      run: RunRecord(
        key: ContentKey(of: "run \(position)"), scenario: scenario.key, policy: policy,
        settings: "{}", label: policy, budgetBytes: 1 << 26, seed: 0, modelVersion: 0, killed: nil,
        killedMilliseconds: nil, figures: figures(stalls), parts: [], regret: nil,
        stallRegret: nil),
      scenario: scenario)
  }

  private static func figures(_ stalls: Double) -> [StoredValue] {
    var values = template
    values[stallPlace] = .real(stalls)
    return values
  }

  private static let columns = StoreSchema.current["run"].columns.suffix(
    ResultStore.figureColumns.count)
  private static let stallPlace =
    columns.firstIndex { $0.name == "stall_s" }.map {
      $0 - columns.startIndex
    } ?? 0
  private static let template: [StoredValue] = columns.map { column in
    switch column.name {
    case "over_budget_s": .real(0)
    case "band": .text("good")
    default:
      switch column.type {
      case "INTEGER": .integer(1)
      case "REAL": .real(1)
      default: .text("")
      }
    }
  }
}

extension SeededRandom {
  /// Draws from the normal distribution with mean 0 and variance 1.
  fileprivate mutating func standardNormal() -> Double {
    // The Box-Muller transform.
    let radius = (-2 * Foundation.log(max(.leastNormalMagnitude, unit()))).squareRoot()
    return radius * Foundation.cos(2 * .pi * unit())
  }

  /// Draws from the Weibull distribution with a shape, scaled to the mean 1.
  fileprivate mutating func weibull(_ shape: Double) -> Double {
    let exponential = -Foundation.log(max(.leastNormalMagnitude, 1 - unit()))
    return Foundation.pow(exponential, 1 / shape) / Foundation.tgamma(1 + 1 / shape)
  }
}
