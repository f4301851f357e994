import Foundation
import Testing

/// Tests of the traces that recordings become.
@Suite struct RecorderTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func `a posted recording becomes a trace that runs`() throws {
    let recorder = try RunningRecorder(
      "--layout", "list:spacing=8", "--title", "A drag", in: folder)
    let answer = try recorder.post()
    #expect(answer.status == 200)
    #expect(answer.headers["content-type"] == "text/plain; charset=utf-8")
    #expect(answer.body.contains("my.scroll is written: 2.9 s"), "\(answer.body)")
    let outcome = try recorder.running.outcome()
    #expect(outcome.status == 0)
    #expect(outcome.output.isEmpty)
    #expect(outcome.complaint.contains("1 touch, 1 fling and 2000 pt"), "\(outcome.complaint)")
    #expect(try folder.names() == ["my.scroll"])

    let info = try JSONText.object(
      Scrollsim.run(["trace", "info", "my.scroll", "--format", "json"], in: folder.url).output)
    #expect(info["kind"] as? String == "recorded")
    #expect(info["title"] as? String == "A drag")
    #expect(info["viewport"] as? String == "390x700")
    #expect(info["layout"] as? String == "list:spacing=8")
    #expect(info.number("highestOffset") == 2000)
    let provenance = try #require(info["provenance"] as? String)
    #expect(
      provenance.contains(
        #/^recorded by scrollsim trace record \d+\.\d+\.\d+ on 20\d\d-\d\d-\d\d in A Test/1\.0$/#),
      "\(provenance)")
    let run = try Scrollsim.run(
      ["run", "my.scroll", "--device", "iphone-8", "--budget", "32MiB", "--check"], in: folder.url)
    #expect(run.status == 0, "\(run.complaint)")
  }

  @Test func `an older file is replaced and never truncated`() throws {
    try folder.write("older", to: "my.scroll")
    try FileManager.default.linkItem(at: folder.path("my.scroll"), to: folder.path("witness"))
    let recorder = try RunningRecorder("--provenance", "by hand", in: folder)
    #expect(try recorder.post("t_ms,scroll_y\n0,0\n16\n").status == 400)
    #expect(try folder.read("my.scroll") == Data("older".utf8))
    #expect(try recorder.post().status == 200)
    _ = try recorder.running.outcome()
    #expect(try folder.read("witness") == Data("older".utf8))
    let trace = String(decoding: try folder.read("my.scroll"), as: UTF8.self)
    #expect(trace.contains("\nprovenance: by hand\n"))
    #expect(try folder.names() == ["my.scroll", "witness"])
  }

  @Test func `a page shows the items at the positions of the trace`() throws {
    let recorder = try RunningRecorder(
      "--layout", "waterfall:columns=2:spacing=6", "--catalogue", "items=80 seed=3", in: folder)
    let content = try JSONText.object(
      Data(recorder.answer("/\(recorder.token)/content/390x700").body.utf8))
    #expect(content["columns"] as? Int == 2)
    #expect(content.number("gap") == 6)
    #expect((content["starts"] as? [Any])?.count == 80)
    let other = try JSONText.object(
      Data(recorder.answer("/\(recorder.token)/content/800x600.5").body.utf8))
    #expect(other.number("extent") != content.number("extent"))
    let page = try recorder.answer("/\(recorder.token)")
    #expect(page.headers["content-type"] == "text/html; charset=utf-8")
    #expect(page.body.contains("connect-src &#39;self&#39;"))
    _ = try recorder.post()
    _ = try recorder.running.outcome()
    let info = try JSONText.object(
      Scrollsim.run(["trace", "info", "my.scroll", "--format", "json"], in: folder.url).output)
    #expect(info.number("contentPoints") == content.number("extent"))
  }

  @Test func `the trace contains a trip to the background`() throws {
    let recorder = try RunningRecorder(in: folder)
    _ = try recorder.post(
      "t_ms,scroll_y,touch,width,height,visible\n0,0,1,390,700,1\n16,9,1,390,700,1\n"
        + "500,9,0,390,700,0\n2000,9,0,390,700,1\n2016,9,0,390,700,1\n")
    _ = try recorder.running.outcome()
    let trace = String(decoding: try folder.read("my.scroll"), as: UTF8.self)
    #expect(trace.contains("[events]\ntime_ms,event\n500,background\n2000,foreground\nend"))
  }

  @Test func `an unwritable file is an error, and a later attempt succeeds`() throws {
    try FileManager.default.createDirectory(
      at: folder.path("there"), withIntermediateDirectories: false)
    let recorder = try RunningRecorder("--output", "there/my.scroll", in: folder)
    try FileManager.default.removeItem(at: folder.path("there"))
    let answer = try recorder.post()
    #expect(answer.status == 500)
    #expect(answer.body.contains("'there/my.scroll' cannot be written"), "\(answer.body)")
    try FileManager.default.createDirectory(
      at: folder.path("there"), withIntermediateDirectories: false)
    #expect(try recorder.post().status == 200)
    #expect(try recorder.running.outcome().status == 0)
    #expect(FileManager.default.fileExists(atPath: folder.path("there/my.scroll").path))
  }

  @Test func `Ctrl-C ends the recorder without a file`() throws {
    let recorder = try RunningRecorder(in: folder)
    recorder.running.send(SIGINT)
    #expect(try recorder.running.outcome().status == 130)
    #expect(try folder.names().isEmpty)
  }

  @Test func `a page for a phone has a warning and the addresses to open`() throws {
    let recorder = try RunningRecorder("--host", "0.0.0.0", in: folder)
    defer { recorder.running.send(SIGKILL) }
    #expect(
      recorder.running.complaint.contains(
        "warning: every client that can reach 0.0.0.0 and knows the address can record"))
    for line in recorder.running.complaint.split(separator: "\n") where line.contains("phone") {
      #expect(
        line.contains(#/on a phone, http://[0-9.]+:[0-9]+/[a-z2-9]{8}$/#)
          && line.hasSuffix("\(recorder.port)/\(recorder.token)"), "\(line)")
    }
  }

  private static var hasVersion6: Bool {
    let descriptor = socket(AF_INET6, RecorderTests.stream, 0)
    defer { _ = close(descriptor) }
    var address = sockaddr_in6()
    address.sin6_family = sa_family_t(AF_INET6)
    address.sin6_addr = in6addr_loopback
    let size = socklen_t(MemoryLayout<sockaddr_in6>.size)
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, size) }
    } == 0
  }

  #if canImport(Darwin)
    private static let stream = SOCK_STREAM
  #else
    private static let stream = Int32(SOCK_STREAM.rawValue)
  #endif

  @Test(
    .enabled(if: hasVersion6, "no IPv6 on this machine"),
    arguments: ["127.0.0.2", "::1", "::ffff:127.0.0.1"])
  func `an address of this machine has no warning`(host: String) throws {
    let recorder = try RunningScrollsim(
      ["trace", "record", "--port", "0", "--output", "my.scroll", "--host", host], in: folder.url)
    defer { recorder.send(SIGKILL) }
    #expect(recorder.wait { recorder.complaint.contains("press Save\n") || !recorder.isRunning })
    #expect(!recorder.complaint.contains("warning"), "\(recorder.complaint)")
  }

  @Test func `every recorder has a different address`() throws {
    let one = try RunningRecorder(in: folder), other = try RunningRecorder(in: folder)
    defer {
      one.running.send(SIGKILL)
      other.running.send(SIGKILL)
    }
    #expect(one.token != other.token)
    #expect(try other.answer("/\(one.token)").status == 404)
  }

  @Test(
    arguments: [
      Refusal("no output", "trace record", 64, says: "--output", "my.scroll"),
      Refusal(
        "a screen", "trace record --output s.scroll --viewport 9x9", 64, says: "--viewport '9x9'",
        "browser"),
      Refusal(
        "no layout", "trace record --output s.scroll --layout heap", 64, says: "--layout", "heap"),
      Refusal(
        "no images", "trace record --output s.scroll --catalogue items=0", 64, says: "--catalogue"),
      Refusal(
        "a name", "trace record --output s.scroll --host example.org", 64, says: "example.org"),
      Refusal(
        "a port too high", "trace record --output s.scroll --port 65536", 64, says: "65536"),
      Refusal(
        "an address of others", "trace record --output s.scroll --port 0 --host 192.0.2.1", 69,
        says: "192.0.2.1", "expected"),
      Refusal(
        "no folder", "trace record --output nowhere/s.scroll", 73, says: "nowhere/s.scroll",
        "no such file"),
      Refusal("a folder", "trace record --output .", 73, says: "'.'", "directory"),
      Refusal("an empty path", "trace record --output _", 73, says: "''"),
    ])
  func `an invalid command for the recorder is an error with a message`(refusal: Refusal) throws {
    try refusal.check(in: folder)
  }
}
