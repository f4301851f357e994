import ScrollSimulation
import ScrollSweeps
import ScrollTraces
import Testing

/// Sessions that are no further evidence.
@Suite struct SessionClusterTests {
  private typealias Figures = SampleRows.Figures

  private func clusters(_ traces: [TraceRecord]) -> SessionClusters {
    var clusters = SessionClusters()
    for trace in traces { clusters.add(trace) }
    return clusters
  }

  private func trace(
    _ path: String, gestures: String? = nil, provenance: String = "somewhere"
  ) -> TraceRecord {
    var trace = Samples.trace(path: path)
    trace.gestures = .sample(of: gestures ?? path)
    trace.provenance = provenance
    return trace
  }

  @Test func `sessions with equal gestures form one cluster`() {
    let found = clusters([
      trace("a", gestures: "one"), trace("b"), trace("c", gestures: "one"),
    ])
    #expect(found.count == 2)
    #expect(found[2] == 0 && found[1] == 1)
  }

  @Test func `a recording and its parts form one cluster`() {
    let found = clusters([
      trace("a", provenance: "session 1 of 'day.scroll', cut at pauses of 30 s"),
      trace("b", provenance: "from 1 s to 9 s of 'day.scroll'; recorded"), trace("c"),
      trace("day.scroll"),
    ])
    #expect(found.count == 2)
  }

  @Test func `a session that shares gestures with two clusters joins them`() throws {
    var both = trace("c")
    let one = trace("a"), other = trace("b")
    let hashes = [one, other].map { "\($0.gestures)" }.sorted().joined(separator: " ")
    both.gestures = try #require(.init(hashes))
    let found = clusters([one, other, both])
    #expect(found.count == 1)
    #expect(found.means([1, 2, 6], of: [0, 1, 2]) == [3])
  }

  @Test func `each cluster has one mean`() {
    let found = clusters([
      trace("a", gestures: "one"), trace("b"), trace("c", gestures: "one"),
    ])
    #expect(found.means([1, 5, 2], of: [0, 1, 2]) == [1.5, 5])
  }

  /// Sixteen scrolls, and the same in four folders under other titles.
  @Test func `copies of sessions do not shorten an interval`() throws {
    func answer(copies: Int) throws -> Recommendation {
      var rows = SampleRows()
      for copy in 1...copies {
        for session in 1...16 {
          let trace = "copy\(copy)/#\(session).scroll"
          let gain = 0.5 + Double(session % 4)
          let gestures = "gestures \(session)"
          rows.add("lru", trace: trace, gestures: gestures, Figures(stalls: 10))
          rows.add("sieve", trace: trace, gestures: gestures, Figures(stalls: 10 - gain))
        }
      }
      return try #require(rows.report().recommendations.first)
    }
    let once = try answer(copies: 1), often = try answer(copies: 4)
    #expect(once.clusters == 16 && often.clusters == 16 && often.sessions == 64)
    #expect(once.reference?.saved.interval == often.reference?.saved.interval)
  }

  @Test func `fewer than twelve clusters have no interval, whatever the number of sessions`() throws
  {
    var rows = SampleRows()
    for session in 1...40 {
      let trace = "sessions:seed=1#\(session)"
      let gestures = "gestures \(session % 11)"
      rows.add("lru", trace: trace, gestures: gestures, Figures(stalls: 10))
      rows.add(
        "sieve", trace: trace, gestures: gestures, Figures(stalls: 9 - Double(session % 3) / 9))
    }
    let report = rows.report()
    let found = try #require(report.recommendations.first)
    #expect(found.basis == .bestFound && found.reference?.isCertain == nil)
    let answer = report.answer.joined(separator: " ")
    #expect(
      answer.contains(
        "40 sessions with 11 different sequences of gestures: no confidence interval"), "\(answer)")
  }

  /// In nineteen of twenty sessions `sieve` stalls less; the other one was copied eighty times.
  @Test func `copies of a session change neither means nor the ranking nor the advice`() throws {
    func report(copies: Int) -> SweepReport {
      var rows = SampleRows()
      for session in 0..<20 + copies {
        let source = session < 20 ? session : 0
        for (policy, stalls) in [("lru", 2.0), ("sieve", source == 0 ? 4 : 1.5)] {
          rows.add(
            policy, trace: "s/#\(session).scroll", gestures: "gestures \(source)",
            Figures(stalls: stalls, hitRate: stalls / 10))
        }
      }
      return rows.report()
    }
    let (once, often) = (report(copies: 0).document, report(copies: 80).document)
    #expect(once.ranking.map(\.policy) == ["sieve", "lru"])
    #expect(often.ranking.map(\.policy) == ["sieve", "lru"])
    for (one, other) in zip(once.ranking, often.ranking) {
      let (stalls, same) = try (#require(one.stallSeconds), #require(other.stallSeconds))
      #expect(abs(stalls - same) < 1e-12)
    }
    let advice = try (
      #require(report(copies: 0).recommendations.first),
      #require(report(copies: 80).recommendations.first)
    )
    #expect(advice.0.setting == advice.1.setting)
    #expect(advice.0.percentile95 == 1.5 && advice.1.percentile95 == 1.5)
  }
}
