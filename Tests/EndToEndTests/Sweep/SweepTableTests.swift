import Foundation
import Testing

/// The table of a sweep: in what order its rows are, and what it says of them.
@Suite struct SweepTableTests {
  private static let grid = "Traces/photo-grid.scroll"
  private static let feed = "Traces/tall-feed.scroll"
  private let folder: TemporaryFolder

  init() throws { folder = try .withTraces() }

  private func sweep(_ trace: String, _ arguments: String...) throws -> Scrollsim.Outcome {
    let outcome = try Scrollsim.run(
      ["sweep", "--trace", trace, "--store", "s.sqlite"] + arguments, in: folder.url)
    try #require(outcome.status == 0, "\(outcome.complaint)")
    return outcome
  }

  /// The cells of the rows of a Markdown table.
  private func rows(_ outcome: Scrollsim.Outcome) -> [[String]] {
    outcome.lines.dropFirst(2).map { line in
      line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
    }
  }

  /// The line of the table that begins with a name.
  private func line(of name: String, in outcome: Scrollsim.Outcome) throws -> Substring {
    try #require(outcome.lines.first { $0.hasPrefix("\(name) ") }, "\(outcome.text)")
  }

  @Test(
    arguments: ["naive-network,nuke,main-thread,cached", "cached,main-thread,nuke,naive-network"])
  func `loaders are sorted by stall in any typed order, with killed runs last`(
    loaders: String
  ) throws {
    let outcome = try sweep(
      Self.grid, "--device", "iphone-8", "--network", "3g", "--loader", loaders, "--format",
      "markdown")
    #expect(
      rows(outcome).map { $0[0] } == ["cached", "main-thread", "nuke", "naive-network"],
      "\(outcome.text)")
  }

  /// The loader with the larger budget alone would be first by the mean.
  @Test func `rows are compared at common budgets`() throws {
    let outcome = try sweep(
      Self.grid, "--device", "iphone-5", "--policy", "lru", "--budget", "8MiB,256MiB", "--loader",
      "cached,background-decode:cache=true", "--exclude",
      "loader=background-decode:cache=true budget=8MiB")
    #expect(outcome.text.contains("(at the budgets that all rows have)"), "\(outcome.text)")
    let names = outcome.lines.suffix(2).map { $0.prefix { $0 != " " } }
    #expect(names == ["cached", "background-decode:cache=true"], "\(outcome.text)")
  }

  @Test func `rows for programs keep the typed order`() throws {
    let outcome = try sweep(
      Self.grid, "--device", "iphone-8", "--loader", "main-thread,cached", "--format", "csv")
    let cells = outcome.lines.map { $0.split(separator: ",", omittingEmptySubsequences: false) }
    let column = try #require(cells.first?.firstIndex(of: "loader"))
    #expect(cells.dropFirst().map { $0[column] } == ["main-thread", "cached"])
  }

  @Test(arguments: ["iphone-8,iphone-5", "iphone-5,iphone-8"])
  func `devices keep the typed order, and each lists its best row first`(devices: String) throws {
    let arguments = ["--device", devices, "--loader", "main-thread,cached"]
    let outcome = try sweep(
      Self.grid, arguments[0], arguments[1], arguments[2], arguments[3], "--format", "markdown")
    let expected = devices.split(separator: ",").flatMap { device in
      [[String(device), "cached"], [String(device), "main-thread"]]
    }
    #expect(rows(outcome).map { Array($0.prefix(2)) } == expected, "\(outcome.text)")
    let table = try sweep(Self.grid, arguments[0], arguments[1], arguments[2], arguments[3])
    #expect(
      table.text.contains("4 runs. For each device, the least stall comes first. Stall is seconds"))
  }

  @Test(
    arguments: ["none,neighbours:k=1,ring:ahead=2", "ring:ahead=2,none,neighbours:k=1"])
  func `prefetchers, policies and settings form one ranking`(prefetchers: String) throws {
    let outcome = try sweep(
      Self.feed, "--device", "iphone-5", "--policy", "fifo,distance", "--set",
      "distance.lead=1,2", "--prefetch", prefetchers, "--budget", "64MiB", "--format", "markdown")
    let stalls = rows(outcome).compactMap { Double($0[2]) }
    #expect(stalls.count == 9, "\(outcome.text)")
    #expect(stalls == stalls.sorted(), "\(outcome.text)")
    #expect(rows(outcome).prefix(3).allSatisfy { $0[0].hasPrefix("ring") }, "\(outcome.text)")
  }

  @Test func `a policy above its budget is last, with a reason`() throws {
    let outcome = try sweep(
      Self.feed, "--device", "iphone-5", "--policy", "unbounded,lru", "--budget", "16MiB,64MiB")
    #expect(
      outcome.text.contains("The least stall comes first (mean over budgets). Stall is seconds"),
      "\(outcome.text)")
    let last = try #require(outcome.lines.last)
    #expect(last.hasPrefix("unbounded ") && last.contains("  over its budget for "), "\(last)")
    #expect(try !line(of: "lru", in: outcome).contains("budget"))
  }

  @Test func `the table states the reason and the time of a kill`() throws {
    let outcome = try sweep(
      Self.grid, "--device", "iphone-8", "--network", "3g", "--loader", "naive-network,cached")
    let naive = try line(of: "naive-network", in: outcome)
    #expect(naive.contains("20.00 killed"), "\(outcome.text)")
    #expect(
      outcome.lines.contains(
        "Killed: the watchdog saw no frame within 20 s after the launch (naive-network at "
          + "20.0 s)."),
      "\(outcome.text)")
  }

  @Test func `the table mentions that loaders take images from different origins`() throws {
    let device = ["--device", "iphone-8", "--loader"]
    let sentence = "Loaders read their images from different places"
    let moved = try sweep(Self.grid, device[0], device[1], device[2], "cached,multi-level")
    #expect(moved.lines.last?.hasPrefix(sentence) == true, "\(moved.text)")
    let same = try sweep(Self.grid, device[0], device[1], device[2], "cached,main-thread")
    #expect(!same.text.contains(sentence), "\(same.text)")
  }

  @Test(
    arguments: [
      ([], "the loader's default cache"),
      (["--budget", "48MiB"], "the loader's default policy"),
      (["--policy", "lru"], "the loader's default limit"),
      (["--budget", "own,48MiB"], "the loader's default cache at 150000KiB"),
    ] as [([String], String)])
  func `a row states which default cache settings of the loader apply`(
    arguments: [String], note: String
  ) throws {
    let outcome = try Scrollsim.run(
      [
        "sweep", "--trace", Self.grid, "--store", "s.sqlite", "--device", "iphone-5", "--loader",
        "nuke,cached",
      ] + arguments, in: folder.url)
    #expect(outcome.status == 0, "\(outcome.complaint)")
    #expect(try line(of: "nuke", in: outcome).hasSuffix("  \(note)"), "\(outcome.text)")
    #expect(try !line(of: "cached", in: outcome).contains("own"), "\(outcome.text)")
    #expect(
      outcome.lines.contains("The cache of nuke: nuke-clock, 15 % of memory, at most 768MiB."),
      "\(outcome.text)")
  }

  @Test func `an explicit policy and budget are not marked as defaults`() throws {
    let outcome = try sweep(
      Self.grid, "--device", "iphone-5", "--loader", "nuke,cached", "--policy", "lru", "--budget",
      "48MiB")
    #expect(!outcome.text.contains("the loader's default"), "\(outcome.text)")
    #expect(!outcome.text.contains("The cache of"), "\(outcome.text)")
  }
}
