import Foundation
import ScrollSweeps
import Testing

/// Reports of a sweep that was interrupted: by device, then policy, then budget.
@Suite struct UnfinishedReportTests {
  /// A store that has only some of the twelve runs.
  private func sweep(keeping positions: [Int]) throws -> SmallSweep {
    let sweep = try SmallSweep()
    let kept = positions.map(String.init).joined(separator: ",")
    try Database(path: sweep.store.path)
      .execute("DELETE FROM member WHERE position NOT IN (\(kept))")
    return sweep
  }

  @Test(arguments: ["text", "markdown", "html", "json"])
  func `runs with different policies on two phones are not compared`(format: String) throws {
    let sweep = try sweep(keeping: [0, 1, 8])
    let outcome = try sweep.report(["--format", format])
    #expect(outcome.status == 0, "\(outcome.complaint)")
    let text = outcome.text.replacing("\n", with: " ")
    #expect(text.contains("So far 3 of 12 runs are finished. No comparison is possible yet"))
    for word in ["Ranking", "Take ", "stalls most", "\"ranking\":[{"] {
      #expect(!text.contains(word), "\(word)")
    }
  }

  @Test func `the ranking uses the phone with runs of every policy`() throws {
    let sweep = try sweep(keeping: Array(0...7))
    let document = try JSONText.object(sweep.report(["--format", "json"]).output)
    let report = try #require(document["report"] as? [String: Any])
    let answer = try #require(report["answer"] as? [String])
    let sentence =
      "So far 8 of 12 runs are finished; the answer may change. It compares all 3 policies, on "
      + "the 2 of 4 combinations of scenario and budget that all of them have."
    #expect(answer.first == sentence)
    let ranking = try #require(report["ranking"] as? [[String: Any]])
    #expect(ranking.map { $0.number("cells") } == [2, 2, 2])
    #expect(ranking.map { $0.number("allCells") } == [2, 2, 2])
    let whole = try SmallSweep().report(["--format", "csv"]).text
    let stalls = try #require(ranking.first { $0["policy"] as? String == "lru" })
      .number("stallSeconds")
    let mean = try mean(ofStalls: "lru", on: "iphone-5", in: whole)
    #expect(abs((stalls ?? .nan) - mean) < 1e-9, "\(String(describing: stalls)) and \(mean)")
  }

  @Test func `emit uses only comparable settings`() throws {
    let sweep = try sweep(keeping: [0, 1, 8])
    let outcome = try Scrollsim.run(
      ["emit", "results.sqlite", "--for", "nuke"], in: sweep.folder.url)
    #expect(outcome.status != 0)
    #expect(outcome.complaint.contains("recommends nothing"), "\(outcome.complaint)")
  }

  /// The mean of a column of CSV over the rows of a policy and a device.
  private func mean(ofStalls policy: String, on device: String, in csv: String) throws -> Double {
    let lines = csv.split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false)
    }
    let header = try #require(lines.first)
    let column = try #require(header.firstIndex { $0 == "stall_s" })
    let values = lines.filter { $0.contains(Substring(policy)) && $0.contains(Substring(device)) }
      .compactMap { Double($0[column]) }
    return values.reduce(0, +) / Double(values.count)
  }
}
