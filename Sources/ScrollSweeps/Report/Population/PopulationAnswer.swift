import ScrollCore
package import ScrollPages
import ScrollSimulation

/// The result of a sweep for a population: each budget rule and budget, best first.
package struct PopulationAnswer: Sendable {
  package let population: Population
  let users: [PopulationStudy.Users]
  let devices: [ProfileRecord]
  let networks: [String]
  /// The choices, best first.
  ///
  /// The order is by most users covered, then fewest users with a killed app, then most users
  /// within the limits, then least stall, then the smaller budget.
  package let choices: [PopulationChoice]
  let materiality: Materiality
  /// The frame-based part of the smallest visible difference for each group of users, in seconds.
  let leastSeconds: [Double]
  /// The devices and networks of the sweep that no user has.
  let unused: [String]
  /// The user's current choice; `nil` if none is given.
  let current: PopulationChoice?

  /// The choice that serves these users best.
  package var best: PopulationChoice? { choices.first }
  /// The best of the rules, including those that were not swept.
  package var bestRule: PopulationChoice? { choices.first(where: \.isRule) }
}

extension PopulationStudy {
  /// Returns the result of the runs so far.
  /// - Parameter baseline: the user's current setting; `nil` if none is given.
  /// - Returns: the choices, best first.
  /// - Throws: `PopulationProblem` if the population does not fit the runs.
  package func answer(
    against baseline: Baseline? = nil
  ) throws(PopulationProblem) -> PopulationAnswer {
    let users = try users()
    func rank(_ choice: PopulationChoice) -> (Double, Double, Double, Double, Double) {
      // Sums of shares are equal up to rounding.
      func rounded(_ value: Double) -> Double { (value * 1e9).rounded() }
      return (
        -rounded(choice.covered), rounded(choice.killed),
        population.limits.isEmpty ? 0 : -rounded(choice.kept), choice.stalls ?? .infinity,
        choice.meanBudget ?? .infinity
      )
    }
    let choices = choices(users).map { (choice: $0, rank: rank($0)) }.enumerated().sorted {
      $0.element.rank == $1.element.rank
        ? $0.offset < $1.offset : $0.element.rank < $1.element.rank
    }.map(\.element.choice)
    let least = users.map { leastSeconds(of: $0) }
    let frames = zip(users, least).reduce(0) { $0 + $1.0.share * $1.1 }
    // Of the choices that do as well as the best, the one with the least memory is taken.
    let alike = choices.filter { choice in
      guard let first = choices.first, let stalls = first.stalls, let other = choice.stalls
      else { return false }
      let (mine, best) = (rank(choice), rank(first))
      return mine.0 == best.0 && mine.1 == best.1 && mine.2 == best.2
        && !materiality.matters(other, stalls, frames: frames)
    }
    let current = baseline.flatMap { baseline in
      choices.first { isChoice($0, of: baseline, for: users) }
    }
    let first =
      choices.firstIndex { choice in
        current.map { kept in
          alike.contains { $0.isSame(as: kept) } && choice.isSame(as: kept)
        } ?? false
      }
      ?? alike.min { Self.isBefore($0, $1) }.flatMap { smallest in
        choices.firstIndex { $0.isSame(as: smallest) }
      }
    let ordered = first.map { place in
      [choices[place]] + choices[..<place] + choices[(place + 1)...]
    }
    return PopulationAnswer(
      population: population, users: users, devices: devices, networks: networks,
      choices: Self.withoutWorseRules(ordered ?? choices), materiality: materiality,
      leastSeconds: least,
      unused: unused(users), current: current)
  }

  /// Returns the order of equal choices: the smaller budget, then the simplest policy, then no
  /// prefetching.
  private static func isBefore(_ first: PopulationChoice, _ second: PopulationChoice) -> Bool {
    func effort(_ choice: PopulationChoice) -> [Int] {
      var effort = choice.setting.effort
      effort.insert(Int(choice.meanBudget ?? 0), at: 0)
      return effort
    }
    return effort(first).lexicographicallyPrecedes(effort(second))
  }

  /// Returns whether a choice is the user's current one on every device.
  private func isChoice(
    _ choice: PopulationChoice, of baseline: Baseline, for users: [Users]
  ) -> Bool {
    zip(users, choice.outcomes).allSatisfy { group, outcome in
      baseline.is(
        CacheSetting(
          loader: choice.setting.loader, prefetcher: choice.setting.prefetcher,
          policy: choice.setting.policy ?? SweepReport.noCache, budgetBytes: outcome.budget,
          rules: []), on: devices[group.device].name)
    }
  }

