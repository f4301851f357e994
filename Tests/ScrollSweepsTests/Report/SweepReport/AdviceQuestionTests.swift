import ScrollSweeps
import Testing

/// Tests of the runs that are repeated for the band of a recommendation.
@Suite struct AdviceQuestionTests {
  private typealias Figures = SampleRows.Figures

  private func key(_ row: Int) -> ContentKey { ContentKey(of: "run \(row)") }

  /// `lru` is run `2 n` of session n, `sieve` run `2 n + 1`.
  private func sessions(_ count: Int, saved: (Int) -> Double) -> SampleRows {
    var rows = SampleRows()
    for session in 0..<count {
      let trace = "sessions:seed=1#\(session + 1)"
      rows.add("lru", trace: trace, Figures(stalls: 10))
      rows.add("sieve", trace: trace, Figures(stalls: 10 - saved(session)))
    }
    return rows
  }

  @Test func `a question includes each of a few sessions with every setting`() throws {
    let question = try #require(sessions(3) { _ in 1 }.report().adviceQuestions.first)
    #expect(question.advised == [1, 3, 5].map(key) && question.allPlaces == 3)
    #expect(question.reference?.runs == [0, 2, 4].map(key))
    #expect(question.reference?.leavesLess == false && question.rival == nil)
    #expect(Set(question.runs) == Set((0..<6).map(key)) && question.runs.count == 6)
  }

  /// Evenly spaced ones would all be of one network where it changes from one to the next.
  @Test func `a question samples eight of many sessions, with even and odd numbers`() throws {
    let question = try #require(sessions(40) { 1 + Double($0 % 3) }.report().adviceQuestions.first)
    let taken = (0..<40).filter { question.advised.contains(key(2 * $0 + 1)) }
    #expect(taken.count == 8 && question.advised.count == 8 && question.allPlaces == 40)
    #expect(question.reference?.runs == taken.map { key(2 * $0) })
    #expect(Set(taken.map { $0 % 2 }) == [0, 1])
  }

  @Test func `a deterministic setting has one run for all seeds of another`() throws {
    var rows = SampleRows()
    rows.add("lru", Figures(stalls: 2))
    for seed in 0..<3 { rows.add("sieve", seed: seed, Figures(stalls: 1)) }
    let question = try #require(rows.report().adviceQuestions.first)
    #expect(question.advised == [1, 2, 3].map(key))
    #expect(question.reference?.runs == [0, 0, 0].map(key))
    #expect(question.runs.count == 4)
  }

  /// It saves 3 in one session of three, and costs 0.9 in the others.
  @Test func `a question includes settings that may be better by chance`() throws {
    let report = sessions(25) { $0.isMultiple(of: 3) ? 3 : -0.9 }.report()
    let question = try #require(report.adviceQuestions.first)
    #expect(report.recommendations.first?.setting.policy == "sieve")
    #expect(question.reference?.leavesLess == false)
  }

  @Test func `a question compares the baseline with the best other setting`() throws {
    var report = sessions(3) { _ in 0 }.report()
    report.baseline = Baseline("lru", policy: "lru")
    let question = try #require(report.adviceQuestions.first)
    #expect(question.advised == [0, 2, 4].map(key) && question.reference == nil)
    #expect(question.rival?.runs == [1, 3, 5].map(key) && question.rival?.leavesLess == false)
  }

  @Test func `an unfinished sweep has no questions`() {
    #expect(sessions(3) { _ in 1 }.report(asked: 9).adviceQuestions.isEmpty)
  }
}
