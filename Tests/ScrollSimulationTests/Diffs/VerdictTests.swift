import ScrollCore
import ScrollSimulation
import ScrollSweeps
import Testing

/// Tests of the choice of the better of two runs by `diff`.
struct VerdictTests {
  /// Returns the figures that rank runs, least first, in a second implementation.
  private static func rank(_ report: RunReport) -> [Double] {
    let over = report.cache.secondsOverLimit / report.duration.seconds
    return [
      report.death == nil ? 0 : 1 + 1 / (1 + report.duration.seconds), over > 0.1 ? 1 : 0,
      (report.stalls.seconds * 1e9).rounded(), report.hitches.timeRatio, -report.requests.hitRate,
    ]
  }

  @Test func `the better run is the one that every command ranks first`() throws {
    var decidedBy: Set<Int> = []
    for seed in DivergenceTests.seeds {
      guard let pair = try DrawnDiff(seed: seed) else { continue }
      let (a, b) = (Self.rank(pair.a.report), Self.rank(pair.b.report))
      let place = zip(a, b).enumerated().first { $0.element.0 != $0.element.1 }?.offset
      let expected: RunDiff.Side? = place.map { a[$0] < b[$0] ? .a : .b }
      try #require(pair.diff.better == expected, "seed \(seed)\n\(pair)")
      if let place { decidedBy.insert(place) }
    }
    #expect(decidedBy.isSuperset(of: [0, 1, 2]), "\(decidedBy)")
  }

  @Test func `the verdict names the better run first and does not recommend a killed run`()
    throws
  {
    for seed in DivergenceTests.seeds {
      guard let pair = try DrawnDiff(seed: seed), let better = pair.diff.better,
        pair.a.name != pair.b.name
      else { continue }
      let best = better == .a ? pair.a : pair.b
      let sentence = try #require(
        pair.diff.sentences.first { $0.hasPrefix("\(best.name) ") }, "\(pair.diff.sentences)")
      let isKilled = [pair.a, pair.b].map { $0.report.death != nil }
      try #require(
        (isKilled[0] != isKilled[1]) == sentence.contains("with which the app was killed"),
        "seed \(seed): \(sentence)")
    }
  }

  @Test func `swapped runs give the same verdict`() throws {
    for seed in DivergenceTests.seeds.prefix(200) {
      guard let pair = try DrawnDiff(seed: seed), let better = pair.diff.better,
        pair.a.name != pair.b.name, pair.diff.divergence != nil
      else { continue }
      let best = better == .a ? pair.a.name : pair.b.name
      let sentence = try #require(pair.diff.sentences.first { $0.hasPrefix("\(best) ") })
      try #require(pair.swapped.sentences.contains(sentence), "seed \(seed): \(sentence)")
    }
  }
}
