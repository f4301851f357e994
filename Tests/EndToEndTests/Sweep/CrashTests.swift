import Foundation
import Testing

@Suite struct CrashTests {
  /// The number of moments that are tested, at two seconds each; the nightly checks set
  /// `SCROLL_CRASHES`.
  private static let moments =
    Int(ProcessInfo.processInfo.environment["SCROLL_CRASHES"] ?? "") ?? 2

  @Test func `a sweep that is killed at any time completes the same store`()
    throws
  {
    let folder = try TemporaryFolder()
    try LongSweep.prepare(folder)
    let clock = ContinuousClock()
    let whole = try clock.measure {
      let outcome = try Scrollsim.run(LongSweep.command("whole.sqlite"), in: folder.url)
      #expect(outcome.status == 0, "\(outcome.complaint)")
    }
    let expected = try StoreTables.rows(of: folder.path("whole.sqlite"))
    let seed = UInt64.random(in: 0...UInt64.max)
    var moments = Moments(seed: seed)
    let store = folder.path("killed.sqlite")
    var (kills, kept) = (0, 0)
    while kills < Self.moments {
      let running = try RunningScrollsim(LongSweep.command("killed.sqlite"), in: folder.url)
      Thread.sleep(forTimeInterval: moments.next() * (whole / .seconds(1)))
      running.send(SIGKILL)
      if try running.outcome().status == 128 + SIGKILL { kills += 1 }
      guard FileManager.default.fileExists(atPath: store.path) else { continue }
      let rows = (try? StoreTables.count("run", of: store)) ?? 0
      #expect(rows >= kept, "\(kept - rows) committed runs were lost (seed \(seed))")
      kept = rows
      // A complete sweep cannot be disturbed any more, so the test starts a new one.
      if kept == LongSweep.runs {
        for suffix in ["", "-wal", "-shm"] {
          try? FileManager.default.removeItem(atPath: store.path + suffix)
        }
        kept = 0
      }
    }
    let last = try Scrollsim.run(LongSweep.command("killed.sqlite"), in: folder.url)
    #expect(last.status == 0, "\(last.complaint)")
    #expect(try StoreTables.rows(of: store) == expected, "seed \(seed)")
  }

  @Test func `two simultaneous sweeps into one store both finish`() throws {
    let folder = try TemporaryFolder()
    try LongSweep.prepare(folder)
    let pair = try (0..<2).map { _ in
      try RunningScrollsim(LongSweep.command("both.sqlite", "--jobs", "1"), in: folder.url)
    }
    let outcomes = try pair.map { try $0.outcome() }
    for outcome in outcomes { #expect(outcome.status == 0, "\(outcome.complaint)") }
    #expect(outcomes[0].text == outcomes[1].text)
    _ = try Scrollsim.run(LongSweep.command("whole.sqlite"), in: folder.url)
    #expect(
      try StoreTables.rows(of: folder.path("both.sqlite"))
        == StoreTables.rows(of: folder.path("whole.sqlite")))
  }

  /// Random moments from 0 to 1, from a seed that a failure prints.
  private struct Moments {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> Double {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Double(state >> 11) / Double(1 << 53)
    }
  }
}