  /// Returns the choices with only the best rule for each setting among those that were not swept.
  private static func withoutWorseRules(_ choices: [PopulationChoice]) -> [PopulationChoice] {
    var found: Set<Setting> = []
    return choices.filter { !$0.isSearched || found.insert($0.setting).inserted }
  }

  /// Returns the frame-based part of the smallest visible difference for some users, in seconds.
  ///
  /// It is a number of frames of their display for the mean duration of their traces.
  private func leastSeconds(of users: Users) -> Double {
    let durations = users.traces.reduce(0) { $0 + traces[$1].durationSeconds }
    return materiality.leastSeconds(
      over: durations / Double(max(1, users.traces.count)),
      at: devices[users.device].refreshRate.map(Double.init) ?? Materiality.assumedRefreshRate)
  }
}

extension PopulationAnswer {
  /// The answer for programs, with unrounded figures.
  package struct Document: Encodable, Sendable {
    package let title: String
    package let isIndependent: Bool
    package let limits: [String]
    package let sentences: [String]
    /// The choices, best first.
    package let choices: [Choice]
  }

  package struct Choice: Encodable, Sendable {
    package let budget: String, loader: String, prefetcher: String
    @OrNull package var policy: String?
    /// The share of users with runs, and the share of those whose app was killed.
    package let covered: Double, killed: Double
    /// The share of users who keep every limit; null without limits.
    @OrNull package var kept: Double?
    @OrNull package var stallSeconds: Double?
    @OrNull package var meanBudgetBytes: Double?
  }

  package var document: Document {
    Document(
      title: population.title, isIndependent: population.isIndependent,
      limits: population.limits.map(\.text), sentences: sentences,
      choices: choices.map { choice in
        Choice(
          budget: Self.budget(choice), loader: choice.setting.loader,
          prefetcher: choice.setting.prefetcher, policy: choice.setting.policy,
          covered: choice.covered, killed: choice.killed,
          kept: population.limits.isEmpty ? nil : choice.kept, stallSeconds: choice.stalls,
          meanBudgetBytes: choice.meanBudget)
      })
  }
}

extension PopulationAnswer {
  /// The choices as a table, best first.
  package var choiceTable: Table {
    let isKilled = choices.contains { $0.killed > 0 }
    let isPartial = choices.contains { $0.covered < 1 - 1e-9 }
    let loadings = Set(choices.map { [$0.setting.loader, $0.setting.prefetcher] }).count
    typealias Choice = Column<PopulationChoice>
    let loading: [Choice] = [
      Column(.left("loader")) { $0.setting.loader },
      Column(.left("prefetch")) { $0.setting.prefetcher },
    ]
    let kept: [Choice] = [Column(.right("keep the limits")) { Self.percent($0.kept) }]
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
        Column(.right("mean MiB")) {
          $0.meanBudget.map { NumberText.fixed($0 / 1_048_576, decimals: 1) } ?? "-"
        },
      ] + (population.limits.isEmpty ? [] : kept) + (isKilled ? dead : [])
      + (isPartial ? covered : [])
    return Table(columns, of: choices)
  }

  /// The budgets of the rules with the best settings on each device, and the stalls there.
  package var deviceTable: Table? {
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

  /// The choices group by group, for programs, with unrounded figures.
  package var groupTable: Table {
    var table = Table(
      [
        "rank", "budget", "policy", "loader", "prefetcher", "device", "network", "session",
        "share", "budget_bytes", "covered", "killed", "kept", "stall_s",
      ].map { .left($0) })
    for (rank, choice) in choices.enumerated() {
      for (users, outcome) in zip(users, choice.outcomes) {
        let isKnown = outcome.covered > 0
        table.append([
          "\(rank + 1)", Self.budget(choice), choice.setting.policy ?? "", choice.setting.loader,
          choice.setting.prefetcher, devices[users.device].name, networks[users.network],
          users.session ?? "", "\(users.share)",
          outcome.budget.map { $0 == .max ? "" : "\($0)" } ?? "", "\(outcome.covered)",
          isKnown ? "\(outcome.killed)" : "",
          isKnown && !population.limits.isEmpty ? "\(outcome.kept)" : "",
          isKnown && outcome.killed < 1 ? "\(outcome.stalls)" : "",
        ])
      }
    }
    return table
  }

  private static let ruleLimit = 4
}

