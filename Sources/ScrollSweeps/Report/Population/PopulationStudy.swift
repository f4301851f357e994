package import ScrollSimulation

/// Collects what the runs of a sweep say of a population.
///
///     var study = PopulationStudy(population, rules: store.budgetRules(of: sweep.key))
///     try store.rows(of: sweep.key) { study.add($0) }
///     let answer = try study.answer()
///
/// Runs that differ in layout or seed alone are averaged, each counting once.
package struct PopulationStudy: Sendable {
  /// How the app loads and what its cache does, whatever its budget.
  struct Setting: Hashable, Sendable {
    var loader: String, prefetcher: String
    /// Nil for a loader without a cache.
    var policy: String?

    /// How much there is to build and to explain, whatever the budget.
    var effort: [Int] {
      CacheSetting(
        loader: loader, prefetcher: prefetcher, policy: policy ?? SweepReport.noCache,
        budgetBytes: nil, rules: []
      ).effort
    }
  }

  /// Runs that count as one.
  struct Place: Hashable, Sendable {
    var device: Int, network: Int, trace: Int, setting: Int
    /// In bytes; nil without a cache, `SweepReport.unlimited` where nothing limits it.
    var budget: Int?
  }

  /// What came of them.
  struct Cell: Sendable {
    var runs = 0.0, killed = 0.0, kept = 0.0
    /// Of the runs in which the app was not killed.
    var stalls = 0.0
  }

  let population: Population
  /// From where on a difference of stalls matters.
  package var materiality = Materiality.standard
  /// What each rule comes to, by the device's name.
  private(set) var rules: [String: [String: Int]] = [:]
  private(set) var devices: [ProfileRecord] = []
  private(set) var networks: [String] = []
  private(set) var traces: [TraceRecord] = []
  private(set) var settings: [Setting] = []
  private(set) var budgets: Set<Int?> = []
  private(set) var cells: [Place: Cell] = [:]
  private var deviceIndex: [String: Int] = [:]
  private var networkIndex: [String: Int] = [:]
  private var traceIndex: [String: Int] = [:]
  private var settingIndex: [Setting: Int] = [:]

  /// A study of no runs yet.
  /// - Parameters:
  ///   - population: who the users are.
  ///   - rules: of the sweep whose runs will be added.
  package init(_ population: Population, rules: [BudgetRuleRecord]) {
    self.population = population
    for rule in rules { self.rules[rule.rule, default: [:]][rule.device.name] = rule.bytes }
  }

  /// Adds a run.
  /// - Complexity: O(1) in the runs that are there.
  package mutating func add(_ row: ResultRow) {
    let (run, scenario) = (row.run, row.scenario)
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
    var cell = cells[place] ?? Cell()
    cell.runs += 1
    if run.killed != nil {
      cell.killed += 1
    } else {
      cell.stalls += run.value(Figure.stall)?.number ?? 0
      let keeps = population.limits.allSatisfy { $0.isKept(run) ?? false }
      if keeps { cell.kept += 1 }
    }
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

/// Why a population does not fit a sweep; the description is the sentence that the command prints.
package struct PopulationProblem: Error, Equatable, CustomStringConvertible {
  package let description: String
}
