import ScrollCore
package import ScrollDevice
package import ScrollSimulation
import ScrollTraces

/// The limits and the display of a device, by which `ChoiceRule` judges the runs on it.
///
/// Every command that chooses by the rule computes the figures of its runs here.
package struct RunJudge: Sendable {
  /// The typed limits, and the default limits of the other figures.
  package let limits: [Limit]
  private let refreshRate: Double
  private let rule: ChoiceRule

  private init(
    _ typed: [Limit], _ appLimit: ByteCount?, at refreshRate: Double?, _ rule: ChoiceRule
  ) {
    let standard = Limit.standard(ofAppLimit: appLimit)
    limits =
      typed + standard.filter { limit in !typed.contains { $0.figure.name == limit.figure.name } }
    self.refreshRate = refreshRate ?? Materiality.assumedRefreshRate
    self.rule = rule
  }

  /// Creates the judge of the runs on a device.
  package init(_ typed: [Limit] = [], on device: DeviceProfile, by rule: ChoiceRule) {
    self.init(typed, device.memory.appLimit, at: Double(device.refreshRate), rule)
  }

  /// Creates the judge of stored runs on a device.
  ///
  /// A device that is not in the catalog has no default limit on memory.
  init(_ typed: [Limit] = [], on device: ProfileRecord, by rule: ChoiceRule) {
    self.init(
      typed, Self.appLimits[device.digest], at: device.refreshRate.map(Double.init), rule)
  }

  /// The footprints at which the system ends an app, by the digests of the devices in the catalog.
  private static let appLimits: [ContentKey: ByteCount] = Dictionary(
    DeviceCatalog.builtIn.entries.map { (ProfileRecord($0).digest, $0.memory.appLimit) },
    uniquingKeysWith: { $1 })

  /// Returns the figures of a run for the rule, with the weight of its session.
  package func session(_ report: RunReport, share: Double = 1) -> ChoiceRule.Session {
    session(share, RunScore(report), isKilled: report.death != nil) { $0.value(of: report).number }
  }

  /// Returns the figures of a stored run for the rule, with the weight of its session.
  func session(_ run: RunRecord, share: Double = 1) -> ChoiceRule.Session {
    session(share, RunScore(run), isKilled: run.killed != nil) { run.limited($0) }
  }

  /// Returns the figures of a run.
  ///
  /// A limit counts as kept if the run does not have its figure.
  private func session(
    _ share: Double, _ score: RunScore, isKilled: Bool, _ value: (Figure) -> Double?
  ) -> ChoiceRule.Session {
    let frames = rule.materiality.leastSeconds(over: value(.duration) ?? 0, at: refreshRate)
    let isBroken = limits.contains { limit in
      value(limit.figure).map { limit.isBroken(by: $0, rule.materiality, frames: frames) } ?? false
    }
    return ChoiceRule.Session(
      share: share, isKilled: isKilled, isBroken: isKilled || isBroken || !score.keepsBudget,
      refreshRate: refreshRate
    ) { value($0) ?? 0 }
  }
}

extension RunJudge {
  /// Returns the limits that a run breaks, with its values; none for a run in which the app is
  /// killed.
  func breaches(_ report: RunReport) -> [LimitBreach] {
    guard report.death == nil else { return [] }
    func value(_ figure: Figure) -> Double? { figure.value(of: report).number }
    let frames = rule.materiality.leastSeconds(over: value(.duration) ?? 0, at: refreshRate)
    return limits.compactMap { limit in
      guard let value = value(limit.figure),
        limit.isBroken(by: value, rule.materiality, frames: frames)
      else { return nil }
      return LimitBreach(limit: limit, value: value)
    }
  }
}

/// A limit that a run breaks, with the value of the run.
package struct LimitBreach: Sendable {
  package let limit: Limit
  package let value: Double

  /// The excess over the bound, in the figure's unit.
  package var excess: Double { limit.figure.excess(of: value, over: limit.bound) }

  /// The excess as a share of the bound, unless the bound is zero.
  var excessShare: Double { excess / (limit.bound > 0 ? limit.bound : 1) }

  /// Returns the largest breach of each figure's limit, in the order of the limits.
  static func worst(_ breaches: [[LimitBreach]]) -> [LimitBreach] {
    var worst: [LimitBreach] = []
    for breach in breaches.joined() {
      let place = worst.firstIndex { $0.limit.figure.name == breach.limit.figure.name }
      if let place {
        if breach.excessShare > worst[place].excessShare { worst[place] = breach }
      } else {
        worst.append(breach)
      }
    }
    return worst
  }
}

extension Limit {
  /// Returns the default limits on a device: half of the memory that the system allows an app, if it
  /// is known, and the hitches that Apple calls good.
  fileprivate static func standard(ofAppLimit limit: ByteCount?) -> [Limit] {
    let memory = limit.map {
      Limit(.footprintPeak, Double($0.bytes) * ChoiceRule.memoryShare)
    }
    return [memory].compactMap { $0 } + [Limit(.hitchRatio, Band.goodRatio)]
  }

  /// Returns a Boolean value that indicates whether a value breaks the limit.
  /// - Parameters:
  ///   - value: the value of the figure.
  ///   - materiality: the smallest visible difference.
  ///   - frames: the part of that difference that depends on frames, in seconds.
  /// - Returns: `true` for an excess; an excess of missing screen or blank time must be visible.
  func isBroken(by value: Double, _ materiality: Materiality, frames: Double) -> Bool {
    let excess = figure.excess(of: value, over: bound)
    guard excess > 0, [Figure.stall.name, Figure.blank.name].contains(figure.name) else {
      return excess > 0
    }
    return materiality.matters(value, value - excess, frames: frames)
  }
}
