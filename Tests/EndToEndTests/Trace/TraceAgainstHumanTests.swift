import Foundation
import Testing

@Suite struct TraceAgainstHumanTests {
  private static let command = [
    "trace", "info", "Traces/recorded/photo-grid-session.scroll", "--against", "human",
  ]

  @Test func `the comparison has a row for each statistic in 100 columns`() throws {
    let outcome = try Scrollsim.run(Self.command)
    #expect(outcome.status == 0, "\(outcome.complaint)")
    for line in outcome.lines { #expect(line.count <= 100, "\(line)") }
    for part in [
      "gap between gestures, s [1]", "gesture length, s [2]", "release speed, pt/s [4]",
      "[6] Facebook, a mean of all people on phones, 2016", "log-normal: median", "Weibull: shape",
      "https://doi.org/10.1109/TIFS.2012.2225048",
    ] {
      #expect(outcome.text.contains(part), "\(part) in \(outcome.text)")
    }
  }

  @Test func `the document has the same verdicts and the fits`() throws {
    let text = try Scrollsim.run(Self.command).text
    let document = try JSONText.object(
      Scrollsim.run(Self.command + ["--format", "json"]).output)
    let statistics = try #require(document["statistics"] as? [[String: Any]])
    for (word, words) in [
      ("in", "in range"), ("below", "below"), ("above", "above"),
      ("not measurable", "not measurable"),
    ] {
      let count = statistics.count { $0["verdict"] as? String == word }
      #expect(text.contains("\(words) \(count)"), "\(words) \(count) in \(text)")
    }
    let dwell = try #require(document["dwell"] as? [String: Any])
    let (logNormal, weibull) = (
      try #require(dwell["logNormal"] as? [String: Any]),
      try #require(dwell["weibull"] as? [String: Any])
    )
    let isLogNormal = (logNormal.number("aic") ?? 0) < (weibull.number("aic") ?? 0)
    #expect(dwell["better"] as? String == (isLogNormal ? "log-normal" : "Weibull"))
  }

  @Test func `a trace without a scroll is not measurable and has no fit`() throws {
    let folder = try TemporaryFolder()
    let still = ScrollTraceText.replacing("100,0,tracking", "#")
      .replacing("200.5,30.25,decelerating", with: "#").replacing(
        "1000,100,idle", with: "1000,0,idle")
    try folder.write(still, to: "still.scroll")
    let outcome = try Scrollsim.run(
      ["trace", "info", "still.scroll", "--against", "human"], in: folder.url)
    #expect(outcome.status == 0, "\(outcome.complaint)")
    #expect(
      outcome.text.contains("in range 0 of 12, below 0, above 0, not measurable 12"),
      "\(outcome.text)")
    #expect(outcome.text.contains("distribution of 1 look: not known"), "\(outcome.text)")
  }

  @Test func `a comparison is not drawn`() throws {
    let folder = try TemporaryFolder.withTraces()
    try Refusal(
      "with a plot", "trace info Traces/carousel.scroll --against human --plot p.svg", 64,
      says: "--plot 'p.svg' draws the summary; expected no --against"
    ).check(in: folder)
  }
}
