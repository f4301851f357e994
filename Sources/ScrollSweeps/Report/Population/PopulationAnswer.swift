import ScrollCore
package import ScrollPages
import ScrollSimulation

/// The result of a sweep for a population: each budget rule and budget, the recommended one first.
package struct PopulationAnswer: Sendable {
  /// The evidence for the recommended choice.
  struct Evidence: Sendable {
    typealias Other = (choice: PopulationChoice, comparison: Recommendation.Reference)

    let basis: Recommendation.Basis
    /// The choice that is fixed before the results are known; `nil` if it is the recommended one, or
    /// if the app is killed with every choice.
    var reference: Other?
    /// The choice that the rule prefers, if it stalls visibly less than the choice that is kept.
    var rival: Other?
    /// The choice that the rule prefers from these sessions alone, and its visible differences from
    /// the recommended choice.
    var preferred: (choice: PopulationChoice, effects: ComplaintEffects)?
    /// The visible differences of the recommended choice from the reference.
    var effects = ComplaintEffects()
    var clusters = 0
  }

  let population: Population
  let users: [PopulationStudy.Users]
  let devices: [ProfileRecord]
  let networks: [String]
  /// The choices, the recommended one first.
  ///
  /// The others are ordered by the share of users that they cover, the largest share first, and
  /// then by `ChoiceRule`.
  package let choices: [PopulationChoice]
  /// The evidence for the first choice; `nil` without choices.
  let evidence: Evidence?
  let rule: ChoiceRule
  /// The frame-based part of the smallest visible difference for each group of users, in seconds.
  let leastSeconds: [Double]
  /// The devices and networks of the sweep that no user has.
  let unused: [String]
  /// The user's current setting; `nil` if none is given.
  let baseline: Baseline?
  /// The user's current choice; `nil` if none is given, or if the setting is not one choice for all
  /// users.
  let current: PopulationChoice?

  /// The choice that is recommended for these users.
  package var best: PopulationChoice? { choices.first }
  /// The basis of the recommendation; `nil` without choices.
  package var basis: Recommendation.Basis? { evidence?.basis }
  /// The best choice with a budget rule, including rules that were not swept.
  package var bestRule: PopulationChoice? { choices.first(where: \.isRule) }
}

extension PopulationStudy {
  /// Returns the result of the runs so far.
  ///
  /// The recommendation is that of a `ReferenceComparison`, as in a report on each device.
  /// - Parameters:
  ///   - baseline: the user's current setting; `nil` if none is given.
  ///   - families: the number of comparisons whose intervals hold at once.
  /// - Returns: the choices, the recommended one first.
  /// - Throws: `PopulationProblem` if the population does not fit the runs.
  package func answer(
    against baseline: Baseline? = nil, amid families: Int = 1
  ) throws(PopulationProblem) -> PopulationAnswer {
    let users = try users()
    var choices = choices(users)
    let current = baseline.flatMap { baseline in
      choices.firstIndex { isChoice($0, of: baseline, for: users) }
    }
    let now = current.map { choices[$0] }
    for place in choices.indices {
      choices[place].candidate.changes = choices[place].changes(from: now)
    }
    let found = recommendation(among: choices, current: current, users, amid: families)
    return PopulationAnswer(
      population: population, users: users, devices: devices, networks: networks,
      choices: found.map { shown(choices, first: $0.place, $0.evidence) } ?? [],
      evidence: found?.evidence,
      rule: rule, leastSeconds: users.map { leastSeconds(of: $0) }, unused: unused(users),
      baseline: baseline, current: current.map { choices[$0] })
  }

  /// The largest number of choices for which rules that were not swept are compared, too.
  ///
  /// The draws for intervals that hold at once take time and memory with the square of the choices.
  private static let mostCompared = 500

