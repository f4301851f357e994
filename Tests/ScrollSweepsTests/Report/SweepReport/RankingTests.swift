import ScrollPages
import ScrollSweeps
import Testing

/// Tests of the order of the ranking over several devices.
@Suite struct RankingTests {
  private typealias Figures = SampleRows.Figures

  /// Returns the ranking for stalls on a slow device and on a fast one.
  private func exhibit(_ stalls: [(policy: String, slow: Double, fast: Double)]) throws -> Exhibit {
    var rows = SampleRows()
    for (policy, slow, fast) in stalls {
      rows.add(policy, device: "iphone-5", Figures(stalls: slow))
      rows.add(policy, device: "iphone-13-pro", Figures(stalls: fast))
    }
    return try #require(rows.report().exhibits.first { $0.id == "ranking" })
  }

  private func order(_ table: Table?) -> [String] { table?.rows.map { $0[0] } ?? [] }

  @Test func `a slow device does not determine the order for all`() throws {
    // In seconds lru is the best; in percent of each device's mean it is 97 + 160 of 2.
    let ranking = try exhibit([("lru", 9.7, 0.8), ("sieve", 10.3, 0.2)])
    #expect(order(ranking.table) == ["sieve", "lru"])
    #expect(order(ranking.pictures[0].table) == ["sieve", "lru"])
    #expect(ranking.pictures[0].table.rows.map { $0[1] } == ["71.5", "128.5"])
    #expect(ranking.pictures[0].drawing.summary.contains("sieve stalls least."))
  }

  @Test func `bars of sound policies are in ascending order`()
    throws
  {
    let ranking = try exhibit([
      ("lru", 5, 0.9), ("sieve", 9, 0.1), ("arc", 7, 0.5), ("fifo", 6, 0.2),
    ])
    let shares = ranking.pictures[0].table.rows.compactMap { Double($0[1]) }
    #expect(shares.count == 4 && shares == shares.sorted())
  }

  @Test func `the ranking for one device is in order of seconds`() throws {
    var rows = SampleRows()
    rows.add("lru", Figures(stalls: 2))
    rows.add("sieve", Figures(stalls: 1))
    let ranking = try #require(rows.report().exhibits.first { $0.id == "ranking" })
    #expect(order(ranking.table) == ["sieve", "lru"])
    #expect(!ranking.notes[0].contains("All devices have equal weight"))
  }

  private func column(_ header: String, _ table: Table?) -> [String] {
    guard let place = table?.columns.firstIndex(where: { $0.header == header }) else { return [] }
    return table?.rows.map { $0[place] } ?? []
  }

  @Test(arguments: [([1, 694], ["2", "695"]), ([1, 4], ["2.0", "5.0"])])
  func `mean counts are whole numbers if one of them is ten or more`(late: [Int], texts: [String])
    throws
  {
    var rows = SampleRows()
    for (policy, late) in zip(["lru", "sieve"], late) {
      rows.add(policy, Figures(stalls: Double(late), late: late))
    }
    let ranking = try #require(rows.report().exhibits.first { $0.id == "ranking" })
    #expect(column("late or never", ranking.table) == texts)
  }

  @Test func `the note counts policies and runs without a cache as separate parts`() throws {
    var rows = SampleRows()
    rows.add("lru", budget: 64 * SampleRows.mib, loader: "cached")
    rows.add("nuke-clock", budget: 256 * SampleRows.mib, loader: "nuke")
    rows.add(nil, loader: "main-thread")
    rows.sweep.title = ""
    let report = rows.report()
    let ranking = try #require(report.exhibits.first { $0.id == "ranking" })
    #expect(column("tried in", ranking.table) == ["1 of 3", "1 of 3", "1 of 3"])
    #expect(ranking.notes[0].contains("those of the 3 combinations of scenario and budget"))
    #expect(report.title.hasPrefix("lru, nuke-clock on "), "\(report.title)")
  }

  @Test func `bars with long names keep the distinctive part`() throws {
    var rows = SampleRows()
    for weight in [2, 3] {
      rows.add("score: distance + \(weight) * bytes / time", Figures(stalls: Double(weight)))
    }
    let ranking = try #require(rows.report().exhibits.first { $0.id == "ranking" })
    let labels = ranking.pictures[0].drawing.inline.text.components { $0.contains("…") }
    #expect(labels.count == 2 && labels[0].contains("2") && labels[1].contains("3"), "\(labels)")
  }
}

extension String {
  /// Returns the texts between tags for which a condition holds.
  fileprivate func components(where isMeant: (Substring) -> Bool) -> [Substring] {
    split(separator: "<").compactMap { part in
      guard part.hasPrefix("text"), let end = part.firstIndex(of: ">") else { return nil }
      let text = part[part.index(after: end)...]
      return isMeant(text) ? text : nil
    }
  }
}
