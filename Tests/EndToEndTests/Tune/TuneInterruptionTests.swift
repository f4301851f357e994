import Foundation
import Testing

@Suite struct TuneInterruptionTests {
  private static let search = [
    "tune", "long.yml", "--limit", "blankSeconds <= 0 s", "--precision", "1GiB", "--store",
    "long.sqlite",
  ]

  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try LongSweep.prepare(folder)
  }

  @Test func `a signal ends a search at once and keeps finished runs`() throws {
    let running = try RunningScrollsim(Self.search + ["--jobs", "1"], in: folder.url)
    let store = folder.path("long.sqlite")
    #expect(
      running.wait {
        ((try? StoreTables.count("run", of: store)) ?? 0) > 0 || !running.isRunning
      })
    let start = ContinuousClock.now
    running.send(SIGINT)
    let outcome = try running.outcome()
    let took = ContinuousClock.now - start
    try #require(outcome.status == 130, "\(outcome.status) \(outcome.complaint)")
    // It is forced after 0.8 s; the rest is for a machine that does other things meanwhile.
    #expect(took < .seconds(2), "\(took)")
    #expect(outcome.output.isEmpty)
    #expect(outcome.complaint.contains("interrupted"), "\(outcome.complaint)")
    let kept = try StoreTables.count("run", of: store)
    #expect((1..<LongSweep.runs).contains(kept))
    #expect(try StoreTables.count("tuning", of: store) == 0)
    let resumed = try Scrollsim.run(Self.search, in: folder.url)
    #expect(
      resumed.complaint.contains("\(LongSweep.runs - kept) runs made"), "\(resumed.complaint)")
    #expect(resumed.complaint.contains("\(kept) were in"))
  }
}
