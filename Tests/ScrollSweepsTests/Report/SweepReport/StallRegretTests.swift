import ScrollPages
import ScrollSweeps
import Testing

/// Tests of a policy's share of the way from `lru` to the best found stall.
@Suite struct StallRegretTests {
  private func rows(reached: Double) -> SampleRows {
    var rows = SampleRows()
    for (policy, stalls) in [("lru", 4.0), ("sieve", 3.0), ("fifo", 5.0)] {
      rows.add(
        policy,
        SampleRows.Figures(
          stalls: stalls,
          stallRegret: StallRegretRecord(
            proven: 1, reached: reached, reachedBy: "arc", lru: 4)))
    }
    return rows
  }

  @Test func `LRU has the whole regret, and a policy halfway to the best has half`() {
    let shares = Dictionary(
      uniqueKeysWithValues: rows(reached: 2).report().document.ranking.map {
        ($0.policy, $0.stallRegret)
      })
    #expect(shares == ["lru": 1, "sieve": 0.5, "fifo": 1.5])
  }

  @Test func `a cache that exceeds its budget has no regret`() {
    var rows = rows(reached: 2)
    rows.add(
      "image-named",
      SampleRows.Figures(
        stalls: 1, overLimit: 9,
        stallRegret: StallRegretRecord(proven: 1, reached: 2, reachedBy: "arc", lru: 4)))
    let found = rows.report().document.ranking.filter { $0.stallRegret == nil }
    #expect(found.map(\.policy) == ["image-named"])
  }

  @Test func `policies have no regret if no trial is visibly better`() {
    let report = rows(reached: 3.99).report()
    #expect(report.document.ranking.allSatisfy { $0.stallRegret == nil })
    #expect(
      report.answer.joined().contains("with or without foresight, is visibly better than lru"))
  }

  /// Most of the stall can be saved, which is less than a frame in a minute.
  @Test func `the table of a sweep has no share of a gain below a frame in a minute`() throws {
    var rows = SampleRows()
    rows.add(
      "lru",
      SampleRows.Figures(
        stalls: 0.012,
        stallRegret: StallRegretRecord(proven: 0, reached: 0.002, reachedBy: "arc", lru: 0.012)))
    let table = rows.report().summaryTable(regret: true)
    let column = try #require(table.columns.firstIndex { $0.header.hasPrefix("stall regret %") })
    #expect(table.rows.map { $0[column] } == ["-"])
    #expect(rows.report().document.ranking.map(\.stallRegret) == [nil])
  }

  @Test func `the answer states the share of the possible gain that the best policy reaches`() {
    let answer = rows(reached: 2).report().answer.joined(separator: " ")
    #expect(
      answer.contains("sieve closes 50 % of this gap."), "\(answer)")
  }

  @Test func `a report without the least stall does not mention regret`() {
    var rows = SampleRows()
    rows.add("lru")
    rows.add("sieve")
    #expect(!rows.report().text(width: 100).contains("regret"))
  }
}
