import Foundation
import Testing

/// One order of runs, and one name for each figure, in every command.
///
/// On `tall-feed` two policies that ignore their budget stall least and tie; on `photo-grid` one of
/// them is killed.
@Suite struct OneRankingTests {
  private static let policies = "unbounded,nscache-docs,fifo,lru"
  private static let axes = [
    "--device", "iphone-5", "--policy", policies, "--budget", "16MiB,64MiB",
  ]
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder.withTraces() }

  private func output(_ arguments: [String], status: Int32 = 0) throws -> Scrollsim.Outcome {
    let outcome = try Scrollsim.run(arguments, in: folder.url)
    try #require(outcome.status == status, "\(outcome.complaint)")
    return outcome
  }

  /// The policies of a report on what a sweep asks for, best first, and of the sweep's own table.
  private func rankings(_ arguments: [String]) throws -> (sweep: [String], report: [String]) {
    let table = try output(["sweep"] + arguments + ["--store", "s.sqlite", "--format", "markdown"])
    let sweep = table.lines.dropFirst(2).map { line in
      line.split(separator: "|")[0].trimmingCharacters(in: .whitespaces)
    }
    let report = try JSONText.object(output(["report", "s.sqlite", "--format", "json"]).output)
    let ranking = try #require(report.object("report")["ranking"] as? [[String: Any]])
    return (sweep, ranking.compactMap { $0["policy"] as? String })
  }

  @Test func `sweep and report rank policies above their budget last, and ties by name`() throws {
    let (sweep, report) = try rankings(["--trace", "Traces/tall-feed.scroll"] + Self.axes)
    #expect(sweep == ["lru", "fifo", "nscache-docs", "unbounded"])
    #expect(report == sweep)
  }

  @Test func `sweep and report rank killed policies after others`() throws {
    let (sweep, report) = try rankings(["--trace", "Traces/photo-grid.scroll"] + Self.axes)
    #expect(sweep.suffix(2) == ["nscache-docs", "unbounded"])
    #expect(report == sweep)
  }

  @Test(arguments: ["tall-feed", "photo-grid"])
  func `run ranks its runs the same way, and ties in their typed order`(trace: String) throws {
    let document = try JSONText.object(
      output(["run", "Traces/\(trace).scroll"] + Self.axes + ["--format", "json"]).output)
    let runs = try #require(document["runs"] as? [[String: Any]])
    let names = runs.map { run in
      "\(run.object("policy")["name"] ?? "") \((run.number("budgetBytes") ?? 0) / 1_048_576)"
    }
    #expect(names.prefix(2).allSatisfy { $0.hasSuffix(" 64.0") }, "\(names)")
    if trace == "tall-feed" {
      #expect(
        names.suffix(4)
          == ["unbounded 16.0", "unbounded 64.0", "nscache-docs 16.0", "nscache-docs 64.0"])
    } else {
      #expect(
        names.suffix(4)
          == ["nscache-docs 16.0", "nscache-docs 64.0", "unbounded 16.0", "unbounded 64.0"])
    }
  }

  @Test func `tune ranks settings like a sweep over them`() throws {
    let scenario = [
      "--trace", "Traces/tall-feed.scroll", "--device", "iphone-5", "--policy", "distance",
      "--budget", "16MiB,64MiB",
    ]
    let tuned = try JSONText.object(
      output(
        ["tune"] + scenario + [
          "--space", "distance.lead=1,2,4,8", "--store", "t.sqlite", "--format", "json",
        ]
      ).output)
    let rungs = try #require(tuned["rungs"] as? [[String: Any]])
    let last = try #require(rungs.last?["results"] as? [[String: Any]])
    let found = last.compactMap { $0["policy"] as? String }
    let (sweep, report) = try rankings(scenario + ["--set", "distance.lead=1,2,4,8"])
    #expect(found.count > 1)
    #expect(sweep.filter(found.contains) == found)
    #expect(report == sweep)
  }

  @Test func `check shows the lowest-ranked of killed runs`() throws {
    try Data(
      """
      axes:
        trace: [Traces/recorded/photo-grid-session.scroll, Traces/photo-grid.scroll]
        device: iphone-5
        policy: unbounded
      limits: [hitchRatio <= 5 ms/s]
      """.utf8
    ).write(to: folder.url.appendingPathComponent("limits.yml"))
    let outcome = try output(["check", "limits.yml"], status: 1)
    #expect(outcome.complaint.contains("The worst is photo-grid, "), "\(outcome.complaint)")
  }

  @Test func `a figure has the same name in run, sweep, report, check and tune`() throws {
    let one = [
      "--device", "iphone-5", "--policy", "lru", "--budget", "16MiB", "--prefetch", "none",
      "--regret",
    ]
    let trace = "Traces/tall-feed.scroll"
    let sweep = ["sweep", "--trace", trace] + one + ["--store", "s.sqlite", "--format"]
    func names(_ arguments: [String]) throws -> Set<String> {
      let document = try JSONText.object(output(arguments).output)
      let runs = try #require(document["runs"] as? [[String: Any]])
      return Set(try #require(runs.first).object("figures").keys)
    }
    let swept = try names(sweep + ["json"])
    #expect(swept.isSubset(of: try names(["run", trace] + one + ["--format", "json"])))
    #expect(try names(["report", "s.sqlite", "--format", "json"]) == swept)
    let csv = try output(["run", trace] + one + ["--format", "csv"]).lines
    #expect(try output(sweep + ["csv"]).lines == csv)
    let help = try output(["check", "--help"]).text.split(whereSeparator: \.isWhitespace)
      .joined(separator: " ")
    let listed = try #require(
      help.split(separator: "one of these figures: ").last?.split(separator: ".").first)
    let limits = listed.split(separator: ",").map {
      $0.trimmingCharacters(in: .whitespacesAndNewlines)
    }
    #expect(limits.count > 20)
    #expect(swept.isSuperset(of: limits), "\(Set(limits).subtracting(swept))")
  }
}