  /// Returns the index of the recommended choice with its evidence; `nil` without choices.
  private func recommendation(
    among choices: [PopulationChoice], current: Int?, _ users: [Users], amid families: Int
  ) -> (place: Int, evidence: PopulationAnswer.Evidence)? {
    guard let whole = choices.max(by: { $0.covered < $1.covered }) else { return nil }
    // Choices that were run in fewer sessions are not comparable.
    let compared = choices.indices.filter { choices[$0].hasSessions(of: whole) }
    let living = compared.filter { choices[$0].killed == 0 }
    let alive =
      living.count > Self.mostCompared
      ? living.filter { !choices[$0].isSearched || $0 == current } : living
    guard !alive.isEmpty else {
      let least = compared.map { choices[$0].killed }.min() ?? 1
      if let current, compared.contains(current), choices[current].killed <= least {
        return (current, PopulationAnswer.Evidence(basis: .kept))
      }
      let best = rule.choice(among: compared.map { choices[$0].candidate })
      return (compared[best], PopulationAnswer.Evidence(basis: .bestFound))
    }
    let baseline = current.flatMap { alive.firstIndex(of: $0) }
    let simplest = CacheSetting.simplest(
      alive.map { choices[$0].meanSetting }, of: settings.map { $0.policy ?? SweepReport.noCache })
    guard let reference = baseline ?? simplest else { return nil }
    let hasClusters = hasClusters(users)
    let comparison = ReferenceComparison(
      alive.map { figures(of: choices[$0], byClusters: hasClusters) }, reference: reference,
      hasBaseline: baseline != nil, by: rule, amid: families)
    let kept = groupCandidates(choices[alive[reference]])
    let found = comparison.recommendation { place in
      zip(groupCandidates(choices[alive[place]]), kept).contains {
        comparison.isWorse($0, than: $1)
      }
    }
    func other(
      _ place: Int, _ kind: Recommendation.Reference.Kind, saves saving: Int
    ) -> PopulationAnswer.Evidence.Other {
      let means = comparison.settings.map(\.mean)
      let comparison = Recommendation.Reference(
        kind: kind, setting: choices[alive[place]].meanSetting, stalls: means[place],
        saved: comparison.savings[saving],
        least: comparison.least(of: max(means[reference], means[saving])),
        isBehind: comparison.differ(means[place], means[comparison.leastStall]))
      return (choices[alive[place]], comparison)
    }
    return (
      alive[found.place],
      PopulationAnswer.Evidence(
        basis: found.basis,
        reference: found.place == reference
          ? nil : other(reference, baseline == nil ? .simplest : .baseline, saves: found.place),
        rival: comparison.rival(of: found.basis).map { other($0, .bestFound, saves: $0) },
        preferred: (
          choices[alive[comparison.best]],
          comparison.effects(from: found.place, to: comparison.best)
        ), effects: comparison.effects(from: reference, to: found.place),
        clusters: comparison.clusters)
    )
  }

  /// Returns a Boolean value that indicates whether each kind of session has enough clusters for an
  /// interval.
  private func hasClusters(_ users: [Users]) -> Bool {
    Set(users.map(\.traces)).allSatisfy { traces in
      Set(traces.map { clusters[$0] }).count >= MeanInterval.leastSessions
    }
  }

  /// Returns the figures of a choice for the comparison.
  ///
  /// Each cluster of sessions has a value, weighted with the share of its users, so that the mean
  /// over the clusters is that over the users.
  /// - Parameters:
  ///   - choice: the choice.
  ///   - byClusters: `false` to count all sessions as one cluster, which has no interval.
  /// - Returns: the figures for the rule, and those of the clusters.
  private func figures(
    of choice: PopulationChoice, byClusters: Bool
  ) -> ReferenceComparison.Setting {
    let whole = choice.sessions.reduce(0) { $0 + $1.figures.share }
    func ofClusters(_ value: (ChoiceRule.Session) -> Double) -> [Double] {
      var sums: [Int: Double] = [:]
      for session in choice.sessions {
        sums[byClusters ? clusters[session.trace] : 0, default: 0] +=
          session.figures.share * value(session.figures)
      }
      return sums.sorted { $0.key < $1.key }.map { $0.value * Double(sums.count) / whole }
    }
    return ReferenceComparison.Setting(
      candidate: choice.candidate, stalls: ofClusters(\.stall), hitches: ofClusters(\.hitches))
  }

  /// Returns the figures of a choice for each group of users.
  private func groupCandidates(_ choice: PopulationChoice) -> [ChoiceRule.Candidate] {
    choice.outcomes.indices.map { group in
      rule.candidate(
        choice.sessions.filter { $0.group == group }.map(\.figures),
        changes: choice.candidate.changes)
    }
  }

