import ScrollCore
import ScrollDevice
import ScrollSimulation
import ScrollSweeps
import Testing

/// Tests of the three complaints, on invented reports of a minute.
@Suite struct ComplaintTests {
  private static let limit = ByteCount(1_000 << 20)

  private func report(
    stall: Double = 0, hitches: Double = 0, peakMebibytes: Int = 100
  ) -> RunReport {
    var report = RunReport()
    report.duration = SimTime(seconds: 60)
    report.stalls.seconds = stall
    report.hitches.scrolling = SimTime(seconds: 60)
    report.hitches.scrollingTime = SimTime(milliseconds: hitches * 60)
    report.memory.peakFootprint = ByteCount(peakMebibytes << 20)
    return report
  }

  private func worst(_ report: RunReport, isBlank: Bool = true) -> Complaint? {
    Complaint.worst(of: report, limit: Self.limit, isBlank: isBlank)
  }

  @Test func `the worst complaint is the one that is farthest along to critical`() {
    #expect(worst(report(stall: 3, hitches: 4)) == .blank)
    #expect(worst(report(stall: 0.6, hitches: 7)) == .hitches)
    #expect(worst(report(stall: 0.6, hitches: 4, peakMebibytes: 900)) == .memory)
  }

  @Test func `differences that users do not see are no complaint`() {
    #expect(worst(report(hitches: 0.9, peakMebibytes: 799), isBlank: false) == nil)
    #expect(worst(report(hitches: 1), isBlank: false) == .hitches)
    #expect(worst(report(peakMebibytes: 800), isBlank: false) == .memory)
  }

  @Test func `an app that is killed for its memory has memory as its worst complaint`() {
    var killed = report(stall: 50, hitches: 50)
    killed.death = RunReport.Death(time: SimTime(seconds: 1), reason: .memory(.appLimit))
    #expect(worst(killed) == .memory)
    killed.death?.reason = .hang
    #expect(worst(killed) == .hitches)
  }

  @Test func `a change has an effect on each complaint that it changes visibly`() {
    let before = report(stall: 10, hitches: 8, peakMebibytes: 500)
    let effects = ComplaintEffects(
      from: before, to: report(stall: 6, hitches: 7.5, peakMebibytes: 600), isBlankVisible: true)
    #expect(effects.gains == [.blank: 4, .memory: -100 * 1_048_576])
    #expect(effects.helps(.blank) && !effects.helps(.hitches) && !effects.helps(.memory))
    #expect(effects.costText == "100 MiB more memory")
  }

  @Test func `a change that makes hitches worse does not help against memory`() {
    let before = report(hitches: 2, peakMebibytes: 500)
    let less = report(hitches: 5, peakMebibytes: 300)
    let effects = ComplaintEffects(from: before, to: less, isBlankVisible: false)
    #expect(effects.gainsAnything && !effects.helps(.memory))
    #expect(effects.costText == "3 ms/s more hitches")
  }

  @Test func `a killed run has no effects`() {
    var killed = report()
    killed.death = RunReport.Death(time: SimTime(seconds: 1), reason: .hang)
    let effects = ComplaintEffects(from: report(stall: 9), to: killed, isBlankVisible: true)
    #expect(effects.gains.isEmpty)
  }
}
