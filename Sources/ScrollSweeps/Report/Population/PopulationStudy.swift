import ScrollCore
package import ScrollSimulation

/// A study of the runs of a sweep for a population.
///
///     var study = PopulationStudy(population, rules: store.budgetRules(of: sweep.key))
///     try store.rows(of: sweep.key) { study.add($0) }
///     let answer = try study.answer()
///
/// Runs that differ only in layout or seed are averaged with equal weights.
package struct PopulationStudy: Sendable {
  /// A loader, a prefetcher and a policy, without a budget.
  struct Setting: Hashable, Sendable {
    var loader: String, prefetcher: String
    /// The policy's label; `nil` for a loader without a cache.
    var policy: String?

    /// Returns the setting with a budget in bytes.
    func with(_ budget: Int?) -> CacheSetting {
      CacheSetting(
        loader: loader, prefetcher: prefetcher, policy: policy ?? SweepReport.noCache,
        budgetBytes: budget, rules: [])
    }
  }

  /// The key of runs that count as one.
  struct Place: Hashable, Sendable {
    var device: Int, network: Int, trace: Int, setting: Int
    /// The budget in bytes; `nil` without a cache, `SweepReport.unlimited` if nothing limits it.
    var budget: Int?
  }

  /// Runs that count as one.
  struct Cell: Sendable {
    /// The figures of the runs for the rule.
    var runs: [ChoiceRule.Session] = []
    /// The number of runs that keep every limit of the population.
    var kept = 0.0

    /// The mean stall of the runs in which the app was not killed; `nil` without such a run.
    var stall: Double? {
      let alive = runs.filter { $0.killed == 0 }
      return alive.isEmpty ? nil : ChoiceRule.Session(meanOf: alive, share: 1).stall
    }
  }

  let population: Population
  /// The smallest difference in stalls worth reporting.
  package var materiality = Materiality.standard
  var rule: ChoiceRule { ChoiceRule(materiality: materiality) }
  /// The budget of each rule in bytes, by the device's name.
  private(set) var rules: [String: [String: Int]] = [:]
  private(set) var devices: [ProfileRecord] = []
  private(set) var networks: [String] = []
  private(set) var traces: [TraceRecord] = []
  private(set) var settings: [Setting] = []
  private(set) var budgets: Set<Int?> = []
  /// The ways in which sessions begin.
  private var starts: Set<String> = []
  private(set) var cells: [Place: Cell] = [:]
  /// The traces, grouped by their gestures.
  private(set) var clusters = SessionClusters()
  private var deviceIndex: [String: Int] = [:]
  private var networkIndex: [String: Int] = [:]
  private var traceIndex: [String: Int] = [:]
  private var settingIndex: [Setting: Int] = [:]

  /// Creates a study without runs.
  /// - Parameters:
  ///   - population: the users.
  ///   - rules: the rules of the sweep whose runs will be added.
  package init(_ population: Population, rules: [BudgetRuleRecord]) {
    self.population = population
    for rule in rules { self.rules[rule.rule, default: [:]][rule.device.name] = rule.bytes }
  }

  /// Adds a run.
  /// - Complexity: O(1) in the runs that were added before.
  package mutating func add(_ row: RunRow) {
    let (run, scenario) = (row.run, row.scenario)
    if traceIndex[scenario.trace.digest] == nil { clusters.add(scenario.trace) }
    let setting = Setting(
      loader: scenario.loader, prefetcher: scenario.prefetcher, policy: run.label)
    let place = Place(
      device: Self.place(of: scenario.device, scenario.device.name, in: &devices, &deviceIndex),
      network: Self.place(
        of: scenario.network.name, scenario.network.name, in: &networks, &networkIndex),
      trace: Self.place(of: scenario.trace, scenario.trace.digest, in: &traces, &traceIndex),
      setting: Self.place(of: setting, setting, in: &settings, &settingIndex),
      budget: SweepReport.budget(of: run))
    budgets.insert(place.budget)
    starts.insert(scenario.start)
    var cell = cells[place] ?? Cell()
    cell.runs.append(
      RunJudge(population.limits, on: scenario.device, by: rule).session(run))
    let keeps = population.limits.allSatisfy {
      $0.verdict(on: run, at: scenario.device.refreshRate, materiality) == .kept
    }
    if run.killed == nil, keeps { cell.kept += 1 }
    cells[place] = cell
  }

  private static func place<Value, Key: Hashable>(
    of value: Value, _ key: Key, in known: inout [Value], _ index: inout [Key: Int]
  ) -> Int {
    if let place = index[key] { return place }
    index[key] = known.count
    known.append(value)
    return known.count - 1
  }
}

/// The reason why a population does not fit a sweep; the description is the sentence that the
/// command prints.
package struct PopulationProblem: Error, Equatable, CustomStringConvertible {
  package let description: String
}

