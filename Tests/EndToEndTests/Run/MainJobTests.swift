import Foundation
import Testing

/// Tests of the main use of the command: a recorded scroll, on a device, against policies.
@Suite struct MainJobTests {
  static let policies = ["lru", "distance", "nscache-corelibs", "nscache-arc", "sieve"]
  static let budgets = ["32MiB", "128MiB"]

  static func run(_ more: String...) throws -> Scrollsim.Outcome {
    let outcome = try Scrollsim.run(
      [
        "run", "Traces/recorded/photo-grid-session.scroll", "--policy",
        policies.joined(separator: ","), "--budget", budgets.joined(separator: ","), "--device",
        "iphone-5", "--loader", "cached",
      ] + more)
    try #require(outcome.status == 0, "\(outcome.complaint)")
    // 32 MiB are less than the prefetched images of a screen need.
    #expect(outcome.complaint.hasPrefix("note: ") && outcome.complaint.contains("were evicted"))
    return outcome
  }

  static func runs() throws -> [[String: Any]] {
    let document = try JSONText.object(run("--format", "json").output)
    return try #require(document["runs"] as? [[String: Any]])
  }

  @Test func `the table has a row for each policy with each budget`() throws {
    let lines = try Self.run().lines
    let table = lines.drop { !$0.hasPrefix("policy  ") }
    let rows = table.dropFirst().map { $0.split(separator: " ").prefix(2).map(String.init) }
    let expected = Self.policies.flatMap { policy in Self.budgets.map { [policy, $0] } }
    #expect(Set(rows) == Set(expected))
    #expect(rows.count == expected.count)
  }

  @Test func `the table states its scenario and its estimates`() throws {
    let caption = try Self.run().lines.prefix(2).joined(separator: "\n")
    #expect(caption.contains("photo-grid-session.scroll: recorded, 302 s"), "\(caption)")
    #expect(caption.contains("iphone-5 ("), "\(caption)")
    #expect(caption.contains("figures are estimates), loader cached"), "\(caption)")
  }

