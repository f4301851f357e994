import ScrollCore
import ScrollSimulation
import ScrollSweeps
import ScrollTraces
import Testing

/// Populations whose means are known by hand.
@Suite struct PopulationTests {
  private static let mib = SampleRows.mib

  private func named(_ name: String) -> Population.Named {
    Population.Named(name, place: "users.yml:1: \(name)")
  }

  private func population(
    _ shares: [String: Double], limits: [Population.Limit] = []
  ) -> Population {
    Population(
      title: "made",
      groups: Population.product(
        devices: shares.sorted { $0.key < $1.key }.map { (named($0.key), $0.value) },
        networks: [], sessions: []),
      isIndependent: true, limits: limits, file: "users.yml")
  }

  /// Two rules on two devices: the old one has 1 GiB of memory, the new one 8.
  private func study(
    _ population: Population, old: (small: Double, large: Double),
    new: (small: Double, large: Double)
  ) -> PopulationStudy {
    var rows = SampleRows()
    for (device, budgets, stalls) in [
      ("old", [100, 200], [old.small, old.large]), ("new", [400, 800], [new.small, new.large]),
    ] {
      for (budget, stalls) in zip(budgets, stalls) {
        rows.add(
          "lru", budget: budget * Self.mib, device: device, SampleRows.Figures(stalls: stalls))
      }
    }
    let rules = rows.rows.enumerated().map { index, row in
      BudgetRuleRecord(
        sweep: rows.sweep.key, rule: index.isMultiple(of: 2) ? "10%" : "20%",
        device: row.scenario.device, bytes: row.run.budgetBytes ?? 0)
    }
    var study = PopulationStudy(population, rules: rules)
    for row in rows.rows { study.add(row) }
    return study
  }

  @Test func `the mean stall weighs devices by their shares of users`() throws {
    let answer = try study(
      population(["old": 0.25, "new": 0.75]), old: (small: 8, large: 4), new: (small: 2, large: 1)
    ).answer()
    // 0.25 * 4 + 0.75 * 1, and 0.25 * 8 + 0.75 * 2.
    let means = answer.choices.filter { $0.covered == 1 }.compactMap(\.stalls)
    #expect(means == [1.75, 3.5])
    #expect(answer.best?.meanBudget == (0.25 * 200 + 0.75 * 800) * Double(Self.mib))
  }

  @Test func `the rule with less memory is best if no difference is visible`() throws {
    let answer = try study(
      population(["old": 0.5, "new": 0.5]), old: (small: 4.001, large: 4),
      new: (small: 1.001, large: 1)
    ).answer()
    #expect(answer.best?.meanBudget == 250 * Double(Self.mib))
  }

