import ScrollPages
import ScrollSweeps
import Testing

/// Tests of stalls and hit rates over the budget.
@Suite struct CurveTests {
  private typealias Figures = SampleRows.Figures

  private func curves(_ rows: SampleRows) -> Exhibit? {
    rows.report().exhibits.first { $0.id == "curves" }
  }

  /// Returns rows with the stalls of each policy at 16, 64 and 128 MiB.
  private func rows(_ stalls: [(policy: String, seconds: [Double])]) -> SampleRows {
    var rows = SampleRows()
    for (policy, seconds) in stalls {
      for (budget, seconds) in zip([16, 64, 128], seconds) {
        rows.add(policy, budget: budget * SampleRows.mib, Figures(stalls: seconds))
      }
    }
    return rows
  }

  @Test func `separate curves show their values`() {
    let picture = curves(rows([("lru", [9, 5, 3]), ("sieve", [8, 2, 1])]))?.pictures.first
    #expect(picture?.drawing.title.hasPrefix("Stalls, ") == true)
    #expect(picture?.drawing.summary.hasPrefix("sieve stalls 8.00 s with 16MiB") == true)
  }

  @Test func `close curves show their differences from LRU`() {
    let exhibit = curves(
      rows([("lru", [9, 5, 3]), ("sieve", [9.05, 5.1, 3]), ("arc", [8.95, 4.8, 3])]))
    let picture = exhibit?.pictures.first
    #expect(picture?.drawing.title.hasPrefix("Stalls compared with lru, ") == true)
    #expect(
      picture?.drawing.summary.hasPrefix(
        "lru stalls 9.00 s with 16MiB and 3.00 s with 128MiB. "
          + "arc differs most: 0.20 s less with 64MiB.") == true,
      "\(picture?.drawing.summary ?? "no picture")")
    #expect(picture?.table.rows.contains { $0[0] == "arc" && $0[2] == "4.80" } == true)
    #expect(exhibit?.notes.first?.contains("the charts show the differences to lru") == true)
  }

  /// Of curves that coincide, the one that leads the ranking gives the color, whichever is best in
  /// a scenario.
  @Test func `a policy has the same color and key position in all charts`() throws {
    var rows = SampleRows()
    let stalls = ["a": ["lru": 5.0, "sieve": 5.2], "b": ["lru": 3.02, "sieve": 3.0]]
    for (trace, policies) in stalls.sorted(by: { $0.key < $1.key }) {
      for (policy, seconds) in policies.sorted(by: { $0.key > $1.key }) {
        for budget in [16, 64] {
          rows.add(
            policy, budget: budget * SampleRows.mib, trace: "Traces/\(trace).scroll",
            Figures(stalls: seconds + (budget == 16 ? 1 : 0)))
        }
        rows.add(
          "arc", budget: 16 * SampleRows.mib, trace: "Traces/\(trace).scroll", Figures(stalls: 9))
        rows.add(
          "arc", budget: 64 * SampleRows.mib, trace: "Traces/\(trace).scroll", Figures(stalls: 9))
      }
    }
    let pictures = try #require(curves(rows)).pictures.filter { $0.drawing.id.hasPrefix("stalls") }
    #expect(
      pictures.map { $0.table.rows.map { $0[0] } } == [
        ["lru", "sieve", "arc"], ["lru", "sieve", "arc"],
      ])
  }

  @Test func `scenarios with one budget have no curve and no note`() {
    var rows = SampleRows()
    for (index, loader) in ["cached", "nuke", "kingfisher"].enumerated() {
      rows.add("lru", budget: (index + 1) * SampleRows.mib, loader: loader)
    }
    #expect(curves(rows) == nil)
  }

  @Test func `a note replaces the picture if policies differ invisibly`() {
    let exhibit = curves(rows([("lru", [9, 5, 3]), ("sieve", [9.001, 5.001, 3])]))
    #expect(exhibit?.pictures.isEmpty == true)
    #expect(
      exhibit?.notes.contains { $0.contains("no policy differs visibly from lru") }
        == true, "\(exhibit?.notes ?? [])")
  }
}
