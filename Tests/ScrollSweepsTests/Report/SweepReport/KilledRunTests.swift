import ScrollPages
import ScrollSweeps
import Testing

/// Tests that a run that was killed is no recommendation, whatever its stalls until then.
@Suite struct KilledRunTests {
  private typealias Figures = SampleRows.Figures

  private static let why = "the device ran out of memory"

  private func answer(_ rows: SampleRows) -> String {
    rows.report().answer.joined(separator: " ")
  }

  /// Returns the summary of the first picture of an exhibit.
  private func summary(_ rows: SampleRows, _ exhibit: String) -> String? {
    rows.report().exhibits.first { $0.id == exhibit }?.pictures.first?.drawing.summary
  }

  /// Two policies with two budgets; the app was killed in all runs.
  private var allKilled: SampleRows {
    var rows = SampleRows()
    for policy in ["lru", "sieve"] {
      for budget in [64, 128] {
        rows.add(
          policy, budget: budget * SampleRows.mib, Figures(stalls: 0.1, killed: Self.why))
      }
    }
    return rows
  }

  @Test func `a policy that kills the app is not recommended, although it stalls least`() {
    var rows = SampleRows()
    rows.add("lru", Figures(stalls: 0.1, killed: Self.why))
    rows.add("sieve", Figures(stalls: 1))
    rows.add("fifo", Figures(stalls: 2))
    #expect(
      answer(rows).contains(" No setting beats sieve in this one session: 1.00 s"),
      "\(answer(rows))")
    #expect(answer(rows).contains("The device killed the app in 1 of 3 runs: lru 1."))
    #expect(
      summary(rows, "ranking")?.hasSuffix(
        "sieve is the best: lru stalls less, but kills the app.") == true)
  }

  @Test func `a killed run does not count in the ranking`() throws {
    var rows = SampleRows()
    rows.add("lru", device: "old", Figures(stalls: 0, killed: Self.why))
    rows.add("lru", device: "new", Figures(stalls: 3))
    rows.add("fifo", device: "old", Figures(stalls: 0, killed: Self.why))
    let ranking = rows.report().document.ranking
    #expect(ranking.first { $0.policy == "lru" }?.stallSeconds == 3)
    #expect(ranking.first { $0.policy == "fifo" }?.stallSeconds == nil)
  }

  @Test func `the report recommends no policy if every policy kills the app`() {
    let answer = answer(allKilled)
    #expect(
      answer.hasPrefix(
        "The app was killed with every policy, in 4 of 4 runs (lru 2, sieve 2): no policy is "
          + "recommended."), "\(answer)")
    for praise in ["Take", "is enough", "averages", "stalls most", "is best", "The device killed"] {
      #expect(!answer.contains(praise), "\(praise): \(answer)")
    }
    #expect(allKilled.report().document.enough.isEmpty)
  }

  @Test func `the report names the only policy if it kills the app`() {
    var rows = SampleRows()
    rows.add("lru", Figures(killed: Self.why))
    #expect(
      answer(rows).hasPrefix(
        "The app was killed with lru, in 1 of 1 run: no policy is recommended."))
  }

  @Test func `a policy with too little memory is recommended with a warning if others kill`() {
    var rows = SampleRows()
    rows.add("lru", Figures(killed: Self.why))
    rows.add("lirs", Figures(shortage: (3, 100)))
    #expect(
      answer(rows).hasPrefix(
        "Take lirs: 1.00 s of stall per session, with the only setting that keeps its budget and the "
          + "app alive. Warning: At 64MiB the cache has room for 3.0 images"), "\(answer(rows))")
  }

  @Test func `no picture names a best policy if every policy kills the app`() throws {
    #expect(summary(allKilled, "ranking")?.contains("no policy is recommended") == true)
    #expect(
      summary(allKilled, "curves")?.hasSuffix(
        "the app was killed with every policy at some budget.") == true)
    #expect(
      summary(allKilled, "front")
        == "On iphone-5 no choice is on the front: the app was killed with each of them.")
  }

  @Test func `a front without a choice states that budgets are too small`() {
    var rows = SampleRows()
    for policy in ["lirs", "2q"] { rows.add(policy, Figures(shortage: (1, 4))) }
    #expect(
      summary(rows, "front")
        == "On iphone-5 no choice is on the front: the budget of each is too small for its "
        + "policy.")
  }

  @Test func `the answer names a budget that kills the app beside the others`() {
    var rows = SampleRows()
    for (budget, stalls) in [(16, 4.0), (32, 1.05), (64, 1.0)] {
      rows.add("lru", budget: budget * SampleRows.mib, Figures(stalls: stalls))
    }
    rows.add("lru", budget: 128 * SampleRows.mib, Figures(stalls: 0.1, killed: Self.why))
    #expect(
      answer(rows).contains(
        "Other budgets: 16MiB stalls 3.00 s more; 32MiB 0.050 s more; with 128MiB the app was "
          + "killed."), "\(answer(rows))")
  }

  @Test func `the answer names both budgets if memory helps until the app is killed`() {
    var rows = SampleRows()
    rows.add("lru", budget: 16 * SampleRows.mib, Figures(stalls: 4))
    rows.add("lru", budget: 64 * SampleRows.mib, Figures(stalls: 1))
    rows.add("lru", budget: 128 * SampleRows.mib, Figures(stalls: 0.1, killed: Self.why))
    #expect(
      answer(rows).contains(
        "Other budgets: 16MiB stalls 3.00 s more; with 128MiB the app was killed."),
      "\(answer(rows))")
  }

  @Test func `a policy that survives precedes a killed one in the statement about budgets`() {
    var rows = SampleRows()
    for budget in [16, 64] {
      rows.add("lru", budget: budget * SampleRows.mib, Figures(stalls: 2))
      rows.add(
        "sieve", budget: budget * SampleRows.mib,
        Figures(stalls: 0.1, killed: budget == 64 ? Self.why : nil))
    }
    #expect(rows.report().document.enough.map(\.policy) == ["lru"])
  }

  @Test func `a device on which every policy kills the app has no best policy`() {
    var rows = SampleRows()
    for (policy, stalls) in [("lru", 0.2), ("sieve", 0.1)] {
      rows.add(policy, device: "old", Figures(stalls: 1, killed: Self.why))
      rows.add(policy, device: "new", Figures(stalls: stalls))
    }
    #expect(answer(rows).contains("On new the best found is sieve: 0.10 s"), "\(answer(rows))")
    #expect(answer(rows).contains("On old the app was killed with every setting: \(Self.why)."))
  }

  @Test func `other policies are compared with LRU where LRU survives`() throws {
    var rows = SampleRows()
    for budget in [64, 128] {
      rows.add(
        "lru", budget: budget, Figures(stalls: 1, killed: budget == 128 ? Self.why : nil))
    }
    rows.add("sieve", budget: 64, Figures(stalls: 2))
    #expect(rows.report().document.ranking.map(\.policy) == ["lru", "sieve"])
    let difference = try #require(rows.report().document.differences.first)
    #expect(difference.against == "lru" && difference.cells == 1)
  }

  @Test func `the policy that survives longer ranks first of two killed ones`() {
    var rows = SampleRows()
    rows.add("lru", Figures(stalls: 1, killed: Self.why, seconds: 5))
    rows.add("sieve", Figures(stalls: 2, killed: Self.why, seconds: 10))
    #expect(rows.report().document.ranking.map(\.policy) == ["sieve", "lru"])
  }
}