  @Test func `the text explains a choice with less stall than the named one`() throws {
    let answer = try study(
      population(["old": 0.5, "new": 0.5]), old: (small: 4.001, large: 4),
      new: (small: 1.001, large: 1)
    ).answer()
    #expect(
      answer.sentences.contains(
        "20% with lru saves another 0.001 s, which is no visible difference. So the smaller "
          + "and simpler choice is recommended."), "\(answer.sentences)")
  }

  @Test func `the error for a file lists all mistakes`() {
    let text = """
      device: {iphone-8: 1}
      networks: {wifi: 15, lte: 85}
      sessions: {feed.scroll: 0.6, grid.scroll: 0.3}
      limits: [stalls <= 1 s]
      """
    let error = #expect(throws: YAMLFileError.self) {
      try Population.parse(text, file: "users.yml")
    }
    let lines = error?.description.split(separator: "\n") ?? []
    #expect(
      lines.map { $0.prefix(12) } == [
        "users.yml:1:", "users.yml:4:", "users.yml:2:", "users.yml:2:", "users.yml:3:",
      ], "\(lines)")
    #expect(lines.contains { $0.contains("perhaps 15%") })
    #expect(lines.last == "users.yml:3: sessions: the shares sum to 0.9; expected 1")
  }

  @Test func `the error for unknown names lists all of them`() {
    let error = #expect(throws: PopulationProblem.self) {
      try study(
        population(["ancient": 0.5, "future": 0.5]), old: (small: 8, large: 4),
        new: (small: 2, large: 1)
      ).answer()
    }
    let text = error?.description ?? ""
    #expect(text.contains("no device 'ancient'") && text.contains("no device 'future'"))
  }

  @Test func `the share of users within a limit counts by share`() throws {
    let limit = Population.Limit("stallSeconds <= 3 s") {
      $0.figure("stall_s")?.number.map { $0 <= 3 }
    }
    let answer = try study(
      population(["old": 0.25, "new": 0.75], limits: [limit]), old: (small: 8, large: 4),
      new: (small: 2, large: 1)
    ).answer()
    #expect(answer.best?.kept == 0.75)
  }

  @Test func `a rule that keeps a limit for more users precedes one with less stall`() throws {
    let limit = Population.Limit("stallSeconds <= 3 s") {
      $0.figure("stall_s")?.number.map { $0 <= 3 }
    }
    let answer = try study(
      population(["old": 0.5, "new": 0.5], limits: [limit]), old: (small: 3, large: 3.5),
      new: (small: 3, large: 1)
    ).answer()
    #expect(answer.best?.stalls == 3)
  }

  @Test func `users without runs do not count as served`() throws {
    let group = [
      Population.Group(device: named("old"), share: 0.5),
      Population.Group(device: named("new"), session: named("other.scroll"), share: 0.5),
    ]
    let population = Population(
      title: "", groups: group, isIndependent: false, file: "users.yml")
    #expect(throws: PopulationProblem.self) {
      try study(population, old: (small: 8, large: 4), new: (small: 2, large: 1)).answer()
    }
  }

  @Test func `an unknown device is an error with its place`() throws {
    do {
      _ = try study(
        population(["ancient": 1]), old: (small: 8, large: 4), new: (small: 2, large: 1)
      ).answer()
      Issue.record("no error")
    } catch {
      #expect("\(error)".hasPrefix("users.yml:1"), "\(error)")
      #expect("\(error)".contains("old") && "\(error)".contains("new"), "\(error)")
    }
  }

  @Test func `a population refuses a sweep with cold and warm starts`() throws {
    var rows = SampleRows()
    for start in ["cold", "warm"] { rows.add("lru", device: "old", start: start) }
    var study = PopulationStudy(population(["old": 1]), rules: [])
    for row in rows.rows { study.add(row) }
    let problem = #expect(throws: PopulationProblem.self) { try study.answer() }
    #expect(
      problem?.description
        == "users.yml: the sweep has 2 kinds of session starts, cold and warm; expected a sweep "
        + "with one --start")
  }

  /// Three devices with budgets of which more is better, but on the old one, where it is worse.
  private func sweptStudy(_ stalls: (String, Int) -> Double) -> PopulationStudy {
    var rows = SampleRows()
    for (device, memory) in [("old", 1024), ("mid", 4096), ("new", 8192)] {
      for budget in [32, 64, 128, 256, 512] {
        rows.add(
          "lru", budget: budget * Self.mib, device: device, memory: memory * Self.mib,
          SampleRows.Figures(stalls: stalls(device, budget)))
      }
    }
    var study = PopulationStudy(
      population(["old": 0.5, "mid": 0.3, "new": 0.2]), rules: [])
    for row in rows.rows { study.add(row) }
    return study
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `the best rule equals that of a search of all shares and caps`(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    var made: [String: Double] = [:]
    func stalls(_ device: String, _ budget: Int) -> Double {
      made["\(device) \(budget)"] ?? 0
    }
    for device in ["old", "mid", "new"] {
      for budget in [32, 64, 128, 256, 512] {
        made["\(device) \(budget)"] = 1 + 9 * random.unit()
      }
    }
    var least = Double.infinity
    for percent in 1...50 {
      for cap in [32, 64, 128, 256, 512] {
        let parts = [("old", 1024, 0.5), ("mid", 4096, 0.3), ("new", 8192, 0.2)].map {
          device, memory, share -> Double? in
          let most = min(memory * percent / 100, cap)
          return [32, 64, 128, 256, 512].last { $0 <= most }.map { share * stalls(device, $0) }
        }
        guard !parts.contains(where: { $0 == nil }) else { continue }
        least = min(least, parts.reduce(0) { $0 + ($1 ?? 0) })
      }
    }
    let best = try #require(try sweptStudy(stalls).answer().bestRule?.stalls)
    // Of rules that do not differ by as much as matters the smaller is taken.
    #expect(best >= least - 1e-9 && best <= least * 1.02, "seed \(seed): \(best), least \(least)")
  }

  @Test func `the baseline stays if no rule is visibly better`() throws {
    let study = sweptStudy { _, budget in budget < 128 ? 2 : 1 }
    let baseline = Baseline("256MiB", budgets: .bytes(256 * Self.mib))
    #expect(try study.answer().best?.meanBudget == 128 * Double(Self.mib))
    #expect(try study.answer(against: baseline).best?.meanBudget == 256 * Double(Self.mib))
  }

  @Test func `independent shares are multiplied`() {
    let groups = Population.product(
      devices: [(named("a"), 0.4), (named("b"), 0.6)],
      networks: [(named("wifi"), 0.5), (named("lte"), 0.5)],
      sessions: [])
    #expect(groups.count == 4)
    #expect(abs(groups.reduce(0) { $0 + $1.share } - 1) < 1e-12)
    #expect(groups.first?.share == 0.2)
  }
}