extension PopulationAnswer {
  /// The results in sentences, the most important first.
  package var sentences: [String] {
    var sentences: [String] = []
    if let best {
      let noun = best.isSearched ? Self.allRules : "Among the choices that were run, "
      sentences.append(sentence(best, noun: noun))
      if let rival = lessStalling(than: best) { sentences.append(rival) }
    }
    if let rule = bestRule, best?.isRule == false {
      let noun = rule.isSearched ? Self.allRules : "Of the rules, "
      sentences.append(sentence(rule, noun: noun))
    }
    if let searched = choices.first(where: \.isSearched), searched.setting == bestRule?.setting {
      sentences.append(
        "\(Self.budget(searched)) is the best of all shares from 1 to 50 % with all caps in "
          + "the sweep. A rule is judged by the largest budget of the sweep that it allows.")
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

  /// Returns the reason why the choice with the least stalls is not the best; `nil` if it is.
  private func lessStalling(than best: PopulationChoice) -> String? {
    guard let stalls = best.stalls,
      let rival = choices.filter({ $0.stalls ?? .infinity < stalls }).min(by: {
        ($0.stalls ?? 0) < ($1.stalls ?? 0)
      }), let less = rival.stalls
    else { return nil }
    let name = "\(name(rival)) saves another \(Self.seconds(stalls - less))"
    if rival.covered < best.covered - 1e-9 {
      return "\(name), but has runs for only \(Self.percent(rival.covered)) of the users."
    }
    if rival.killed > best.killed + 1e-9 {
      return "\(name), but the app is killed for \(Self.percent(rival.killed)) of the users."
    }
    if !population.limits.isEmpty, rival.kept < best.kept - 1e-9 {
      return "\(name), but \(Self.percent(rival.kept)) of the users keep the limits."
    }
    let current = self.current.map { $0.isSame(as: best) } ?? false
    return "\(name), which is no visible difference. "
      + (current
        ? "So your current setting is kept." : "So the smaller and simpler choice is recommended.")
  }

  private static let allRules = "Of all rules 'p % of memory, at most c', "

  private func sentence(_ choice: PopulationChoice, noun: String) -> String {
    var text = "\(noun)\(name(choice)) is best for these users: "
    text +=
      choice.stalls.map { "\(Self.seconds($0)) of missing screen per session on average" }
      ?? "the app is killed for \(Self.percent(choice.killed)) of them"
    if !population.limits.isEmpty {
      text += ", and \(Self.percent(choice.kept)) of the users keep \(Self.limits(population))"
    }
    return text + "."
  }

  /// Returns a clause on the users who stall less with one rule than with another, and those who
  /// stall more.
  private func gains(_ first: PopulationChoice, over other: PopulationChoice) -> String {
    var (less, more, same) = (0.0, 0.0, 0.0)
    var (winners, losers): ([String], [String]) = ([], [])
    for (index, users) in users.enumerated()
    where first.outcomes[index].covered > 0 && other.outcomes[index].covered > 0 {
      let (new, old) = (first.outcomes[index], other.outcomes[index])
      let device = devices[users.device].name
      if !materiality.matters(new.stalls, old.stalls, frames: leastSeconds[index]) {
        same += users.share
      } else if new.stalls < old.stalls {
        less += users.share
        if !winners.contains(device) { winners.append(device) }
      } else {
        more += users.share
        if !losers.contains(device) { losers.append(device) }
      }
    }
    func part(_ share: Double, _ devices: [String], _ verb: String) -> String? {
      share == 0 ? nil : "\(Self.percent(share)) \(verb) (\(Phrase.list(devices, atMost: 6)))"
    }
    let parts = [
      part(less, winners, "of the users stall less"),
      part(more, losers, less == 0 ? "of the users stall more" : "stall more"),
      same > 0 ? "for \(Self.percent(same)) there is no visible difference" : nil,
    ].compactMap { $0 }
    return "\(name(first)) instead of \(name(other)): \(Phrase.list(parts))."
  }

  static func limits(_ population: Population) -> String {
    population.limits.isEmpty ? "" : Phrase.list(population.limits.map(\.text))
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
