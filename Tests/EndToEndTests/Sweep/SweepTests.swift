import Foundation
import Testing

@Suite struct SweepTests {
  private let folder: TemporaryFolder

  init() throws { folder = try .withTraces() }

  private func sweep(_ arguments: String...) throws -> Scrollsim.Outcome {
    try Scrollsim.run(
      ["sweep", "Traces/demo.yml", "--store", "demo.sqlite"] + arguments, in: folder.url)
  }

  @Test func `the demo has eighty runs and a row for every trace, device and policy`() throws {
    let outcome = try sweep()
    #expect(outcome.status == 0, "\(outcome.complaint)")
    #expect(outcome.complaint.contains("80 runs made"))
    #expect(try StoreTables.count("run", of: folder.path("demo.sqlite")) == 80)
    let table = outcome.lines.drop { !$0.hasPrefix("trace") }
    #expect(table.count == 1 + 2 * 2 * 5)
  }

  @Test func `what is in the store is not made again, and printed the same`() throws {
    let first = try sweep()
    let second = try sweep()
    #expect(second.complaint.contains("note: 0 runs made"), "\(second.complaint)")
    #expect(second.complaint.contains("80 were in 'demo.sqlite' already"))
    #expect(first.text == second.text)
  }

  @Test(arguments: ["csv", "json", "table", "markdown"])
  func `one job and two print the same bytes`(format: String) throws {
    var texts: [String] = []
    for jobs in ["1", "2"] {
      let outcome = try Scrollsim.run(
        [
          "sweep", "Traces/demo.yml", "--store", "\(jobs).sqlite", "--jobs", jobs, "--format",
          format,
        ], in: folder.url)
      #expect(outcome.status == 0, "\(outcome.complaint)")
      texts.append(outcome.text)
    }
    #expect(texts[0] == texts[1])
    #expect(
      try StoreTables.rows(of: folder.path("1.sqlite"))
        == StoreTables.rows(of: folder.path("2.sqlite")))
  }

  @Test func `a wider sweep makes only what is new`() throws {
    _ = try sweep("--policy", "lru", "--budget", "32MiB")
    let wider = try sweep("--policy", "lru,fifo", "--budget", "32MiB")
    #expect(wider.complaint.contains("note: 4 runs made"), "\(wider.complaint)")
    #expect(wider.complaint.contains("4 were in"))
  }

  @Test func `a run in the store has the figures that 'run' prints`() throws {
    let swept = try sweep("--policy", "lru", "--budget", "32MiB", "--format", "json")
    let runs = try #require(try JSONText.object(swept.output)["runs"] as? [[String: Any]])
    #expect(runs.count == 4)
    for run in runs {
      let trace = try #require(run.object("trace")["path"] as? String)
      let device = try #require(run.object("device")["name"] as? String)
      let alone = try Scrollsim.run(
        [
          "run", trace, "--device", device, "--policy", "lru", "--budget", "32MiB", "--format",
          "json",
        ], in: folder.url)
      let rows = try #require(try JSONText.object(alone.output)["runs"] as? [[String: Any]])
      let figures = try #require(rows.first).object("figures")
      let swept = run.object("figures")
      #expect(
        swept.number("blankSeconds") == figures.number("stalls", "blankAreaSeconds"))
      #expect(swept.number("hitRate") == figures.number("requests", "hitRate"))
      #expect(swept.number("hitchRatio") == figures.number("hitches", "timeRatio"))
      #expect(swept.number("frames") == figures.number("frames"))
      #expect(
        swept.number("peakMemoryBytes") == figures.number("memory", "peakFootprintBytes"))
    }
  }

  @Test func `settings are an axis`() throws {
    let outcome = try sweep(
      "--policy", "distance,lru", "--budget", "32MiB", "--device", "iphone-8", "--set",
      "distance.lead=1,2", "--format", "csv")
    let labels = outcome.lines.dropFirst().map { $0.split(separator: ",")[9] }
    #expect(Set(labels) == ["distance", "distance:lead=2", "lru"], "\(outcome.complaint)")
    #expect(labels.count == 6)
  }

  @Test func `regret is filled in for runs that were made without it`() throws {
    let axes = ["--policy", "lru", "--prefetch", "none", "--device", "iphone-8"]
    func misses(_ outcome: Scrollsim.Outcome) -> [Int?] {
      outcome.lines.dropFirst().map { line in
        line.split(separator: ",", omittingEmptySubsequences: false).last.flatMap { Int($0) }
      }
    }
    let command = ["sweep", "Traces/demo.yml", "--store", "demo.sqlite"] + axes
    let without = try Scrollsim.run(command + ["--format", "csv"], in: folder.url)
    #expect(misses(without) == [Int?](repeating: nil, count: 8))
    let with = try Scrollsim.run(command + ["--regret", "--format", "csv"], in: folder.url)
    #expect(misses(with).compactMap { $0 }.count == 8)
    let again = try Scrollsim.run(command + ["--regret"], in: folder.url)
    #expect(again.complaint.contains("note: 0 runs made"), "\(again.complaint)")
  }

  @Test func `a dry run says how many runs there are and makes no store`() throws {
    let outcome = try Scrollsim.run(
      ["sweep", "Traces/demo.yml", "--dry-run", "--format", "json"], in: folder.url)
    #expect(outcome.status == 0, "\(outcome.complaint)")
    let document = try JSONText.object(outcome.output)
    #expect(document.number("runs") == 80)
    #expect((document.number("estimate", "measuredRuns") ?? 0) > 0)
    #expect((document.number("estimate", "seconds") ?? 0) > 0)
    #expect(try folder.names() == ["Traces"])
  }

  @Test func `progress goes to a terminal alone`() throws {
    let outcome = try sweep()
    #expect(!outcome.complaint.contains("\r"))
    #expect(outcome.complaint.split(separator: "\n").count == 1)
  }
}
