import Foundation
import Testing

/// Tests of the requests that the server accepts, and of its answers.
@Suite struct ServeRequestTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try .withTraces()
    try folder.write(
      """
      title: <script>alert(1)</script> & "more"
      axes:
        trace: Traces/photo-grid.scroll
        device: iphone-8
        policy: lru
        budget: 32MiB
      """, to: "one.yml")
  }

  private func served() throws -> ServedSweep {
    try ServedSweep(["sweep", "one.yml", "--store", "one.sqlite", "--stay"], in: folder.url)
  }

  @Test func `the server answers only to names of this machine`() throws {
    let served = try served()
    defer { served.running.send(SIGKILL) }
    for host in ["127.0.0.1", "localhost", "LOCALHOST", "[::1]", "127.0.0.2"] {
      #expect(try served.answer("/", host: host).status == 200, "\(host)")
    }
    for host in ["attacker.example", "localhost.attacker.example", "10.0.0.1", "[::2]", ""] {
      for path in ["/", "/report", "/progress"] {
        let answer = try served.answer(path, host: host)
        #expect(answer.status == 421, "\(host)")
        #expect(!answer.body.contains("alert"), "\(host)")
      }
    }
    #expect(try served.answer("/", host: nil).status == 400)
  }

  @Test func `the server accepts only reads of its pages`() throws {
    let served = try served()
    defer { served.running.send(SIGKILL) }
    for method in ["POST", "PUT", "DELETE", "OPTIONS"] {
      let answer = try served.answer("/", method: method)
      #expect(answer.status == 405, "\(method)")
      #expect(answer.headers["allow"] == "GET, HEAD")
      #expect(answer.headers["content-type"] == "text/plain; charset=utf-8")
    }
    for path in ["/favicon.ico", "/one.sqlite", "/../one.yml", "/report/x", "/%2e%2e/one.yml"] {
      let answer = try served.answer(path)
      #expect(answer.status == 404, "\(path)")
      #expect(answer.headers["content-type"] == "text/plain; charset=utf-8")
    }
    let head = try served.answer("/report", method: "HEAD")
    #expect(head.status == 200)
    #expect(head.body.isEmpty)
    _ = try served.progressAtEnd()
    #expect(
      try served.answer("/report", method: "HEAD").headers["content-length"]
        == "\(served.answer("/report").body.utf8.count)")
  }

  @Test func `markup in a title stays text`() throws {
    let served = try served()
    defer { served.running.send(SIGKILL) }
    _ = try served.progressAtEnd()
    let page = try served.answer("/").body
    #expect(page.contains("&lt;script&gt;alert(1)&lt;/script&gt;"))
    #expect(!page.contains("<script>alert"))
  }

  @Test func `a port in use is an error with a message`() throws {
    let served = try served()
    defer { served.running.send(SIGKILL) }
    try #require(served.running.wait { served.running.complaint.contains("press Ctrl-C") })
    try Refusal(
      "taken", "sweep one.yml --store two.sqlite --serve --port \(served.port)", 69,
      says: "\(served.port)", "127.0.0.1", "taken", "expected"
    ).check(in: folder)
  }

  @Test func `a page for other machines has a warning`() throws {
    let outcome = try Scrollsim.run(
      ["sweep", "one.yml", "--store", "one.sqlite", "--serve", "--host", "0.0.0.0"],
      in: folder.url)
    #expect(outcome.status == 0, "\(outcome.complaint)")
    #expect(
      outcome.complaint.contains("warning: every client that reaches 0.0.0.0 can read the report")
    )
  }

  @Test(
    arguments: [
      Refusal(
        "no --serve", "sweep one.yml --store s.sqlite --port 80", 64,
        says: "--port 80", "needs --serve"),
      Refusal(
        "only --stay", "sweep one.yml --store s.sqlite --stay", 64, says: "--stay", "needs --serve"),
      Refusal(
        "a name", "sweep one.yml --store s.sqlite --serve --host example.org", 64,
        says: "example.org", "expected"),
      Refusal(
        "a port too high", "sweep one.yml --store s.sqlite --serve --port 65536", 64,
        says: "65536", "65535"),
      Refusal("a dry run", "sweep one.yml --serve --dry-run", 64, says: "--serve", "--dry-run"),
      Refusal(
        "an address of others", "sweep one.yml --store s.sqlite --serve --host 192.0.2.1", 69,
        says: "192.0.2.1", "expected"),
    ])
  func `invalid options for the page are an error with a message`(refusal: Refusal) throws {
    try refusal.check(in: folder)
  }
}