extension PopulationStudy {
  /// Returns every setting with every rule and every budget; of equal choices, the simplest comes
  /// first.
  ///
  /// The choices also include rules that were not swept, if they give different budgets.
  func choices(_ users: [Users]) -> [PopulationChoice] {
    let choices = settings.indices.flatMap { setting in
      let budgets: [PopulationChoice.Budget] =
        settings[setting].policy == nil
        ? [.bytes(nil)]
        : rules.keys.sorted().map { .rule($0) } + plainBudgets(of: setting)
          + searchedRules(of: setting, for: users)
      return budgets.map { choice(setting, $0, users) }
    }
    return choices.filter { $0.covered > 0 }.enumerated().sorted {
      let (one, other) = ($0.element.meanSetting, $1.element.meanSetting)
      return one.isBefore(other) || !other.isBefore(one) && $0.offset < $1.offset
    }.map(\.element)
  }

  private func choice(
    _ setting: Int, _ budget: PopulationChoice.Budget, _ users: [Users]
  ) -> PopulationChoice {
    let outcomes = users.map { outcome(of: $0, setting, budget) }
    var sessions: [PopulationChoice.Session] = []
    for (group, (users, outcome)) in zip(users, outcomes).enumerated() {
      let share = users.share / Double(users.traces.count)
      for trace in users.traces {
        guard let cell = cells[place(of: users, trace, setting, outcome.budget)] else { continue }
        sessions.append(
          PopulationChoice.Session(
            group: group, trace: trace,
            figures: ChoiceRule.Session(meanOf: cell.runs, share: share)))
      }
    }
    return PopulationChoice(
      settings[setting], budget, outcomes, shares: users.map(\.share), sessions,
      candidate: rule.candidate(sessions.map(\.figures), changes: 0))
  }

  private func place(of users: Users, _ trace: Int, _ setting: Int, _ budget: Int?) -> Place {
    Place(
      device: users.device, network: users.network, trace: trace, setting: setting, budget: budget)
  }

  /// Returns the budgets that were requested in bytes: those that match no rule on some device.
  func plainBudgets(of setting: Int) -> [PopulationChoice.Budget] {
    var found: Set<Int> = []
    for place in cells.keys where place.setting == setting {
      guard let bytes = place.budget else { continue }
      let device = devices[place.device].name
      if !rules.values.contains(where: { $0[device] == bytes }) { found.insert(bytes) }
    }
    return found.sorted().map { .bytes($0) }
  }

  private func outcome(
    of users: Users, _ setting: Int, _ budget: PopulationChoice.Budget
  ) -> PopulationChoice.Outcome {
    let bytes: Int?
    switch budget {
    case .bytes(let size): bytes = size
    case .rule(let text):
      guard let size = rules[text]?[devices[users.device].name] else {
        return PopulationChoice.Outcome(budget: nil)
      }
      bytes = size
    case .searched(_, let sizes): bytes = sizes[users.device]
    }
    var outcome = PopulationChoice.Outcome(budget: bytes)
    var (found, alive) = (0.0, 0.0)
    for trace in users.traces {
      guard let cell = cells[place(of: users, trace, setting, bytes)] else { continue }
      let runs = Double(cell.runs.count)
      found += 1
      outcome.killed += Double(cell.runs.count { $0.killed > 0 }) / runs
      outcome.kept += cell.kept / runs
      if let stall = cell.stall {
        outcome.stalls += stall
        alive += 1
      }
    }
    outcome.covered = found / Double(users.traces.count)
    if found > 0 {
      outcome.killed /= found
      outcome.kept /= found
    }
    if alive > 0 { outcome.stalls /= alive }
    return outcome
  }
}

// The best rule among all that the swept budgets can distinguish.
extension PopulationStudy {
  /// The shares of memory to try, in hundredths.
  private static let percents = 1...50

  /// Returns rules `p % of memory, at most c` for a setting, one for each possible outcome.
  ///
  /// A rule's result on a device is that of the largest budget swept there that the rule allows, so
  /// a rule never gets credit for more memory than it takes. If several rules give the same budgets
  /// everywhere, the one with the smallest share and the smallest cap counts.
  ///
  /// - Parameters:
  ///   - setting: the index of the setting.
  ///   - users: the users. If the memory of one of their devices is unknown, there are no rules. A
  ///     rule that allows no swept budget on some device is left out.
  /// - Returns: the rules; empty if fewer than two budgets were swept in bytes.
  /// - Complexity: O(*p c d*) in the shares, the budgets and the devices.
  func searchedRules(of setting: Int, for users: [Users]) -> [PopulationChoice.Budget] {
    let swept = sweptBudgets(of: setting, for: users)
    let caps = Set(swept.values.flatMap { $0 }).sorted()
    guard caps.count > 1 else { return [] }
    var found: Set<[Int: Int]> = []
    var rules: [PopulationChoice.Budget] = []
    for percent in Self.percents {
      for cap in caps {
        var budgets: [Int: Int] = [:]
        for (device, sizes) in swept {
          guard let memory = devices[device].memoryBytes else { return [] }
          let most = min(Int(Double(memory) * Double(percent) / 100), cap)
          budgets[device] = sizes.last { $0 <= most }
        }
        guard budgets.count == swept.count, found.insert(budgets).inserted else { continue }
        rules.append(.searched("\(percent)%<=\(ByteCount(cap))", budgets))
      }
    }
    return rules
  }