  @Test func `rows are sorted from best to worst`() throws {
    let ranks = try Self.runs().map { run -> [Double] in
      let figures = run.object("figures")
      let over = try #require(figures.number("overBudgetSeconds"))
      let duration = try #require(figures.number("durationSeconds"))
      return [
        run["killed"] is NSNull ? 0 : 1, over / duration <= 0.1 ? 0 : 1,
        try #require(figures.number("stallSeconds")),
        try #require(figures.number("hitchRatio")),
        -(try #require(figures.number("hitRate"))),
      ]
    }
    for (better, worse) in zip(ranks, ranks.dropFirst()) {
      #expect(!worse.lexicographicallyPrecedes(better), "\(better) stands before \(worse)")
    }
    #expect(Set(ranks).count > 1)
  }

  @Test func `a repeated run gives equal bytes`() throws {
    #expect(try Self.run("--format", "json").output == Self.run("--format", "json").output)
  }

  @Test func `keys are in camel case`() throws {
    let document = try JSONText.object(Self.run("--format", "json").output)
    let wrong = JSONText.keys(of: document).filter {
      $0.wholeMatch(of: /[a-z][a-zA-Z0-9]*|[0-9]+/) == nil
    }
    #expect(wrong.isEmpty)
  }

  @Test func `the document contains the configuration and the digest of the trace`() throws {
    let document = try JSONText.object(Self.run("--format", "json").output)
    #expect(document.number("modelVersion") != nil)
    let run = try #require(try Self.runs().first)
    #expect(run.object("device")["name"] as? String == "iphone-5")
    #expect(run.object("loader")["name"] as? String == "cached")
    #expect(run.object("loader").object("settings")["coalescing"] as? String == "true")
    #expect(run["prefetcher"] as? String == "neighbours:k=1")
    let info = try Scrollsim.run(
      ["trace", "info", "Traces/recorded/photo-grid-session.scroll", "--format", "json"])
    let digest = try #require(JSONText.object(info.output)["digest"] as? String)
    #expect(digest.count == 64)
    #expect(run.object("trace")["digest"] as? String == digest)
  }

  @Test func `the document contains the duration and the counts of the trace`() throws {
    let trace = try JSONText.object(Self.run("--format", "json").output).object("trace")
    let info = try JSONText.object(
      Scrollsim.run([
        "trace", "info", "Traces/recorded/photo-grid-session.scroll", "--format", "json",
      ]).output)
    #expect(Set(trace.keys).isSubset(of: info.keys))
    for (key, value) in trace { #expect(value as? NSObject == info[key] as? NSObject, "\(key)") }
    for key in ["durationSeconds", "samples", "items", "images"] {
      #expect(try #require(trace.number(key)) > 0, "\(key)")
    }
  }

  @Test func `the document names the estimated figures of the device and the network`() throws {
    let document = try JSONText.object(Self.run("--format", "json").output)
    let run = try #require(try Self.runs().first)
    for profile in ["device", "network"] {
      let names = try #require(document.object("estimates")[profile] as? [String])
      #expect(names.count == Int(try #require(run.object(profile).number("estimates"))))
      #expect(Set(names).count == names.count)
    }
    let text = try Scrollsim.run(["list", "devices", "iphone-5"]).text
    let estimates = try #require(document.object("estimates")["device"] as? [String])
    for name in estimates { #expect(text.contains(name), "\(name)") }
  }

  @Test func `an infinite time reads never in the table and is null in the document`() throws {
    let table = try Self.run().lines.first { $0.hasPrefix("lru ") && $0.contains(" 32MiB ") }
    #expect(try #require(table).contains(" never "))
    let run = try #require(
      try Self.runs().first {
        $0.object("policy")["name"] as? String == "lru" && $0.number("budgetBytes") == 33_554_432
      })
    #expect(run.object("figures")["p99Milliseconds"] is NSNull)
    #expect(run.object("figures")["p50Milliseconds"] is NSNumber)
  }

  @Test func `CSV and Markdown have the rows of the table`() throws {
    let csv = try Self.run("--format", "csv").lines.map { $0.split(separator: ",") }
    let markdown = try Self.run("--format", "markdown").lines
    #expect(csv.count == 1 + 10)
    #expect(markdown.count == 2 + 10)
    let label = try #require(csv[0].firstIndex(of: "label"))
    let budget = try #require(csv[0].firstIndex(of: "budget_bytes"))
    let names = csv.dropFirst().map { row in
      "\(row[label]) \((Int(row[budget]) ?? 0) >> 20)MiB"
    }
    let cells = markdown.dropFirst(2).map { row in
      let cells = row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      return "\(cells[0]) \(cells[1])"
    }
    let table = try Self.run().lines.drop { !$0.hasPrefix("policy  ") }.dropFirst().map {
      $0.split(separator: " ").prefix(2).joined(separator: " ")
    }
    #expect(names == table)
    #expect(cells == table)
  }

  @Test
  func `CSV contains the trace, the device and exact figures, and nothing for never`() throws {
    let lines = try Self.run("--format", "csv").lines.map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    let runs = try Self.runs()
    for (line, run) in zip(lines.dropFirst(), runs) {
      let row = Dictionary(zip(lines[0], line), uniquingKeysWith: { $1 })
      let figures = run.object("figures")
      #expect(row["trace"] == "Traces/recorded/photo-grid-session.scroll")
      #expect(row["device"] == "iphone-5")
      let stall = try #require(row["stall_s"].flatMap(Double.init))
      #expect(abs(stall - (figures.number("stallSeconds") ?? .nan)) < 1e-12)
      #expect(row["p99_ms"]?.isEmpty == (figures["p99Milliseconds"] is NSNull))
    }
  }

  @Test func `every CSV line has the fields of the header`() throws {
    let lines = try Self.run("--format", "csv").lines.map {
      $0.split(separator: ",", omittingEmptySubsequences: false).count
    }
    #expect(Set(lines).count == 1, "\(lines)")
  }
}
