import Foundation
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite struct CheckTests {
  private let folder: TemporaryFolder

  init() throws { folder = try .withTraces() }

  private func check(_ limits: String, _ arguments: String...) throws -> Scrollsim.Outcome {
    try folder.write(
      """
      axes:
        trace: Traces/tall-feed.scroll
        device: iphone-8
        policy: [lru, nscache-corelibs]
        budget: 32MiB
        prefetch: none
      limits:
      \(limits)

      """, to: "limits.yml")
    return try Scrollsim.run(["check", "limits.yml"] + arguments, in: folder.url)
  }

  @Test func `a check with kept limits passes`() throws {
    let outcome = try check(
      "  - hitchRatio <= 5 ms/s\n  - {when: {policy: lru}, keep: hitRate >= 5%}")
    #expect(outcome.status == 0, "\(outcome.complaint)")
    #expect(outcome.complaint.contains("every limit is kept"))
    #expect(try folder.names() == ["Traces", "limits.yml"])
  }

  @Test func `a kept limit states the nearest figure`() throws {
    let outcome = try check("  - stallSeconds <= 100 s\n  - hitRate >= 0%", "--format", "json")
    let limits = try JSONSerialization.jsonObject(with: outcome.output) as? [[String: Any]]
    let stall = try #require(limits?.first?.number("nearest"), "\(outcome.text)")
    #expect(stall > 0 && stall < 100)
    let text = try check("  - stallSeconds <= 100 s\n  - hitRate >= 0%").text
    #expect(text.contains(" s at most") && text.contains("% at least"), "\(text)")
  }

  @Test func `a broken limit states its line, its run and the excess`() throws {
    let outcome = try check("  - hitchRatio <= 5 ms/s\n  - hitRate >= 5%")
    #expect(outcome.status == 1)
    #expect(outcome.complaint.contains("limits.yml:9: limits[1]"), "\(outcome.complaint)")
    #expect(outcome.complaint.contains("hitRate >= 5% is broken by 1 of 2 runs"))
    #expect(outcome.complaint.contains("tall-feed, iphone-8, nscache-corelibs, 32MiB"))
    #expect(outcome.complaint.contains("too little"))
  }

  @Test func `a conditional limit does not apply to other runs`() throws {
    let outcome = try check("  - {when: {policy: lru}, keep: [hitRate >= 5%]}")
    #expect(outcome.status == 0, "\(outcome.complaint)")
  }

  @Test func `an image that is never shown breaks every limit on the time to image`() throws {
    let outcome = try check(
      "  - {when: {policy: nscache-corelibs}, keep: [p99Milliseconds <= 100000 ms]}")
    #expect(outcome.status == 0 || outcome.complaint.contains("never"), "\(outcome.complaint)")
  }

  @Test func `a limit may apply to the regret`() throws {
    let kept = try check("  - {when: {policy: lru}, keep: regretMisses <= 1000}")
    #expect(kept.status == 0, "\(kept.complaint)")
    let broken = try check("  - {when: {policy: nscache-corelibs}, keep: regretMisses <= 1}")
    #expect(broken.status == 1, "\(broken.complaint)")
  }

  @Test func `a limit on an unmeasured figure is broken`() throws {
    try folder.write(
      "axes: {trace: Traces/tall-feed.scroll}\nlimits: [regretMisses <= 1]\n", to: "unmeasured.yml")
    let outcome = try Scrollsim.run(["check", "unmeasured.yml"], in: folder.url)
    #expect(outcome.status == 65, "\(outcome.complaint)")
    #expect(
      outcome.complaint.contains("none of 1 measures regretMisses <= 1"), "\(outcome.complaint)"
    )
  }

  @Test func `the largest amount is valid`() throws {
    let outcome = try check("  - footprintPeakBytes <= 9223372036854775807")
    #expect(outcome.status == 0, "\(outcome.complaint)")
  }

  @Test func `the JUnit file has a suite for each limit and a test for each run`() throws {
    let outcome = try check("  - hitchRatio <= 5 ms/s\n  - hitRate >= 5%", "--junit", "limits.xml")
    #expect(outcome.status == 1)
    let text = String(decoding: try folder.read("limits.xml"), as: UTF8.self)
    #expect(text.contains("tests=\"4\" failures=\"1\" skipped=\"0\""), "\(text)")
    #expect(text.count(of: "<testsuite ") == 2)
    #expect(text.count(of: "<testcase ") == 4)
    #expect(text.count(of: "<failure ") == 1)
    #expect(text.contains("name=\"limits.yml:9: limits[1]: hitRate &gt;= 5%\""), "\(text)")
    let parsed = XMLParser(data: Data(text.utf8))
    #expect(parsed.parse())
  }

  @Test func `a check with a store repeats no run`() throws {
    _ = try check("  - hitchRatio <= 5 ms/s", "--store", "kept.sqlite")
    let again = try check("  - hitchRatio <= 5 ms/s", "--store", "kept.sqlite")
    #expect(again.complaint.contains("note: 0 runs made"), "\(again.complaint)")
  }

  @Test func `the committed limits hold`() throws {
    let outcome = try Scrollsim.run(["check", "Traces/limits.yml"], in: folder.url)
    #expect(outcome.status == 0, "\(outcome.complaint)")
  }

  struct BadLimit: Sendable {
    var text: String
    var says: String
  }

  @Test(arguments: [
    BadLimit(
      text: "  - hitchez <= 5", says: "there is no figure 'hitchez'; expected one like hitches"),
    BadLimit(text: "  - hitchRatio < 5", says: "'hitchRatio < 5' is not a limit"),
    BadLimit(text: "  - hitRate <= 5%", says: "expected one like 'hitRate >= 60%'"),
    BadLimit(text: "  - hitRate >= 600%", says: "'600%' is not a value of hitRate"),
    BadLimit(
      text: "  - p95Milliseconds <= fast", says: "'fast' is not a value of p95Milliseconds"),
    BadLimit(
      text: "  - {when: {policy: fifo}, keep: p95Milliseconds <= 9}", says: "no run matches 'when'"
    ),
    BadLimit(text: "  []", says: "limits is an empty list; expected at least one limit"),
    BadLimit(text: "  - {keep: []}", says: "limits[0].keep"),
  ])
  func `an invalid limit is an error`(limit: BadLimit) throws {
    let outcome = try check(limit.text)
    #expect(outcome.status == 65, "\(outcome.complaint)")
    #expect(outcome.complaint.contains(limit.says), "\(outcome.complaint)")
  }
}

extension String {
  fileprivate func count(of part: String) -> Int { components(separatedBy: part).count - 1 }
}
