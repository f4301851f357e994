import Foundation
import Testing

/// A recorder that waits for its page, and the page's address.
struct RunningRecorder {
  let running: RunningScrollsim
  let port: UInt16
  let token: String

  /// One drag down a page of three seconds.
  static let recording: String = {
    let rows = (0...180).map { frame -> String in
      let offset = min(frame, 100) * 20
      return "\(Double(frame) * 16),\(offset),\(frame < 20 ? 1 : 0),390,700,1\n"
    }
    return "t_ms,scroll_y,touch,width,height,visible\n" + rows.joined()
  }()

  /// Starts a recorder and waits until it says where its page is.
  init(_ options: String..., in folder: TemporaryFolder) throws {
    try self.init(
      command: ["trace", "record", "--port", "0", "--output", "my.scroll"] + options, in: folder)
  }

  init(command: [String], in folder: TemporaryFolder) throws {
    let running = try RunningScrollsim(command, in: folder.url)
    let said = running.wait { running.complaint.contains("press Save\n") || !running.isRunning }
    try #require(said, "\(running.complaint)")
    let address = try #require(
      running.complaint.firstMatch(
        of: #/open http://127\.0\.0\.1:([0-9]+)/([a-z2-9]{8}), scroll/#),
      "\(running.complaint)")
    self.running = running
    port = try #require(UInt16(address.1))
    token = String(address.2)
  }

  func answer(_ path: String, method: String = "GET", host: String? = "127.0.0.1") throws
    -> WebAnswer
  {
    try WebAnswer(port: port, path, method: method, host: host)
  }

  /// Posts a recording to a path, the right one unless given.
  func post(
    _ body: String = Self.recording, to path: String? = nil, host: String = "127.0.0.1",
    lengths: [String]? = nil
  ) throws -> WebAnswer {
    try WebAnswer(
      port: port, request: head(lengths ?? ["\(body.utf8.count)"], to: path, host: host) + body)
  }

  /// The head of a post.
  func head(_ lengths: [String], to path: String? = nil, host: String = "127.0.0.1") -> String {
    let lines =
      ["POST \(path ?? "/" + token) HTTP/1.1", "Host: \(host):\(port)", "User-Agent: A Test/1.0"]
      + lengths.map { "Content-Length: \($0)" }
    return lines.joined(separator: "\r\n") + "\r\n\r\n"
  }

  /// Checks that nothing was written so far, that a recording is still taken, and how it ends.
  func expectToRecord(in folder: TemporaryFolder) throws {
    #expect(!(try folder.names().contains("my.scroll")))
    #expect(running.isRunning, "\(running.complaint)")
    let answer = try post()
    #expect(answer.status == 200, "\(answer.body)")
    let outcome = try running.outcome()
    #expect(outcome.status == 0, "\(outcome.complaint)")
    #expect(try folder.names().filter { $0 != "Traces" } == ["my.scroll"])
  }
}
