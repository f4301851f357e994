import Foundation
import Testing

/// Sessions as files, as an axis and by name.
@Suite struct SessionTests {
  private let folder: TemporaryFolder

  init() throws { folder = try .withTraces() }

  private func run(_ arguments: String...) throws -> Scrollsim.Outcome {
    try Scrollsim.run(arguments, in: folder.url)
  }

  private func names(_ path: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path(path).path).sorted()
  }

  @Test func `sessions become files with padded names and repeat`() throws {
    let arguments = ["trace", "generate", "--count", "3", "--seed", "5", "--output", "mine/"]
    #expect(try Scrollsim.run(arguments, in: folder.url).status == 0)
    #expect(try names("mine") == (1...3).map { "session-00\($0).scroll" })
    let first = try Data(contentsOf: folder.path("mine/session-002.scroll"))
    #expect(try Scrollsim.run(arguments, in: folder.url).status == 0)
    #expect(try Data(contentsOf: folder.path("mine/session-002.scroll")) == first)
    #expect(try names("").allSatisfy { !$0.hasPrefix(".scrollsim") })
  }

  @Test func `a folder with other files stays unchanged`() throws {
    try FileManager.default.createDirectory(
      at: folder.path("mine"), withIntermediateDirectories: true)
    try folder.write("mine", to: "mine/notes.txt")
    let outcome = try run("trace", "generate", "--count", "3", "--output", "mine")
    #expect(outcome.status == 73)
    #expect(outcome.complaint.contains("'mine' contains 'notes.txt'"), "\(outcome.complaint)")
    #expect(try names("mine") == ["notes.txt"])
  }

  @Test func `a sweep has a run for each session, and its name selects one`() throws {
    let sweep = try run(
      "sweep", "--trace", "sessions:count=4:seed=2", "--policy", "lru", "--budget", "16MiB",
      "--device", "iphone-8", "--store", "s.sqlite", "--format", "csv")
    #expect(sweep.lines.count == 5, "\(sweep.complaint)")
    #expect(sweep.text.contains("sessions:seed=2#3"))
    let one = try run(
      "sweep", "--trace", "sessions:count=4:seed=2#3", "--policy", "lru", "--budget", "16MiB",
      "--device", "iphone-8", "--store", "s.sqlite", "--format", "csv")
    #expect(one.complaint.contains("0 runs made"), "\(one.complaint)")
    #expect(one.lines.last.map(String.init)?.contains("sessions:seed=2#3") == true)
    let run = try run(
      "run", "sessions:seed=2#3", "--policy", "lru", "--budget", "16MiB", "--device", "iphone-8")
    #expect(run.status == 0 && run.text.contains("sessions:seed=2#3"), "\(run.complaint)")
    let many = try self.run("run", "sessions:seed=2", "--policy", "lru")
    #expect(many.status == 64 && many.complaint.contains("several sessions"), "\(many.complaint)")
  }

  @Test func `a dry run names policies without an effect of seeds, which run once`() throws {
    let arguments = [
      "sweep", "--trace", "Traces/tall-feed.scroll", "--policy", "lru,random,sieve", "--budget",
      "16MiB", "--device", "iphone-8", "--seed", "0..5",
    ]
    let dry = try Scrollsim.run(arguments + ["--dry-run"], in: folder.url)
    #expect(dry.text.contains("6 seeds change nothing for lru and sieve: made once"), "\(dry.text)")
    let sweep = try Scrollsim.run(arguments + ["--store", "s.sqlite"], in: folder.url)
    #expect(sweep.complaint.contains("8 runs made"), "\(sweep.complaint)")
  }

  @Test func `a dry run names duplicates and networks without an effect`() throws {
    let arguments = [
      "sweep", "--trace", "Traces/tall-feed.scroll", "--loader", "main-thread", "--network",
      "wifi,lte,edge", "--device", "iphone-8,iphone-8",
    ]
    let dry = try Scrollsim.run(arguments + ["--dry-run"], in: folder.url)
    let networks = "3 networks change nothing, because no image is downloaded: made once, over wifi"
    #expect(dry.text.contains(networks), "\(dry.text)")
    #expect(dry.text.contains("device iphone-8 is there 2 times: made once"), "\(dry.text)")
    let sweep = try Scrollsim.run(arguments + ["--store", "s.sqlite"], in: folder.url)
    #expect(sweep.complaint.contains("note: \(networks)"), "\(sweep.complaint)")
    #expect(sweep.complaint.contains("1 run made"), "\(sweep.complaint)")
  }

  @Test func `the word sessions alone means the default sessions`() throws {
    let dry = try run(
      "sweep", "--trace", "sessions", "--policy", "lru", "--budget", "16MiB", "--dry-run")
    #expect(dry.text.contains("100 runs"), "\(dry.complaint)")
  }

  @Test func `a recording is cut into a folder for a sweep`() throws {
    let recorded = "Traces/recorded/photo-grid-session.scroll"
    #expect(try run("trace", "cut", recorded, "--pause", "5s", "--output", "parts").status == 0)
    let count = try names("parts").count
    let sweep = try run(
      "sweep", "--trace", "parts/", "--policy", "lru", "--budget", "16MiB", "--dry-run")
    #expect(count > 1 && sweep.text.contains("\(count) runs"), "\(sweep.text)")
  }
}