  /// Returns the choices to show, the recommended one first.
  ///
  /// Of the budget rules that were not swept, the result has for each setting those that the
  /// recommendation names or, if it names none, the one that `ChoiceRule` prefers.
  private func shown(
    _ choices: [PopulationChoice], first: Int, _ evidence: PopulationAnswer.Evidence
  ) -> [PopulationChoice] {
    let named =
      [
        choices[first], evidence.reference?.choice, evidence.rival?.choice,
        evidence.preferred?.choice,
      ].compactMap { $0 }
    var places = choices.indices.filter { !choices[$0].isSearched }
    for setting in settings {
      let searched = choices.indices.filter {
        choices[$0].isSearched && choices[$0].setting == setting
      }
      guard !searched.isEmpty else { continue }
      let kept = searched.filter { place in named.contains { $0.isSame(as: choices[place]) } }
      places +=
        kept.isEmpty
        ? [searched[rule.choice(among: searched.map { choices[$0].candidate })]] : kept
    }
    let others = places.filter { $0 != first }.sorted()
    // Sums of shares are equal up to rounding.
    let groups = Dictionary(grouping: others) { (choices[$0].covered * 1e9).rounded() }
    return [choices[first]]
      + groups.sorted { $0.key > $1.key }.flatMap { _, places in
        rule.order(of: places.map { choices[$0].candidate }).map { choices[places[$0]] }
      }
  }

  /// Returns whether a choice is the user's current one on every device.
  private func isChoice(
    _ choice: PopulationChoice, of baseline: Baseline, for users: [Users]
  ) -> Bool {
    zip(users, choice.outcomes).allSatisfy { group, outcome in
      baseline.is(choice.setting.with(outcome.budget), on: devices[group.device].name)
    }
  }

  /// Returns the frame-based part of the smallest visible difference for some users, in seconds.
  ///
  /// It is a number of frames of their display, as the mean over their traces.
  private func leastSeconds(of users: Users) -> Double {
    let rate =
      devices[users.device].refreshRate.map(Double.init) ?? Materiality.assumedRefreshRate
    let sum = users.traces.reduce(0) {
      $0 + rule.materiality.leastSeconds(over: traces[$1].durationSeconds, at: rate)
    }
    return sum / Double(max(1, users.traces.count))
  }
}

extension PopulationAnswer {
  /// The answer for programs, with unrounded figures.
  package struct Document: Encodable, Sendable {
    let title: String
    let isIndependent: Bool
    let limits: [String]
    let sentences: [String]
    /// The evidence for the recommendation; null without choices.
    @OrNull var basis: Recommendation.Basis?
    /// The choices, the recommended one first.
    package let choices: [Choice]
  }

  package struct Choice: Encodable, Sendable {
    let budget: String, loader: String, prefetcher: String
    @OrNull package var policy: String?
    /// The share of users with runs, and the share of those whose app was killed.
    let covered: Double, killed: Double
    /// The share of users who keep every limit; null without limits.
    @OrNull var kept: Double?
    @OrNull var stallSeconds: Double?
    /// The mean hitch milliseconds per second of scrolling, and the mean peak of the footprint.
    let hitchRatio: Double, footprintPeakBytes: Double
    @OrNull package var meanBudgetBytes: Double?
  }

  package var document: Document {
    Document(
      title: population.title, isIndependent: population.isIndependent,
      limits: population.limits.map(\.description), sentences: sentences, basis: basis,
      choices: choices.map { choice in
        Choice(
          budget: Self.budget(choice), loader: choice.setting.loader,
          prefetcher: choice.setting.prefetcher, policy: choice.setting.policy,
          covered: choice.covered, killed: choice.killed,
          kept: population.limits.isEmpty ? nil : choice.kept, stallSeconds: choice.stalls,
          hitchRatio: choice.candidate.hitches.mean,
          footprintPeakBytes: choice.candidate.memory.mean, meanBudgetBytes: choice.meanBudget)
      })
  }
}

