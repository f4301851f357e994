import ScrollPages
import ScrollSimulation
import ScrollSweeps
import Testing

/// Tests of the statements that draws support about a recommendation, in words and in figures.
@Suite struct AdviceBandTests {
  private typealias Figures = SampleRows.Figures

  /// Returns a report on `sieve`, 1 s, against `lru`, 2 s, in a number of scenarios, with their
  /// stalls in 64 draws.
  private func report(
    sessions: Int = 1, lru: (Int) -> DrawnStall, sieve: (Int) -> DrawnStall
  ) throws -> SweepReport {
    var rows = SampleRows()
    for session in 0..<sessions {
      rows.add("lru", trace: "\(session)", Figures(stalls: 2))
      rows.add("sieve", trace: "\(session)", Figures(stalls: 1))
    }
    var report = rows.report()
    let question = try #require(report.adviceQuestions.first)
    let reference = try #require(question.reference)
    let draws = (0..<64).map { number in
      var stalls: [ContentKey: DrawnStall] = [:]
      for run in question.advised { stalls[run] = sieve(number) }
      for run in reference.runs { stalls[run] = lru(number) }
      return AdviceBand.Draw(stalls)
    }
    report.bands = [AdviceBand(question, draws)]
    return report
  }

  private func stall(_ seconds: Double) -> DrawnStall {
    DrawnStall(seconds: seconds, axes: [seconds, 0, 0])
  }

  @Test func `a recommendation that holds in the draws states its stall and its saving`() throws {
    // 1.05 s to 1.94 s in nine of ten draws.
    let report = try report(
      lru: { stall(2 + Double($0) / 64) }, sieve: { stall(1 + Double($0) / 64) })
    let answer = report.answer.joined(separator: " ")
    #expect(
      answer.contains(
        "(20 % for an estimate without a stated error). The advice was repeated in 64 draws of "
          + "figures within these errors. sieve stalls 1.0 to 1.9 s per session in 90 % of the draws. "
          + "It saves 1.00 s against lru; it is visibly better in 64 of 64 draws."),
      "\(answer)")
    #expect(!answer.contains("is unknown"))
    let card = try #require(report.comparisonCards.first)
    #expect(card.note.contains("Better in 64 of 64 draws."), "\(card.note)")
    let blank = card.rows.first { $0.label == "blank s" }
    #expect(blank?.values == ["1.00 (2.05-2.94)", "1.00 (1.05-1.94)"])
  }

  @Test func `a sentence, a card and JSON report a recommendation that flips`() throws {
    let report = try report(
      lru: { stall($0.isMultiple(of: 2) ? 1.5 : 1) },
      sieve: { stall($0.isMultiple(of: 2) ? 1 : 1.5) })
    let answer = report.answer.joined(separator: " ")
    #expect(
      answer.contains(
        "stalls between 0.5 s more and 0.5 s less than lru: which is better is unknown, because of "
          + "the errors of the device's figures (better in 32 and worse in 32 of 64)."),
      "\(answer)")
    let card = try #require(report.comparisonCards.first)
    #expect(card.note.contains("Which is better is unknown, because of the errors"), "\(card.note)")
    let json = try JSONDocument.text(report.document)
    #expect(json.contains("\"flips\" : true") && json.contains("\"verdict\" : \"unknown\""))
  }

  @Test func `a recommendation that is worse in the draws is reported as unreliable`() throws {
    let report = try report(lru: { _ in stall(1) }, sieve: { _ in stall(2) })
    let answer = report.answer.joined(separator: " ")
    #expect(
      answer.contains(
        "it is visibly worse in 64 of 64 draws. The draws contradict the advice."),
      "\(answer)")
    #expect(report.bands[0].flips)
  }

  @Test func `a recommendation that is never worse does not flip`() throws {
    let report = try report(
      lru: { stall($0.isMultiple(of: 2) ? 2 : 1) }, sieve: { _ in stall(1) })
    #expect(!report.bands[0].flips)
    let answer = report.answer.joined(separator: " ")
    #expect(answer.contains("whether it is visibly better is unknown"), "\(answer)")
  }

  @Test func `draws with a kill are counted, and their stalls are omitted`() throws {
    let report = try report(
      lru: { _ in stall(2) },
      sieve: { DrawnStall(seconds: $0 < 16 ? 0 : 1, isKilled: $0 < 16) })
    #expect(report.bands[0].killedIn == 16 && report.bands[0].stall == FigureBand([1]))
    let answer = report.answer.joined(separator: " ")
    #expect(
      answer.contains("in 90 % of the 48 draws in which the app survives. ")
        && answer.contains("The app is killed with it in 16 of 64."), "\(answer)")
    #expect(answer.contains("(better in 48 and worse in 16 of 64)"), "\(answer)")
  }

  @Test func `a band from a sample of the runs is reported as a sample`() throws {
    let report = try report(sessions: 20, lru: { _ in stall(2) }, sieve: { _ in stall(1) })
    let answer = report.answer.joined(separator: " ")
    #expect(answer.contains("The draws repeat 8 of its 20 runs."), "\(answer)")
  }

  @Test func `a report without bands does not mention them`() throws {
    var report = try report(lru: { _ in stall(2) }, sieve: { _ in stall(1) })
    report.bands = []
    #expect(!report.markdown().contains("draws"))
    #expect(!(try JSONDocument.text(report.document)).contains("\"band\" :"))
  }
}
