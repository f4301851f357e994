import Foundation
import Testing

@Suite struct InterruptionTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try LongSweep.prepare(folder)
  }

  @Test(arguments: [(SIGINT, Int32(130)), (SIGTERM, Int32(143))])
  func `a signal ends a sweep at once and keeps finished runs`(
    signal: Int32, status: Int32
  ) throws {
    let running = try RunningScrollsim(
      LongSweep.command("long.sqlite", "--jobs", "1"), in: folder.url)
    let store = folder.path("long.sqlite")
    #expect(
      running.wait {
        ((try? StoreTables.count("run", of: store)) ?? 0) > 0 || !running.isRunning
      })
    let start = ContinuousClock.now
    running.send(signal)
    let outcome = try running.outcome()
    let took = ContinuousClock.now - start
    try #require(outcome.status != 0, "the sweep was over before it was disturbed")
    #expect(outcome.status == status, "\(outcome.complaint)")
    // The end is forced after 0.8 s; the rest is for a machine that is busy with other work.
    #expect(took < .seconds(2), "\(took)")
    #expect(outcome.output.isEmpty)
    #expect(outcome.complaint.contains("interrupted"), "\(outcome.complaint)")
    #expect(outcome.complaint.contains("the same command continues"))
    let kept = try StoreTables.count("run", of: store)
    #expect((1..<LongSweep.runs).contains(kept))
    let resumed = try Scrollsim.run(LongSweep.command("long.sqlite"), in: folder.url)
    #expect(
      resumed.complaint.contains("\(LongSweep.runs - kept) runs made"), "\(resumed.complaint)")
  }

  @Test func `an interrupted sweep with --again reports that some runs are not replaced`() throws {
    let running = try RunningScrollsim(
      LongSweep.command("long.sqlite", "--jobs", "1", "--again"), in: folder.url)
    let store = folder.path("long.sqlite")
    #expect(
      running.wait {
        ((try? StoreTables.count("run", of: store)) ?? 0) > 0 || !running.isRunning
      })
    running.send(SIGINT)
    let outcome = try running.outcome()
    try #require(outcome.status != 0, "the sweep was over before it was disturbed")
    #expect(outcome.status == 130)
    #expect(
      outcome.complaint.contains("repeated in 'long.sqlite'; the others are unchanged"),
      "\(outcome.complaint)")
  }
}
