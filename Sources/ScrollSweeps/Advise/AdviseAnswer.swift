import ScrollCaching
import ScrollCore
import ScrollSimulation

/// The advised settings, with the evidence for each change.
package struct AdviseAnswer: Sendable {
  package let question: AdviseQuestion
  /// The runs with the present settings, and with the advised ones.
  package let now: AdvisedRuns, advised: AdvisedRuns
  /// The advised changes, the most valuable first.
  package let changes: [Change]
  /// The levers that make no visible difference with any value that was tried.
  package let idle: [AdvisedLever]
  /// The levers that make a visible difference, but only for the worse.
  package let harmful: [AdvisedLever]
  /// The number of settings that were tried.
  package let tried: Int

  /// A change of one lever.
  package struct Change: Sendable {
    package let change: AdvisedChange
    /// The runs with this change alone.
    package let alone: AdvisedRuns
    /// The runs with all advised changes but this one; `nil` if they were not made.
    package let without: AdvisedRuns?
    /// The runs with the advised changes before this one; `nil` if they were not made.
    package fileprivate(set) var before: AdvisedRuns?
  }

  /// Creates an answer.
  /// - Parameters:
  ///   - question: The question.
  ///   - tried: The runs of all settings that were tried, the present settings first.
  ///   - chosen: The index of the advised settings.
  ///   - joint: The runs of settings that were not tried before the choice.
  init(_ question: AdviseQuestion, _ tried: [AdvisedRuns], chosen: Int, joint: [AdvisedRuns]) {
    self.question = question
    self.tried = tried.count
    let rule = question.rule
    let (now, advised) = (tried[0], tried[chosen])
    self.now = now
    self.advised = advised
    let made = tried + joint
    func runs(with changes: [AdvisedChange]) -> AdvisedRuns? {
      made.first { runs in
        runs.setting.changes.count == changes.count
          && changes.allSatisfy(runs.setting.changes.contains)
      }
    }
    let singles = tried.filter { $0.setting.changes.count == 1 }
    var changes = advised.setting.changes.map { change in
      let alone = singles.first { $0.setting.changes[0] == change }
      let others = advised.setting.changes.filter { $0 != change }
      return Change(change: change, alone: alone ?? now, without: runs(with: others))
    }
    .sorted {
      Self.gains($0.alone, now, rule).lexicographicallyPrecedes(Self.gains($1.alone, now, rule))
    }
    for place in changes.indices {
      changes[place].before = runs(with: changes[..<place].map(\.change))
    }
    self.changes = changes
    let isEmpty = question.emptiness != nil
    let levers = AdvisedLever.allCases.filter { lever in
      !isEmpty && question.library.changes.contains { $0.lever == lever }
        && !advised.setting.changes.contains { $0.lever == lever }
    }
    func alternatives(_ lever: AdvisedLever) -> [AdvisedRuns] {
      let others = advised.setting.changes
      let beside = tried.filter { runs in
        let changes = runs.setting.changes
        return changes.count == others.count + 1 && changes.contains { $0.lever == lever }
          && others.allSatisfy(changes.contains)
      }
      return beside
    }
    idle = levers.filter { lever in
      let (alone, beside) = (
        singles.filter { $0.setting.changes[0].lever == lever }, alternatives(lever)
      )
      return !alone.contains { rule.differ($0.candidate, now.candidate) }
        && !beside.contains { rule.differ($0.candidate, advised.candidate) }
    }
    harmful = levers.filter { [idle] in !idle.contains($0) }
  }

  /// Returns the effects of a change alone on each figure, the most important figure first.
  ///
  /// A gain is negative, so that greater gains sort first.
  ///
  /// A saving of stall that costs memory counts half.
  private static func gains(_ alone: AdvisedRuns, _ now: AdvisedRuns, _ rule: ChoiceRule)
    -> [Double]
  {
    let (one, before) = (alone.candidate, now.candidate)
    let memory = one.memory.mean - before.memory.mean
    let costs = rule.memoryDiffers(one.memory.mean, before.memory.mean)
    func stall(_ new: Double, _ old: Double) -> Double {
      let isVisible = rule.blankDiffers(new, old, frames: before.frames)
      return isVisible ? (new - old) * (costs && memory > 0 ? 0.5 : 1) : 0
    }
    let hitches = one.hitches.mean - before.hitches.mean
    return one.faults + [
      stall(one.stall.mean, before.stall.mean),
      rule.hitchesDiffer(one.hitches.mean, before.hitches.mean) ? hitches : 0,
      stall(one.stall.high, before.stall.high), costs ? memory : 0,
    ]
  }

  /// A Boolean value that indicates whether the present settings are advised.
  package var keepsAll: Bool { changes.isEmpty }

  /// The limits that the advised settings break, with their worst values.
  package var breaches: [LimitBreach] { LimitBreach.worst(advised.breaches) }

  /// The limits that the present settings break, if the advised ones break limits in fewer sessions.
  package var presentBreaches: [LimitBreach] {
    now.candidate.killed == 0 && now.candidate.broken > advised.candidate.broken
      ? LimitBreach.worst(now.breaches) : []
  }
}

extension AdviseAnswer {
  /// The warning that the cache has too little room with the advised settings, or else with the
  /// present settings; `nil` if it has enough room with both.
  package var warning: CacheWarning? {
    CacheWarning(advised, of: question) ?? CacheWarning(now, of: question)
  }
}