extension PopulationAnswer {
  /// The choices as a table, the recommended one first.
  package var choiceTable: Table {
    let isKilled = choices.contains { $0.killed > 0 }
    let isPartial = choices.contains { $0.covered < 1 - 1e-9 }
    let loadings = Set(choices.map { [$0.setting.loader, $0.setting.prefetcher] }).count
    typealias Choice = Column<PopulationChoice>
    let loading: [Choice] = [
      Column(.left("loader")) { $0.setting.loader },
      Column(.left("prefetch")) { $0.setting.prefetcher },
    ]
    let kept: [Choice] =
      (population.limits.isEmpty
        ? [] : [Column(.right("keep the limits")) { Self.percent($0.kept) }])
      + (hasOtherLimits
        ? [Column(.right("keep all limits")) { Self.percent(1 - $0.candidate.broken) }] : [])
    let dead: [Choice] = [
      Column(.right("killed")) { $0.killed > 0 ? Self.percent($0.killed) : "-" }
    ]
    let covered: [Choice] = [Column(.right("users with runs")) { Self.percent($0.covered) }]
    let columns: [Choice] =
      [
        Column(.left("budget")) { Self.budget($0) },
        Column(.left("policy")) { $0.setting.policy ?? "-" },
      ] + (loadings > 1 ? loading : []) + [
        Column(.right("stall s")) {
          $0.stalls.map { String(Self.seconds($0).dropLast(2)) } ?? "-"
        },
        Column(.right("hitch ms/s")) {
          NumberText.fixed($0.candidate.hitches.mean, decimals: 2)
        },
        Column(.right("peak MiB")) {
          NumberText.fixed($0.candidate.memory.mean / 1_048_576, decimals: 0)
        },
        Column(.right("budget MiB")) {
          $0.meanBudget.map { NumberText.fixed($0 / 1_048_576, decimals: 1) } ?? "-"
        },
      ] + kept + (isKilled ? dead : []) + (isPartial ? covered : [])
    return Table(columns, of: choices)
  }

  /// A Boolean value that indicates whether some choice breaks a limit that the population does not
  /// have, in a run in which the app is not killed.
  private var hasOtherLimits: Bool {
    choices.contains { abs(1 - $0.candidate.broken - $0.kept) > 1e-9 }
  }

  /// The budgets that the budget rules give on each device with the best setting, and the stalls
  /// there.
  var deviceTable: Table? {
    guard let best = bestRule else { return nil }
    let rules = choices.filter { $0.isRule && $0.setting == best.setting }.prefix(Self.ruleLimit)
    var table = Table(
      [.left("device"), .right("users"), .right("memory")]
        + rules.flatMap { [.right(Self.budget($0)), .right("stall s")] })
    for device in devices.indices {
      let groups = users.indices.filter { users[$0].device == device }
      guard !groups.isEmpty else { continue }
      let share = groups.reduce(0) { $0 + users[$1].share }
      var row = [
        devices[device].name, Self.percent(share),
        devices[device].memoryBytes.map(Self.size) ?? "-",
      ]
      for rule in rules {
        let outcomes = groups.map { (users[$0].share, rule.outcomes[$0]) }
          .filter { $0.1.covered > 0 }
        let weight = outcomes.reduce(0) { $0 + $1.0 }
        let isCut = outcomes.contains { $0.1.killed > 0 }
        row.append(outcomes.first?.1.budget.map(Self.size) ?? "-")
        row.append(
          weight == 0
            ? "-"
            : isCut
              ? "killed"
              : String(
                Self.seconds(outcomes.reduce(0) { $0 + $1.0 * $1.1.stalls } / weight).dropLast(2)))
      }
      table.append(row)
    }
    return table
  }

  private static let ruleLimit = 4
}

extension PopulationAnswer {
  /// The results in sentences, the most important first.
  package var sentences: [String] {
    var sentences: [String] = []
    if let best, let evidence {
      sentences.append(recommendation(best, evidence))
      if let other = lessStalling(than: best, evidence) { sentences.append(other) }
    }
    if let rule = bestRule, best?.isRule == false {
      sentences.append("The best of the rules is \(name(rule)): \(figures(of: rule)).")
    }
    if let searched = choices.first(where: \.isSearched), searched.setting == bestRule?.setting {
      sentences.append(
        "\(Self.budget(searched)) is the best of all rules 'p % of memory, at most c' with shares "
          + "from 1 to 50 % and all caps in the sweep. A rule is judged by the largest budget of the sweep that it allows."
      )
    }
    if let current, let best, !best.isSame(as: current) {
      sentences.append(gains(best, over: current))
    }
    if let first = bestRule {
      sentences += choices.filter { $0.isRule && $0.setting == first.setting }.dropFirst().prefix(3)
        .map { gains(first, over: $0) }
    }
    let missing = 1 - (best?.covered ?? 0)
    if missing > 1e-9 {
      sentences.append(
        "\(Self.percent(missing)) of the users have no runs in this sweep with any choice; "
          + "the figures leave them out.")
    }
    if hasOtherLimits {
      sentences.append(
        "Three limits apply: the cache stays within its budget; the app's peak stays below half of its memory "
          + "limit; hitches stay at \(Figure.Unit.millisecondsPerSecond.text(Band.goodRatio)) or less. "
          + "To replace the last two, set 'limits' in the population's file.")
    }
    if !unused.isEmpty {
      sentences.append("None of the users have \(Phrase.list(unused, atMost: 8)).")
    }
    sentences.append(
      population.isIndependent
        ? "The calculation assumes that devices, networks and sessions are independent of each "
          + "other."
        : "The shares are those of the groups in the file.")
    return sentences
  }

