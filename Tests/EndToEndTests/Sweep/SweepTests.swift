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

  @Test func `stored runs are not repeated and print the same`() throws {
    let first = try sweep()
    let second = try sweep()
    #expect(second.complaint.contains("note: 0 runs made"), "\(second.complaint)")
    #expect(second.complaint.contains("80 were in 'demo.sqlite' already"))
    #expect(first.text == second.text)
  }

  @Test func `a sweep with --again repeats its runs with equal results`() throws {
    let first = try sweep("--policy", "lru", "--budget", "32MiB")
    let again = try sweep("--policy", "lru", "--budget", "32MiB", "--again")
    #expect(again.complaint.contains("note: 4 runs made"), "\(again.complaint)")
    #expect(again.complaint.contains("; 0 were in 'demo.sqlite' already"))
    #expect(first.text == again.text)
    #expect(try StoreTables.count("run", of: folder.path("demo.sqlite")) == 4)
  }

  @Test(arguments: ["csv", "json", "table", "markdown"])
  func `one job and two jobs print equal bytes`(format: String) throws {
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

  @Test func `a wider sweep makes only new runs`() throws {
    _ = try sweep("--policy", "lru", "--budget", "32MiB")
    let wider = try sweep("--policy", "lru,fifo", "--budget", "32MiB")
    #expect(wider.complaint.contains("note: 4 runs made"), "\(wider.complaint)")
    #expect(wider.complaint.contains("4 were in"))
  }

  @Test func `a stored run has the figures that run prints`() throws {
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
      #expect(swept.count > 50)
      for (name, value) in swept {
        #expect(value as? NSObject == figures[name] as? NSObject, "\(name)")
      }
      #expect(run["key"] as? String == rows.first?["key"] as? String)
      #expect(run.object("parts") as NSDictionary == rows[0].object("parts") as NSDictionary)
    }
  }

  @Test func `settings may form an axis`() throws {
    let outcome = try sweep(
      "--policy", "distance,lru", "--budget", "32MiB", "--device", "iphone-8", "--set",
      "distance.lead=1,2", "--format", "csv")
    let cells = outcome.lines.map { $0.split(separator: ",", omittingEmptySubsequences: false) }
    let column = try #require(cells.first?.firstIndex(of: "label"))
    let labels = cells.dropFirst().map { $0[column] }
    #expect(Set(labels) == ["distance", "distance:lead=2", "lru"], "\(outcome.complaint)")
    #expect(labels.count == 6)
  }

  @Test func `a later sweep fills in the regret of earlier runs`() throws {
    let axes = ["--policy", "lru", "--prefetch", "none", "--device", "iphone-8"]
    func misses(_ outcome: Scrollsim.Outcome) -> [Int?] {
      let rows = outcome.lines.map { $0.split(separator: ",", omittingEmptySubsequences: false) }
      let place = rows.first?.firstIndex(of: "regret_misses") ?? 0
      return rows.dropFirst().map { Int($0[place]) }
    }
    let command = ["sweep", "Traces/demo.yml", "--store", "demo.sqlite"] + axes
    let without = try Scrollsim.run(command + ["--format", "csv"], in: folder.url)
    #expect(misses(without) == [Int?](repeating: nil, count: 8))
    let with = try Scrollsim.run(command + ["--regret", "--format", "csv"], in: folder.url)
    #expect(misses(with).compactMap { $0 }.count == 8)
    let again = try Scrollsim.run(command + ["--regret"], in: folder.url)
    #expect(again.complaint.contains("note: 0 runs made"), "\(again.complaint)")
  }

  @Test func `a dry run states the number of runs and creates no store`() throws {
    let outcome = try Scrollsim.run(
      ["sweep", "Traces/demo.yml", "--dry-run", "--format", "json"], in: folder.url)
    #expect(outcome.status == 0, "\(outcome.complaint)")
    let document = try JSONText.object(outcome.output)
    #expect(document.number("runs") == 80)
    #expect((document.number("estimate", "measuredRuns") ?? 0) > 0)
    #expect((document.number("estimate", "seconds") ?? 0) > 0)
    #expect(try folder.names() == ["Traces"])
  }

  @Test func `a policy with fewer budgets ranks after the others`() throws {
    let outcome = try sweep(
      "--policy", "nscache-corelibs,lru", "--device", "iphone-5", "--exclude",
      "policy=nscache-corelibs budget=<128MiB")
    let policies = outcome.lines.drop { !$0.hasPrefix("trace") }.dropFirst().map {
      $0.split(separator: " ")[1]
    }
    #expect(policies == ["lru", "nscache-corelibs", "lru", "nscache-corelibs"], "\(outcome.text)")
  }

  @Test func `traces with equal names are listed by path`() throws {
    for name in ["a", "b"] {
      try FileManager.default.createDirectory(
        at: folder.path(name), withIntermediateDirectories: true)
    }
    let traces = PackageRoot.url.appendingPathComponent("Traces")
    try folder.write(
      Data(contentsOf: traces.appendingPathComponent("tall-feed.scroll")), to: "a/x.scroll")
    try folder.write(
      Data(contentsOf: traces.appendingPathComponent("photo-grid.scroll")), to: "b/x.scroll")
    let outcome = try Scrollsim.run(
      ["sweep", "--trace", "a/x.scroll", "--trace", "b/x.scroll", "--store", "x.sqlite"],
      in: folder.url)
    #expect(outcome.lines.contains { $0.hasPrefix("a/x.scroll") }, "\(outcome.text)")
    #expect(outcome.lines.contains { $0.hasPrefix("b/x.scroll") }, "\(outcome.text)")
    #expect(!outcome.text.contains("±"))
  }

  @Test func `a note reports a regret without a bound`() throws {
    let outcome = try sweep("--policy", "lru", "--budget", "16MiB", "--regret")
    #expect(outcome.complaint.contains("note: no regret"), "\(outcome.complaint)")
    let bounded = try sweep(
      "--policy", "lru", "--budget", "16MiB", "--regret", "--prefetch", "none")
    #expect(bounded.text.contains("regret 16MiB"), "\(bounded.text)")
    #expect(!bounded.complaint.contains("no regret"))
  }

  @Test func `the spec on the page about sweeps is valid`() throws {
    let article = "Sources/ScrollSimCommands/ScrollSimCommands.docc/Sweeps.md"
    let spec = try String(
      contentsOf: PackageRoot.url.appendingPathComponent(article), encoding: .utf8)
    let start = try #require(spec.range(of: "```yaml\n"))
    let end = try #require(spec.range(of: "```", range: start.upperBound..<spec.endIndex))
    for trace in ["photo-grid.scroll", "tall-feed.scroll"] {
      try folder.write(
        Data(contentsOf: PackageRoot.url.appendingPathComponent("Traces/\(trace)")), to: trace)
    }
    let device = "Sources/ScrollTraces/Devices/iphone-xr.yml"
    try folder.write(
      Data(contentsOf: PackageRoot.url.appendingPathComponent(device)), to: "my-phone.yml")
    try folder.write(String(spec[start.upperBound..<end.lowerBound]), to: "my.yml")
    let outcome = try Scrollsim.run(
      ["sweep", "plan", "my.yml", "--shards", "1", "--output", "plan"], in: folder.url)
    #expect(outcome.status == 0, "\(outcome.complaint)")
    // Traces x (devices x budgets, less two) x loaders x prefetchers x policies, and the unbounded
    // ones; no policy draws at random, so that five seeds are one run.
    let expected = 2 * (3 * 5 - 2) * 2 * 3 * 5 + 2 * 3 * 2 * 3
    #expect(outcome.complaint.contains("note: \(expected) runs"), "\(outcome.complaint)")
  }

  @Test func `progress appears only on a terminal`() throws {
    let outcome = try sweep()
    #expect(!outcome.complaint.contains("\r"))
    #expect(outcome.complaint.split(separator: "\n").count == 1)
  }
}
