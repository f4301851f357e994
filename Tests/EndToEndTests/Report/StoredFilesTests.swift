import Foundation
import ScrollSimulation
import ScrollSweeps
import Testing

/// Stores of strangers, whose questions name files.
struct StoredFilesTests {
  private let sweep: SmallSweep

  init() throws { sweep = try SmallSweep() }

  /// Has the store ask for another trace, or whatever else there is in its place.
  private func ask(for trace: String) throws {
    try Database(path: sweep.store.path).run(
      "UPDATE sweep SET spec = replace(spec, 'Traces/photo-grid.scroll', ?)", [.text(trace)])
  }

  /// A page with details, and the complaint.
  private func page(_ arguments: [String] = []) throws -> (page: String, complaint: String) {
    let outcome = try sweep.report(["--format", "html", "--details", "1"] + arguments)
    #expect(outcome.status == 0, "\(outcome.complaint)")
    return (outcome.text, outcome.complaint)
  }

  private func doctor() throws -> Scrollsim.Outcome {
    try Scrollsim.run(["doctor", "results.sqlite", "--worst"], in: sweep.folder.url)
  }

  @Test func `a report does not read a pipe that a store names`() throws {
    #expect(mkfifo(sweep.folder.path("pipe.scroll").path, 0o600) == 0)
    try ask(for: "pipe.scroll")
    #expect(try page().complaint.contains("'pipe.scroll' is not read: it is not a regular file"))
    #expect(try doctor().complaint.contains("'pipe.scroll' is not read: it is not a regular file"))
  }

  @Test(arguments: [false, true])
  func `a report reads a file outside the folder of the store only on request`(isLink: Bool) throws
  {
    let other = try TemporaryFolder()
    try other.write("-----BEGIN KEY-----\nsecret\n", to: "key.scroll")
    var path = other.path("key.scroll").path
    if isLink {
      try FileManager.default.createSymbolicLink(
        at: sweep.folder.path("link.scroll"), withDestinationURL: other.path("key.scroll"))
      path = "link.scroll"
    }
    try ask(for: "\"\(path)\"")
    let found = try page()
    #expect(
      found.complaint.contains(
        "'\(path)' is not read, because it is outside the folder of 'results.sqlite'; expected "
          + "--read with its path or a folder that contains it"))
    #expect(!found.page.contains("BEGIN KEY"))
    #expect(try doctor().status == 65)
    // Even then nothing of what is no trace is quoted.
    let named = try page(["--read", other.url.path])
    #expect(named.complaint.contains("1: the line does not begin a trace"), "\(named.complaint)")
    #expect(!named.page.contains("BEGIN KEY") && !named.complaint.contains("BEGIN KEY"))
  }

  @Test func `a report reads a trace outside the folder of the store on request`() throws {
    let other = try TemporaryFolder()
    let trace = sweep.folder.path("Traces/photo-grid.scroll")
    try FileManager.default.moveItem(at: trace, to: other.path("photo-grid.scroll"))
    try FileManager.default.createSymbolicLink(
      at: trace, withDestinationURL: other.path("photo-grid.scroll"))
    #expect(try page().complaint.contains("is not read, because it is outside"))
    #expect(try page(["--read", other.url.path]).complaint.isEmpty)
  }

  @Test func `a report does not read a changed trace`() throws {
    let trace = try sweep.folder.read("Traces/photo-grid.scroll")
    try sweep.folder.write(trace + Data("# more\n".utf8), to: "Traces/photo-grid.scroll")
    #expect(
      try page().complaint.contains(
        "'Traces/photo-grid.scroll' is not read: it has changed since the sweep"))
  }

  @Test func `an error in the question of a store names the store`() throws {
    try ask(for: "nowhere.scroll")
    let complaint = try page().complaint
    #expect(complaint.contains("the question of results.sqlite:"), "\(complaint)")
  }

  @Test(arguments: [
    "trace: pipe.yml", "trace: \"cut:pipe.yml:pause=30\"",
    "{trace: Traces/carousel.scroll, device: ./pipe.yml}",
  ])
  func `a sweep does not read a pipe that a spec names`(axes: String) throws {
    #expect(mkfifo(sweep.folder.path("pipe.yml").path, 0o600) == 0)
    try sweep.folder.write(
      "axes: \(axes.hasPrefix("{") ? axes : "{\(axes), device: iphone-5}")\n", to: "odd.yml")
    let outcome = try Scrollsim.run(["sweep", "odd.yml", "--dry-run"], in: sweep.folder.url)
    #expect(outcome.status == 65)
    #expect(outcome.complaint.contains("pipe.yml' is a pipe or a device"), "\(outcome.complaint)")
  }

  @Test func `a plan keeps files outside its folder that an index names`() throws {
    try sweep.folder.write("precious", to: "precious.txt")
    try FileManager.default.createDirectory(
      at: sweep.folder.path("plan"), withIntermediateDirectories: true)
    try sweep.folder.write(
      """
      {"scrollsim": "1", "modelVersion": 1, "sweep": "x", "title": "", "runs": 1, "shards": [
        {"shard": "1/1", "plan": "../precious.txt", "store": "s", "runs": 1, "share": 1}]}
      """, to: "plan/index.json")
    let plan = try Scrollsim.run(
      ["sweep", "plan", "spec.yml", "--shards", "2", "--output", "plan"], in: sweep.folder.url)
    #expect(plan.status == 73, "\(plan.complaint)")
    #expect(try sweep.folder.read("precious.txt") == Data("precious".utf8))
  }

  @Test func `too many shards are an error`() throws {
    let plan = try Scrollsim.run(
      ["sweep", "plan", "spec.yml", "--shards", "65536", "--output", "plan"],
      in: sweep.folder.url)
    #expect(plan.status == 64)
    #expect(plan.complaint.contains("expected 1 to 10000"), "\(plan.complaint)")
  }
}
