import ScrollCaching
import ScrollCore
import ScrollDevice
package import ScrollSimulation
import ScrollTraces

/// The runs of some settings in one session, which share a prepared scenario.
package struct AdviseJob: Sendable {
  private let question: AdviseQuestion
  let session: Int
  let settings: [AdvisedSetting]
  /// The number of the random draw that varies the figures of device and network; `nil` for the
  /// stated figures.
  let draw: Int?

  init(_ question: AdviseQuestion, session: Int, _ settings: [AdvisedSetting], draw: Int? = nil) {
    self.question = question
    self.session = session
    self.settings = settings
    self.draw = draw
  }

  /// Makes the runs.
  /// - Returns: the report of each, in the order of the settings.
  package func reports() -> [RunReport] {
    guard let first = settings.first else { return [] }
    var scenario = question.scenario(of: session, first)
    var seed: UInt64 = 0
    if let draw {
      let drawn = ScenarioDraw(draw, of: scenario)
      (scenario, seed) = (drawn.scenario, drawn.seed(seed))
    }
    let prepared = PreparedScenario(scenario)
    let device = question.sessions[session].device
    return settings.map { setting in
      guard let policy = setting.policy else {
        return prepared.run(nil, isSpatial: false, seed: seed)
      }
      return prepared.run(policy, budget: setting.budget(on: device), seed: seed)
    }
  }

  /// Returns the jobs for some settings in all sessions.
  static func all(
    of question: AdviseQuestion, _ settings: [AdvisedSetting], draw: Int? = nil
  ) -> [AdviseJob] {
    var groups: [String: [AdvisedSetting]] = [:]
    var order: [String] = []
    for setting in settings {
      if groups[setting.scenarioKey] == nil { order.append(setting.scenarioKey) }
      groups[setting.scenarioKey, default: []].append(setting)
    }
    return question.sessions.indices.flatMap { session in
      order.map { AdviseJob(question, session: session, groups[$0] ?? [], draw: draw) }
    }
  }
}

/// The runs of one setting in all sessions.
package struct AdvisedRuns: Sendable {
  package let setting: AdvisedSetting
  /// The reports, in the order of the sessions.
  package let reports: [RunReport]
  /// Boolean values that indicate whether each session breaks a limit.
  package let broken: [Bool]
  /// The figures over all sessions.
  package let candidate: ChoiceRule.Candidate
  /// The broken limits of each session.
  let breaches: [[LimitBreach]]
  /// The excess over the broken limits that were typed as a share of the bounds: the sum over the
  /// limits, averaged over the sessions.
  let excess: Double

  init(_ setting: AdvisedSetting, _ reports: [RunReport], of question: AdviseQuestion) {
    self.setting = setting
    self.reports = reports
    let sessions = zip(question.sessions, reports).map { session, report in
      question.judge(of: session).session(report, share: session.share)
    }
    broken = sessions.map { $0.broken > 0 }
    candidate = question.rule.candidate(sessions, changes: setting.changes.count)
    breaches = zip(question.sessions, reports).map { session, report in
      question.judge(of: session).breaches(report)
    }
    excess = zip(question.sessions, breaches).reduce(0) { sum, session in
      let typed = session.1.filter { question.isTyped($0.limit) }
      return sum + session.0.share * typed.reduce(0) { $0 + $1.excessShare }
    }
  }

  /// The largest peak of the cache in any session.
  var cachePeak: ByteCount { reports.map { $0.cache.peakBytes }.max() ?? .zero }

  /// A Boolean value that indicates whether the cache refused an image in any session.
  var refuses: Bool { reports.contains { $0.cache.refusals > 0 } }
}