  /// Returns the budgets in bytes that were run for all users of each device, in ascending order.
  private func sweptBudgets(of setting: Int, for users: [Users]) -> [Int: [Int]] {
    let sizes = plainBudgets(of: setting).compactMap { budget -> Int? in
      if case .bytes(let bytes?) = budget, bytes != SweepReport.unlimited { bytes } else { nil }
    }
    var swept: [Int: [Int]] = [:]
    for group in users {
      let run = sizes.filter { bytes in
        group.traces.allSatisfy { trace in
          cells[place(of: group, trace, setting, bytes)] != nil
        }
      }
      swept[group.device] = swept[group.device].map { $0.filter(run.contains) } ?? run
    }
    return swept
  }
}

extension PopulationStudy {
  /// The users on one device, over one network, with the sessions of one kind.
  struct Users: Sendable {
    var device: Int, network: Int
    /// The traces of that kind, which are equally frequent.
    var traces: [Int]
    /// The name of that kind in the file; `nil` if the file does not name sessions.
    var session: String?
    /// The share of all users, from 0 to 1.
    var share: Double
  }

  /// Returns the groups of the population, matched with the runs of the sweep.
  /// - Throws: `PopulationProblem` with every name that the sweep does not have, and every axis
  ///   with several levels in the sweep and no shares in the population.
  func users() throws(PopulationProblem) -> [Users] {
    var (users, problems): ([Users], [String]) = ([], [])
    func note(_ problem: PopulationProblem) {
      if !problems.contains(problem.description) { problems.append(problem.description) }
    }
    if starts.count > 1 {
      note(
        PopulationProblem(
          description: "\(population.file): the sweep has \(starts.count) kinds of session starts, "
            + "\(Self.list(Array(starts))); expected a sweep with one --start"))
    }
    for group in population.groups where group.share > 0 {
      var (device, network, traces): (Int?, Int?, [Int]?)
      do { device = try place(of: group.device, "device", among: devices.map(\.name)) } catch {
        note(error)
      }
      do { network = try place(of: group.network, "network", among: networks) } catch {
        note(error)
      }
      do { traces = try self.traces(of: group.session) } catch { note(error) }
      guard let device, let network, let traces else { continue }
      users.append(
        Users(
          device: device, network: network, traces: traces, session: group.session?.name,
          share: group.share))
    }
    guard problems.isEmpty else {
      throw PopulationProblem(description: problems.joined(separator: "; also "))
    }
    return users
  }

  /// Returns the devices and networks of the sweep that no user has.
  func unused(_ users: [Users]) -> [String] {
    let (devices, networks) = (Set(users.map(\.device)), Set(users.map(\.network)))
    return self.devices.indices.filter { !devices.contains($0) }.map { self.devices[$0].name }
      + self.networks.indices.filter { !networks.contains($0) }.map { self.networks[$0] }
  }

  private func place(
    of named: Population.Named?, _ noun: String, among names: [String]
  ) throws(PopulationProblem) -> Int {
    guard let named else {
      guard names.count == 1 else { throw unsaid(noun, names) }
      return 0
    }
    guard let place = names.firstIndex(of: named.name) else {
      throw unknown(named, noun, names)
    }
    return place
  }

  private func traces(of named: Population.Named?) throws(PopulationProblem) -> [Int] {
    let sources = traces.map(\.sourceName)
    guard let named else {
      guard Set(sources).count == 1 else { throw unsaid("session", sources) }
      return Array(traces.indices)
    }
    let found = traces.indices.filter { index in
      let trace = traces[index]
      let file = trace.path.split(separator: "/").last.map(String.init) ?? trace.path
      return [trace.path, file, trace.name, trace.source, sources[index]].contains(named.name)
    }
    guard !found.isEmpty else { throw unknown(named, "session", sources) }
    return found
  }

  private func unknown(
    _ named: Population.Named, _ noun: String, _ names: [String]
  ) -> PopulationProblem {
    PopulationProblem(
      description: "\(named.place): the sweep has no \(noun) '\(named.name)'; expected one of "
        + Self.list(names))
  }

  private func unsaid(_ noun: String, _ names: [String]) -> PopulationProblem {
    PopulationProblem(
      description: "\(population.file): the sweep has \(Set(names).count) \(noun)s without shares, "
        + "\(Self.list(names)); expected their shares under \(noun)s")
  }

  private static func list(_ names: [String]) -> String {
    Phrase.list(Set(names).sorted(), atMost: 12)
  }
}

extension TraceRecord {
  /// The name of the file that is the source of the session, without `.scroll`: `photo-grid` for
  /// `Traces/photo-grid.scroll`.
  package var sourceName: String {
    let file = source.split(separator: "/").last.map(String.init) ?? source
    return file.hasSuffix(".scroll") ? String(file.dropLast(7)) : file
  }
}