  /// Returns the recommendation with its evidence.
  private func recommendation(_ best: PopulationChoice, _ evidence: Evidence) -> String {
    let name = (best.budget.isSize ? "budget " : "") + name(best)
    let sessions = Phrase.theseSessions(Set(best.sessions.map(\.trace)).count)
    let start =
      switch evidence.basis {
      case .known: "For these users take \(name): "
      case .lessMemory:
        "For these users take \(name), which saves "
          + NumberText.mebibytes(ByteCount(Int(evidence.effects.gains[.memory] ?? 0)), decimals: 0)
          + " of memory: "
      case .kept where current.map { $0.isSame(as: best) } ?? false:
        "For these users keep what you have, \(name): "
      case .kept: "For these users no choice beats \(name): "
      case .bestFound: "For these users the best found is \(name): "
      }
    let gain = evidence.reference.map { other in
      other.comparison.gainText(
        against: other.comparison.title(self.name(other.choice), baseline: baseline?.text),
        evidence.effects, on: evidence.basis, in: sessions)
    }
    return start + figures(of: best) + (gain ?? "") + "." + (doubt(evidence, sessions) ?? "")
      + (best.killed > 0 ? " No choice keeps the app alive more often." : "")
      + (baselineProblem(best) ?? "")
  }

  /// Returns a sentence on the choice that may be better than the recommended one, or on the
  /// certainty of the recommendation, after a space.
  private func doubt(_ evidence: Evidence, _ sessions: String) -> String? {
    if let rival = evidence.rival {
      return rival.comparison.rivalText(
        named: name(rival.choice), in: sessions, clusters: evidence.clusters)
    }
    if evidence.basis == .kept, let preferred = evidence.preferred {
      return preferred.effects.preferenceText(for: name(preferred.choice), in: sessions)
    }
    guard evidence.basis == .bestFound, evidence.clusters >= MeanInterval.leastSessions,
      let reference = evidence.reference?.comparison, reference.matters
    else { return nil }
    return " \(reference.doubt)."
  }

  /// Returns a sentence on the reason why the user's current setting is not comparable, after a
  /// space; `nil` if it is, or is not given.
  private func baselineProblem(_ best: PopulationChoice) -> String? {
    guard let baseline else { return nil }
    let name = " Your current setting (\(baseline.text))"
    guard let current, current.hasSessions(of: best) else {
      return "\(name) was not run for all of these users."
    }
    return current.killed > best.killed
      ? "\(name) killed the app for \(Self.percent(current.killed)) of them." : nil
  }

  /// Returns the reason why the choice that stalls least is not recommended; `nil` if it is, or if
  /// the recommendation names it.
  private func lessStalling(than best: PopulationChoice, _ evidence: Evidence) -> String? {
    guard let stalls = best.stalls,
      let rival = choices.filter({ $0.stalls ?? .infinity < stalls }).min(by: {
        ($0.stalls ?? 0) < ($1.stalls ?? 0)
      }), let less = rival.stalls,
      ![evidence.rival?.choice, evidence.preferred?.choice].contains(where: {
        $0?.isSame(as: rival) ?? false
      })
    else { return nil }
    let name = "\(name(rival)) stalls even less (by \(Self.seconds(stalls - less)))"
    if rival.covered < best.covered - 1e-9 {
      return "\(name), but has runs for only \(Self.percent(rival.covered)) of the users."
    }
    if !population.limits.isEmpty, rival.kept < best.kept - 1e-9 {
      return "\(name), but the limits hold for only \(Self.percent(rival.kept)) of the users."
    }
    if rival.candidate.broken > best.candidate.broken {
      return "\(name), but all limits hold for only "
        + "\(Self.percent(1 - rival.candidate.broken)) of the users."
    }
    let effects = ComplaintEffects(
      from: best.candidate, to: rival.candidate, rule, countsLate: true)
    if rule.isVisiblyWorse(rival.candidate, than: best.candidate) {
      return
        "\(name), but is worse in another respect (\(effects.phrases.joined(separator: ", ")))."
    }
    if rule.isVisiblyWorse(best.candidate, than: rival.candidate) {
      return "\(name), but it is unknown whether that holds for other sessions."
    }
    let isKept = current.map { $0.isSame(as: best) } ?? false
    return "\(name), which is no visible difference. "
      + (isKept
        ? "So your current setting is kept." : "So the smaller and simpler choice is recommended.")
  }

