import ScrollCharts
import ScrollPages
import ScrollReports
import Testing

/// The order of the ranking over several devices.
@Suite struct RankingTests {
  private typealias Figures = SampleRows.Figures

  /// Stalls on a slow device and on a fast one.
  private func exhibit(_ stalls: [(policy: String, slow: Double, fast: Double)]) throws -> Exhibit {
    var rows = SampleRows()
    for (policy, slow, fast) in stalls {
      rows.add(policy, device: "iphone-5", Figures(stalls: slow))
      rows.add(policy, device: "iphone-13-pro", Figures(stalls: fast))
    }
    return try #require(rows.report().exhibits.first { $0.id == "ranking" })
  }

  private func order(_ table: Table?) -> [String] { table?.rows.map { $0[0] } ?? [] }

  @Test func `a slow device does not decide the order for all`() throws {
    // In seconds lru is the best; in percent of each device's mean it is 97 + 160 of 2.
    let ranking = try exhibit([("lru", 9.7, 0.8), ("sieve", 10.3, 0.2)])
    #expect(order(ranking.table) == ["sieve", "lru"])
    #expect(order(ranking.pictures[0].table) == ["sieve", "lru"])
    #expect(ranking.pictures[0].table.rows.map { $0[1] } == ["71.5", "128.5"])
    #expect(ranking.pictures[0].drawing.summary.contains("sieve stalls least."))
  }

  @Test func `no bar is shorter than one above it where nothing else speaks against a policy`()
    throws
  {
    let ranking = try exhibit([
      ("lru", 5, 0.9), ("sieve", 9, 0.1), ("arc", 7, 0.5), ("fifo", 6, 0.2),
    ])
    let shares = ranking.pictures[0].table.rows.compactMap { Double($0[1]) }
    #expect(shares.count == 4 && shares == shares.sorted())
  }

  @Test func `of one device the order goes by seconds`() throws {
    var rows = SampleRows()
    rows.add("lru", Figures(stalls: 2))
    rows.add("sieve", Figures(stalls: 1))
    let ranking = try #require(rows.report().exhibits.first { $0.id == "ranking" })
    #expect(order(ranking.table) == ["sieve", "lru"])
    #expect(!ranking.notes[0].contains("Devices count alike"))
  }
}
