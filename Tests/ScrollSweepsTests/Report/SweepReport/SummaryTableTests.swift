import ScrollPages
import ScrollSweeps
import Testing

/// The columns of a sweep's table.
@Suite struct SummaryTableTests {
  private typealias Figures = SampleRows.Figures

  private func table(_ rows: SampleRows) -> Table { rows.report().summaryTable(regret: false) }

  private func column(_ header: String, of table: Table) -> [String] {
    guard let place = table.columns.firstIndex(where: { $0.header == header }) else { return [] }
    return table.rows.map { $0[place] }
  }

  @Test func `a column shows the mean over budgets only if it determines the order`() {
    var rows = SampleRows()
    for (policy, stalls) in [("lru", [5.0, 2.0]), ("sieve", [4.0, 1.0])] {
      for (budget, seconds) in zip([16, 64], stalls) {
        rows.add(policy, budget: budget * SampleRows.mib, Figures(stalls: seconds))
      }
    }
    let table = table(rows)
    #expect(column("policy", of: table) == ["sieve", "lru"])
    #expect(column("mean stall s", of: table) == ["2.50", "3.50"])
    let figures = table.columns.map(\.header).filter { $0.contains("stall s") }
    #expect(figures == ["mean stall s", "stall s 16MiB", "stall s 64MiB"])
    var others = SampleRows()
    others.add("lru")
    #expect(!self.table(others).columns.contains { $0.header == "mean stall s" })
  }

  @Test func `a row with a budget of its own has its stall as the mean`() {
    var rows = SampleRows()
    rows.add("unbounded", budget: 1024 * SampleRows.mib, Figures(stalls: 3))
    for (budget, stalls) in [(16, 5.0), (64, 2.0)] {
      rows.add("lru", budget: budget * SampleRows.mib, Figures(stalls: stalls))
    }
    let table = table(rows)
    #expect(column("policy", of: table) == ["unbounded", "lru"])
    #expect(column("mean stall s", of: table) == ["3.00", "3.50"])
    #expect(rows.report().summaryOrder.contains("the mean of each over its own budgets"))
  }

  @Test func `rows with separate budgets show them in a column`() {
    var rows = SampleRows()
    rows.add("lru", budget: 64 * SampleRows.mib, loader: "cached", Figures(stalls: 1))
    rows.add("nuke-clock", budget: 256 * SampleRows.mib, loader: "nuke", Figures(stalls: 3))
    rows.add(nil, loader: "main-thread", Figures(stalls: 2))
    let table = table(rows)
    #expect(column("budget", of: table) == ["64MiB", "no cache", "256MiB"])
    #expect(column("stall s", of: table) == ["1.00", "2.00", "3.00"])
    #expect(column("hit %", of: table) == ["50.0", "-", "50.0"])
    #expect(rows.report().summaryOrder.hasSuffix("(each at its own budget)"))
  }
}
