import Foundation
import Testing

/// `scrollsim tune --limit`: the smallest budget that keeps limits.
@Suite struct TuneBudgetTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder.withTraces() }

  private func tune(_ arguments: String...) throws -> Scrollsim.Outcome {
    try Scrollsim.run(["tune"] + arguments + ["--store", "results.sqlite"], in: folder.url)
  }

  private static let feed = "Traces/tall-feed.scroll"

  @Test func `the table states the smallest budget of each policy`() throws {
    let outcome = try tune(
      "--trace", Self.feed, "--device", "iphone-5", "--policy", "lru,distance", "--limit",
      "blankSeconds <= 6 s", "--precision", "4MiB")
    #expect(outcome.status == 0, "\(outcome.complaint)")
    #expect(outcome.text.contains("The smallest budget that meets blankSeconds <= 6 s. "))
    #expect(outcome.lines.contains { $0.contains("policy") && $0.contains("smallest budget") })
    #expect(outcome.lines.contains { $0.hasPrefix("tall-feed  iphone-5  lru") })
    #expect(outcome.lines.contains { $0.hasPrefix("tall-feed  iphone-5  distance") })
  }

  @Test func `a search with zero tolerance rejects a budget that a check rejects`() throws {
    // The stall of 32 MiB is 2.758 s.
    let (limit, zero) = ("stallSeconds <= 2.74 s", ["--least-percent", "0", "--least-frames", "0"])
    try folder.write(
      "axes: {trace: \(Self.feed), device: iphone-5, budget: 32MiB}\nlimits:\n  - \(limit)\n",
      to: "limits.yml")
    let search = [
      "tune", "--trace", Self.feed, "--device", "iphone-5", "--budget", "32MiB", "--limit", limit,
      "--store", "results.sqlite",
    ]
    let tolerant = try Scrollsim.run(search, in: folder.url)
    #expect(tolerant.status == 0)
    #expect(tolerant.text.contains(" s too much, no visible difference"), "\(tolerant.text)")
    #expect(try Scrollsim.run(["check", "limits.yml"], in: folder.url).status == 0)
    #expect(try Scrollsim.run(search + zero, in: folder.url).status == 1)
    #expect(try Scrollsim.run(["check", "limits.yml"] + zero, in: folder.url).status == 1)
  }

  @Test func `a second search makes no runs and prints the same`() throws {
    let arguments = [
      "tune", "--trace", Self.feed, "--device", "iphone-5", "--limit", "blankSeconds <= 6 s",
      "--precision", "4MiB", "--store", "results.sqlite",
    ]
    let first = try Scrollsim.run(arguments, in: folder.url)
    let second = try Scrollsim.run(arguments, in: folder.url)
    #expect(first.status == 0 && second.status == 0)
    #expect(!first.complaint.contains("note: 0 runs made"), "\(first.complaint)")
    #expect(second.complaint.hasPrefix("note: 0 runs made"), "\(second.complaint)")
    #expect(first.output == second.output)
  }

  @Test func `the search reuses the runs of a sweep`() throws {
    let budgets = "8MiB..64MiB:x2"
    _ = try Scrollsim.run(
      [
        "sweep", "--trace", Self.feed, "--device", "iphone-5", "--budget", budgets, "--store",
        "results.sqlite",
      ], in: folder.url)
    let outcome = try tune(
      "--trace", Self.feed, "--device", "iphone-5", "--budget", budgets, "--limit",
      "blankSeconds <= 6 s", "--precision", "1GiB")
    #expect(outcome.complaint.hasPrefix("note: 0 runs made"), "\(outcome.complaint)")
  }

  @Test func `the answer is the smallest valid budget of a sweep over all`()
    throws
  {
    let axes = [
      "--trace", Self.feed, "--device", "iphone-5,iphone-8", "--policy", "lru,distance",
      "--budget", "1MiB..64MiB:+3MiB", "--format", "json", "--store", "results.sqlite",
    ]
    let sweep = try JSONText.object(
      Scrollsim.run(["sweep"] + axes, in: folder.url).output)
    let tuned = try JSONText.object(
      Scrollsim.run(
        ["tune"] + axes + ["--limit", "blankSeconds <= 6 s", "--precision", "3MiB"], in: folder.url
      ).output)
    let runs = try #require(sweep["runs"] as? [[String: Any]])
    let answers = try #require(tuned["answers"] as? [[String: Any]])
    #expect(answers.count == 4)
    for answer in answers {
      let smallest = runs.filter { run in
        run.object("device")["name"] as? String == answer.object("scenario")["device"] as? String
          && run.object("policy")["name"] as? String == answer["policy"] as? String
          && run["killed"] is NSNull && run.number("figures", "blankSeconds") ?? .infinity <= 6
      }.compactMap { $0.number("budgetBytes") }.min()
      #expect(answer.number("smallestBudgetBytes") == smallest)
    }
  }

  @Test func `status 1 means that no budget keeps the limits, and names the nearest`() throws {
    let outcome = try tune(
      "--trace", Self.feed, "--device", "iphone-5", "--limit", "p50Milliseconds <= 0 ms", "--limit",
      "neverShown <= 0", "--precision", "8MiB")
    #expect(outcome.status == 1)
    #expect(outcome.output.isEmpty, "\(outcome.text)")
    let sentence = outcome.complaint.split(separator: "\n").last ?? ""
    #expect(
      sentence.hasPrefix("scrollsim: no budget keeps p50Milliseconds <= 0 ms, neverShown <= 0: "))
    #expect(sentence.contains("holds all images. The nearest is "), "\(sentence)")
  }

  @Test func `status 0 means that at least one device keeps the limits`() throws {
    let outcome = try tune(
      "--trace", Self.feed, "--device", "iphone-5,iphone-8", "--limit", "blankSeconds <= 2 s",
      "--precision", "8MiB")
    #expect(outcome.status == 0, "\(outcome.complaint)")
    let rows = outcome.lines.filter { $0.hasPrefix("tall-feed") }
    #expect(rows.count == 2)
    #expect(rows.first?.contains("none") == true)
    #expect(rows.last?.contains("none") == false)
  }

  @Test func `a budget that kills the app breaks the limits`() throws {
    let outcome = try tune(
      "--trace", "Traces/photo-grid.scroll", "--device", "iphone-5", "--policy", "unbounded",
      "--limit", "hitRate >= 0%", "--budget", "8GiB")
    #expect(outcome.status == 1)
    #expect(
      outcome.complaint.contains("8GiB: the app is killed: its footprint reached the app limit"),
      "\(outcome.complaint)")
  }

  @Test func `a table for programs contains bytes and unrounded figures`() throws {
    let outcome = try tune(
      "--trace", "Traces/photo-grid.scroll", "--device", "iphone-5", "--budget", "256MiB,512MiB",
      "--limit", "blankSeconds <= 53 s", "--format", "csv")
    #expect(outcome.lines.count == 2)
    let names = outcome.lines[0].split(separator: ",", omittingEmptySubsequences: false)
    let cells = outcome.lines[1].split(separator: ",", omittingEmptySubsequences: false)
    func cell(_ name: String) throws -> Substring {
      cells[try #require(names.firstIndex { $0 == name })]
    }
    #expect(try cell("smallest_budget_bytes") == "268435456")
    #expect(try cell("broken_again_bytes") == "536870912")
    #expect(try cell("next_smaller_bytes") == "")
    #expect(try (Double(cell("blankSeconds")) ?? 99) <= 53)
  }

  private static let marked = [
    "--trace", feed, "--device", "iphone-5", "--policy", "2q,unbounded,lru", "--budget", "16MiB",
    "--limit", "stallSeconds <= 500 s", "--store", "marks.sqlite",
  ]

  @Test func `a note mentions a budget that is too small or exceeded`() throws {
    let outcome = try Scrollsim.run(["tune"] + Self.marked, in: folder.url)
    #expect(outcome.status == 0, "\(outcome.complaint)")
    let rows = outcome.lines.filter { $0.hasPrefix("tall-feed ") }
    try #require(rows.count == 3, "\(outcome.text)")
    #expect(
      rows[0].contains("  16MiB  ")
        && rows[0].contains("too small to cache well: holds 2.5 images, needs 4"))
    #expect(
      outcome.text.contains("Warning: At 16MiB the cache has room for 2.5 images, but 2q needs 4"))
    #expect(rows[0].ranges(of: "too small").count == 1)
    #expect(rows[1].contains("over its budget for ") && rows[1].contains(" % of the time"))
    #expect(!rows[2].contains("too small") && !rows[2].contains("over its budget"))
    #expect(!outcome.text.contains("The meaning of the budget"))
  }

  @Test func `documents and tables for programs contain the same marks`() throws {
    let json = try Scrollsim.run(["tune"] + Self.marked + ["--format", "json"], in: folder.url)
    let answers = try #require(
      JSONText.object(json.output)["answers"] as? [[String: Any]])
    #expect(answers.map { $0["budgetTooSmall"] as? Bool } == [true, false, false])
    #expect(answers.map { ($0.number("overBudgetShare") ?? .nan) > 0.1 } == [false, true, false])
    #expect(answers.allSatisfy { $0["cost"] as? String == "bytes" })
    let trials = answers.compactMap { ($0["trials"] as? [[String: Any]])?.first }
    #expect(trials.map { $0["budgetTooSmall"] as? Bool } == [true, false, false])
    #expect(trials.map { $0["isKept"] as? Bool } == [true, true, true])
    #expect(answers.map { $0["warning"] is NSNull } == [false, true, true])
    #expect(answers.allSatisfy { $0.number("smallestBudgetBytes") == 16_777_216 })
    let csv = try Scrollsim.run(["tune"] + Self.marked + ["--format", "csv"], in: folder.url)
    let names = try #require(csv.lines.first).split(
      separator: ",", omittingEmptySubsequences: false)
    let column = try #require(names.firstIndex { $0 == "shown_too_small" })
    let cells = csv.lines.dropFirst().map {
      String($0.split(separator: ",", omittingEmptySubsequences: false)[column])
    }
    #expect(cells == ["true", "false", "false"])
  }

  private static let undemanding = [
    "--trace", "Traces/carousel.scroll", "--device", "iphone-5", "--limit", "stallSeconds <= 3 s",
  ]

  @Test func `the answer within undemanding limits is the first budget, with a warning`() throws {
    let outcome = try Scrollsim.run(
      ["tune"] + Self.undemanding + [
        "--policy", "lru,w-tinylfu,s3fifo,lirs,arc", "--store", "s",
      ], in: folder.url)
    #expect(outcome.status == 0, "\(outcome.complaint)")
    let rows = outcome.lines.filter { $0.hasPrefix("carousel ") }
    try #require(rows.count == 5, "\(outcome.text)")
    for row in rows { #expect(row.contains("  1MiB  "), "\(row)") }
    #expect(rows[0].contains("too small to cache well: holds 0.5 images, needs 1"))
    #expect(rows[3].contains("too small to cache well: holds 0.5 images, needs 100"), "\(rows[3])")
  }

  @Test func `the table states the unit of a budget that is not in bytes`() throws {
    let outcome = try tune(
      "--trace", Self.feed, "--device", "iphone-5", "--loader", "cached:cost=pixels", "--budget",
      "16MiB", "--limit", "stallSeconds <= 500 s")
    #expect(outcome.status == 0, "\(outcome.complaint)")
    #expect(outcome.text.contains("16MiB as 16777216 pixels"), "\(outcome.text)")
    #expect(outcome.text.contains("cached:cost=pixels limits the number of pixels, not bytes"))
  }

  @Test func `one thread and four threads store equal rows`() throws {
    let search = [
      "tune", "--trace", Self.feed, "--device", "iphone-5", "--policy", "lru,random", "--seed",
      "0..2", "--limit", "blankSeconds <= 6 s", "--precision", "4MiB",
    ]
    for jobs in ["1", "4"] {
      let arguments = ["--store", "\(jobs).sqlite", "--jobs", jobs]
      #expect(try Scrollsim.run(search + arguments, in: folder.url).status == 0)
    }
    let rows = try StoreTables.rows(of: folder.path("1.sqlite"))
    #expect(rows["tuning"]?.count == 2)
    #expect(try StoreTables.rows(of: folder.path("4.sqlite")) == rows)
  }

  @Test(arguments: [
    Refusal("no goal", "tune --trace T --store s.sqlite", 64, says: "--limit"),
    Refusal(
      "a limit on nothing", "tune --trace T --store s.sqlite --limit speed<=2", 64,
      says: "--limit: there is no figure 'speed'", "blank"),
    Refusal(
      "a limit without an amount", "tune --trace T --store s.sqlite --limit blankSeconds<=soon", 64,
      says: "--limit: 'soon' is not a value of blankSeconds"),
    Refusal(
      "no store", "tune --trace Traces/tall-feed.scroll --limit blankSeconds<=2s", 64,
      says: "--store"),
    Refusal(
      "a precision of nothing",
      "tune --trace T --limit blankSeconds<=2s --precision 0 --store s.sqlite", 64,
      says: "--precision '0'"),
    Refusal(
      "a trace that is not there", "tune --trace T --limit blankSeconds<=2s --store s.sqlite", 66,
      says: "T: the file does not exist"),
    Refusal(
      "a loader that keeps nothing",
      "tune --trace Traces/tall-feed.scroll --loader main-thread --limit blankSeconds<=2s "
        + "--store s.sqlite", 64, says: "'main-thread'", "a loader with a cache"),
  ])
  func `an invalid search is an error with a message`(refusal: Refusal) throws {
    try refusal.check(in: folder)
  }
}