  /// Returns the figures of a choice: `1.75 s of stall per session on average`.
  private func figures(of choice: PopulationChoice) -> String {
    let text =
      choice.stalls.map { "\(Self.seconds($0)) of stall per session on average" }
      ?? "the app is killed for \(Self.percent(choice.killed)) of them"
    return population.limits.isEmpty
      ? text
      : "\(text), and \(Self.percent(choice.kept)) of the users have "
        + Phrase.list(population.limits.map(\.description))
  }

  /// Returns a sentence on the users who stall less with one rule than with another, and those who
  /// stall more.
  private func gains(_ first: PopulationChoice, over other: PopulationChoice) -> String {
    var (less, more, same) = (0.0, 0.0, 0.0)
    var (winners, losers): ([String], [String]) = ([], [])
    for (index, users) in users.enumerated()
    where first.outcomes[index].covered > 0 && other.outcomes[index].covered > 0 {
      let (new, old) = (first.outcomes[index], other.outcomes[index])
      let device = devices[users.device].name
      if !rule.blankDiffers(new.stalls, old.stalls, frames: leastSeconds[index]) {
        same += users.share
      } else if new.stalls < old.stalls {
        less += users.share
        if !winners.contains(device) { winners.append(device) }
      } else {
        more += users.share
        if !losers.contains(device) { losers.append(device) }
      }
    }
    var parts: [String] = []
    func add(_ effect: String, _ share: Double, _ devices: [String]) {
      guard share > 0 else { return }
      parts.append(
        "\(effect) for \(Self.percent(share))" + (parts.isEmpty ? " of the users" : "")
          + (devices.isEmpty ? "" : " (\(Phrase.list(devices, atMost: 6)))"))
    }
    add("less stall", less, winners)
    add("more stall", more, losers)
    add("no visible difference", same, [])
    let names = [first, other].map(first.setting == other.setting ? Self.budget : name)
    return "Budget \(names[0]) instead of \(names[1]) means \(Phrase.list(parts))."
  }

  /// Returns the name of a choice, `15%<=768MiB with lru`, with its loader and prefetcher if these
  /// were swept.
  func name(_ choice: PopulationChoice) -> String {
    let settings = choices.map(\.setting)
    let loading = [
      (settings.map(\.loader), choice.setting.loader),
      (settings.map(\.prefetcher), choice.setting.prefetcher),
    ].filter { Set($0.0).count > 1 }.map { ShortSettings($0.0).text($0.1) }
    return Self.budget(choice)
      + (choice.setting.policy.map { " with \(([$0] + loading).joined(separator: ", "))" } ?? "")
  }

  /// Returns the budget of a choice: `15%<=768MiB`, `64MiB`.
  static func budget(_ choice: PopulationChoice) -> String {
    switch choice.budget {
    case .rule(let text), .searched(let text, _): text
    case .bytes(nil): SweepReport.noCache
    case .bytes(SweepReport.unlimited): "no limit"
    case .bytes(.some(let bytes)): size(bytes)
    }
  }

  /// Returns a size: `64MiB`, `614.4MiB`.
  package static func size(_ bytes: Int) -> String {
    let isRound = bytes.isMultiple(of: 1 << 20) || bytes < 1 << 20
    return isRound ? "\(ByteCount(bytes))" : NumberText.mebibytes(ByteCount(bytes))
  }

  /// Returns a share in percent, which is 0 only for exactly 0.
  static func percent(_ share: Double) -> String {
    share > 0 && share < 0.0005 ? "less than 0.1 %" : NumberText.percent(share)
  }

  static func seconds(_ value: Double) -> String {
    value > 0 && value < 0.0005
      ? "less than 0.001 s" : "\(NumberText.fixed(value, decimals: 3)) s"
  }
}
