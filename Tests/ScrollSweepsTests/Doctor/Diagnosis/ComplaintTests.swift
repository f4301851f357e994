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
    report.screenTime = SimTime(seconds: 60)
    report.stalls.seconds = stall
    report.hitches.scrolling = SimTime(seconds: 60)
    report.hitches.scrollingTime = SimTime(milliseconds: hitches * 60)
    report.memory.peakFootprint = ByteCount(peakMebibytes << 20)
    return report
  }

  private func worst(_ report: RunReport, isBlank: Bool = true) -> Complaint? {
    Complaint.worst(of: report, limit: Self.limit, isBlank: isBlank)
  }

  private func effects(from old: RunReport, to new: RunReport) -> ComplaintEffects {
    func candidate(_ report: RunReport) -> ChoiceRule.Candidate {
      let session = ChoiceRule.Session(
        isKilled: report.death != nil, isBroken: false, refreshRate: 60
      ) { $0.value(of: report).number ?? 0 }
      return ChoiceRule().candidate([session], changes: 0)
    }
    return ComplaintEffects(from: candidate(old), to: candidate(new), countsLate: true)
  }

  @Test func `the worst complaint is the one that is farthest along to critical`() {
    #expect(worst(report(stall: 0.4, hitches: 6)) == .blank)
    #expect(worst(report(stall: 0.4, hitches: 7)) == .hitches)
    #expect(worst(report(stall: 0.4, hitches: 7, peakMebibytes: 900)) == .memory)
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
    let effects = effects(from: before, to: report(stall: 6, hitches: 7.5, peakMebibytes: 600))
    #expect(effects.gains == [.blank: 4, .memory: -104_857_600])
    #expect(effects.helps(.blank) && !effects.helps(.hitches) && !effects.helps(.memory))
    #expect(effects.costText == "100 MiB more memory")
  }

  @Test func `a change that makes hitches worse does not help against memory`() {
    let before = report(hitches: 2, peakMebibytes: 500)
    let less = report(hitches: 5, peakMebibytes: 300)
    let effects = effects(from: before, to: less)
    #expect(effects.gainsAnything && !effects.helps(.memory))
    #expect(effects.costText == "3.0 ms/s more hitch time")
  }

  @Test func `the blank time of a killed run is not compared`() {
    var killed = report()
    killed.death = RunReport.Death(time: SimTime(seconds: 1), reason: .hang)
    let effects = effects(from: report(stall: 9), to: killed)
    #expect(effects.gains.isEmpty && effects.texts == ["killed more often"])
  }

  @Test func `the texts of effects have signs and units`() {
    let effects = effects(
      from: report(stall: 10, hitches: 8, peakMebibytes: 500),
      to: report(stall: 6, hitches: 3, peakMebibytes: 600))
    #expect(effects.texts == ["blank -4.00 s", "hitches -5.0 ms/s", "memory +100 MiB"])
    #expect(
      effects.phrases == [
        "4.00 s less blank time", "5.0 ms/s less hitch time", "100 MiB more memory",
      ])
  }

  /// Returns the figures of 20 minutes, of which the last two have another blank time, and more late
  /// frames.
  private func candidate(blank: Double, last: Double, late: Double = 0, mebibytes: Double = 100)
    -> ChoiceRule.Candidate
  {
    let sessions = (0..<20).map { place in
      let missing = place < 18 ? blank : last
      return ChoiceRule.Session(isKilled: false, isBroken: false, refreshRate: 60) { figure in
        switch figure.name {
        case Figure.blank.name: missing
        case Figure.stall.name: missing + late
        case Figure.duration.name: 60
        case Figure.footprintPeak.name: mebibytes * 1_048_576
        default: 0
        }
      }
    }
    return ChoiceRule().candidate(sessions, changes: 0)
  }

  @Test func `a gain in the 95th percentile alone is named as such`() {
    let effects = ComplaintEffects(
      from: candidate(blank: 10, last: 10.8), to: candidate(blank: 10, last: 10, mebibytes: 194))
    #expect(effects.texts == ["blank at the 95th percentile -0.80 s", "memory +94 MiB"])
    #expect(
      effects.phrases
        == ["0.80 s less blank time at the 95th percentile", "94 MiB more memory"])
    #expect(effects.gains[.blank] == nil)
  }

  @Test func `a gain in late frames alone is named as missing screen`() {
    let effects = ComplaintEffects(
      from: candidate(blank: 1, last: 1, late: 0.5), to: candidate(blank: 1, last: 1))
    #expect(effects.texts == ["missing screen -0.50 s"])
  }
}
