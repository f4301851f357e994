import ScrollCaching
import ScrollCore
import ScrollPages
import ScrollSimulation
import ScrollSweeps
import Testing

/// Tests that the parts in which a run gains or loses are complete and do not overlap.
struct StretchTests {
  static let cached = Loader.cached.with(\.prefetcher, .none)

  @Test func `differences of all stretches add up to the difference of the reports`() throws {
    for seed in DivergenceTests.seeds {
      guard let pair = try DrawnDiff(seed: seed) else { continue }
      let diff = pair.diff
      let whole = RunDiff.Figures(pair.a.report) - RunDiff.Figures(pair.b.report)
      let sum = diff.stretches.reduce(RunDiff.Figures()) { $0 + $1.difference }
      try #require(diff.difference == whole, "seed \(seed)")
      try #require(
        sum.waited == whole.waited && sum.hits == whole.hits && sum.late == whole.late
          && sum.neverShown == whole.neverShown,
        "seed \(seed)\n\(sum)\n\(whole)\n\(pair)")
      try #require(
        abs(sum.blankSeconds - whole.blankSeconds) < 1e-9
          && abs(sum.wrongSeconds - whole.wrongSeconds) < 1e-9,
        "seed \(seed)\n\(sum)\n\(whole)\n\(pair)")
    }
  }

  @Test func `stretches contain every second of a run compared with an empty run`() throws {
    // What both have cannot cancel out: the second run has no appearance at all.
    for seed in DivergenceTests.seeds {
      guard let pair = try DrawnDiff(seed: seed) else { continue }
      let nothing = RunDiff.Run(name: "nothing", log: RunLog(), report: pair.b.report)
      let diff = RunDiff(pair.a, nothing, of: pair.prepared)
      let sum = diff.stretches.reduce(RunDiff.Figures()) { $0 + $1.a }
      let whole = RunDiff.Figures(pair.a.report)
      try #require(
        abs(sum.blankSeconds - whole.blankSeconds) < 1e-9
          && abs(sum.wrongSeconds - whole.wrongSeconds) < 1e-9 && sum.waited == whole.waited
          && sum.hits == whole.hits,
        "seed \(seed)\n\(sum)\n\(whole)\n\(pair)")
    }
  }

  @Test func `swapped runs give swapped stretches`() throws {
    for seed in DivergenceTests.seeds {
      guard let pair = try DrawnDiff(seed: seed) else { continue }
      let expected = pair.diff.stretches.map { stretch in
        var mirrored = stretch
        (mirrored.a, mirrored.b) = (stretch.b, stretch.a)
        mirrored.worse = stretch.worse?.other
        return mirrored
      }
      try #require(pair.swapped.stretches == expected, "seed \(seed)\n\(pair)")
    }
  }

  @Test func `the greatest difference is first`() throws {
    for seed in DivergenceTests.seeds {
      guard let pair = try DrawnDiff(seed: seed) else { continue }
      let areas = pair.diff.stretches.map { abs($0.difference.stallSeconds) }
      try #require(
        zip(areas, areas.dropFirst()).allSatisfy { $0 >= $1 - 1e-9 }, "seed \(seed)\n\(areas)")
    }
  }

  @Test func `the cache that evicted an image waits for it while the other hits`() throws {
    // At 140 lru lets 1 go and fifo 0; 0 comes again at 160. It is read until 164, decoded until
    // 172 and delivered at 180, on screen at 190; its cell is on screen from 170 on.
    let strip = Strip(path: "0...1...0...2...0......", loader: Self.cached, room: 2)
    let diff = try strip.diff("lru", "fifo")
    #expect(diff.stretches.count == 1)
    let stretch = try #require(diff.stretches.first)
    #expect(stretch.worse == .b)
    #expect(stretch.items == [0])
    #expect(stretch.start == .ms(160))
    #expect(stretch.end == .ms(190))
    #expect(near(stretch.difference.blankSeconds, -0.020))
    #expect(stretch.difference.waited == .ms(-20))
    #expect(stretch.difference.hits == 1)
    #expect(stretch.because == "1 evicted")
  }
}
