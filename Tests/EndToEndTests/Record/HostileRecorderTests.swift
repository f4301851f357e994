import Foundation
import Testing

/// Clients that guess, lie, send too much or too slowly: nothing is written, and the recorder lives.
@Suite struct HostileRecorderTests {
  private let folder: TemporaryFolder
  private let recorder: RunningRecorder

  init() throws {
    folder = try TemporaryFolder()
    recorder = try RunningRecorder(in: folder)
  }

  @Test func `a request without the token gets no page`() async throws {
    let token = recorder.token
    let wrong = String(token.reversed()) == token ? "abcdefgh" : String(token.reversed())
    for path in [
      "/", "/\(wrong)", "/\(token.dropLast())", "/\(token)x", "//\(token)", "/./\(token)",
      "/x/../\(token)", "/\(token)/..", "/\(token)/../..%2f", "/%2e%2e/my.scroll",
      "/\(token)/../my.scroll", "/\(token)%2f", "/\(token)/content", "/\(token)/content/9x9/x",
      "/\(token)//content/9x9", "/my.scroll", "/content/390x700", "/\u{212a}\u{212a}ab",
    ] {
      let (read, sent) = (try recorder.answer(path), try recorder.post(to: path))
      #expect([404, 405].contains(sent.status), "\(path): \(sent.body)")
      #expect(read.status == 404, "\(path): \(read.body)")
      #expect(!read.body.contains(token), "\(path)")
      // As many requests as there are here are more than a client may send at once.
      try await Task.sleep(for: .milliseconds(250))
    }
    try recorder.expectToRecord(in: folder)
  }

  @Test func `the server answers only to names of this machine`() throws {
    for host in ["attacker.example", "127.0.0.1.attacker.example", "10.0.0.1", "", "localhost:x"] {
      #expect(try recorder.answer("/\(recorder.token)", host: host).status == 421, "\(host)")
      #expect(try recorder.post(host: host).status == 421, "\(host)")
    }
    #expect(try recorder.answer("/\(recorder.token)", host: nil).status == 400)
    try recorder.expectToRecord(in: folder)
  }

  @Test func `a page accepts only its methods`() throws {
    for method in ["PUT", "DELETE", "OPTIONS", "PATCH"] {
      let answer = try recorder.answer("/\(recorder.token)", method: method)
      #expect(answer.status == 405, "\(method)")
      #expect(answer.headers["allow"] == "GET, HEAD, POST")
    }
    #expect(try recorder.post(to: "/\(recorder.token)/content/9x9").status == 405)
    let head = try recorder.answer("/\(recorder.token)", method: "HEAD")
    #expect(head.status == 200)
    #expect(head.body.isEmpty)
    for screen in ["0x9", "9", "9x", "axb", "9x9x9", "1e99x9", "nanxnan", "-1x4", "390x100001"] {
      let answer = try recorder.answer("/\(recorder.token)/content/\(screen)")
      #expect(answer.status == 400, "\(screen)")
      #expect(answer.body.contains("expected WIDTHxHEIGHT"), "\(answer.body)")
    }
    try recorder.expectToRecord(in: folder)
  }

  @Test(
    arguments: [
      ("", "is empty"), ("hello", "names the columns"), ("t_ms,scroll_y\n", "no samples"),
      ("t_ms,scroll_y\n0,0\n0,1\n", "the recording:3: the line cannot be used"),
      ("t_ms,scroll_y\n0,nan\n", "the recording:2: field 'scroll_y' is 'nan'"),
      ("t_ms,scroll_y\n0,999999999\n", "the recording:2: field 'scroll_y'"),
      ("t_ms,scroll_y,width,height\n0,0,0,0\n", "the recording:2: field 'width' is '0'"),
      ("t_ms,scroll_y\n0,0\n86400001,0\n", "a day at most"),
      ("t_ms,scroll_y\n0,\u{1b}[31m\n", "\\u{1B}[31m"), ("\0\0\0\n", "NUL"),
    ])
  func `an invalid recording is an error with a message`(recording: String, says: String) throws {
    let answer = try recorder.post(recording)
    #expect(answer.status == 400)
    #expect(answer.body.contains(says), "\(answer.body)")
    #expect(answer.body.count { $0.isNewline } == 1, "\(answer.body)")
    try recorder.expectToRecord(in: folder)
  }

  @Test func `bytes that are not text are an error`() throws {
    #expect(try send(Data([0xff, 0xfe, 0x0a]), announced: 3)?.contains(" 400 ") == true)
    try recorder.expectToRecord(in: folder)
  }

  @Test(
    arguments: [
      ([], 411), (["-1"], 411), (["1e3"], 411), (["99999999999999999999"], 411), (["2", "3"], 411),
      (["104857600"], 413), (["33554433"], 413),
    ])
  func `an impossible length is an error before any content is read`(
    lengths: [String], status: Int
  ) throws {
    #expect(try recorder.post("", lengths: lengths).status == status)
    try recorder.expectToRecord(in: folder)
  }

  @Test func `the recorder refuses a hundred megabytes`() throws {
    // Announced, they are refused; hidden behind a small number, they are thrown away.
    for announced in [104_857_600, 20] {
      let descriptor = try WebAnswer.connected(to: recorder.port)
      defer { _ = close(descriptor) }
      let head = Array(recorder.head(["\(announced)"]).utf8)
      _ = Foundation.send(descriptor, head, head.count, Self.noSignal)
      let piece = [UInt8](repeating: UInt8(ascii: "a"), count: 65_536)
      var sent = 0
      while sent < 104_857_600 {
        let count = Foundation.send(descriptor, piece, piece.count, Self.noSignal)
        guard count > 0 else { break }
        sent += count
      }
      #expect(sent < 20_000_000, "everything was taken")
    }
    try recorder.expectToRecord(in: folder)
  }

  @Test func `a slow client delays no other client and is disconnected`() throws {
    let slow = try (0..<40).map { _ in
      let descriptor = try WebAnswer.connected(to: recorder.port)
      let head = Array((recorder.head(["1000000"]) + "t_ms").utf8)
      _ = Foundation.send(descriptor, head, head.count, Self.noSignal)
      return descriptor
    }
    defer { for descriptor in slow { _ = close(descriptor) } }
    let start = ContinuousClock.now
    #expect(try recorder.answer("/\(recorder.token)").status == 200)
    #expect(ContinuousClock.now - start < .seconds(2))
    let areClosed = recorder.running.wait {
      var byte: UInt8 = 0
      return slow.allSatisfy { recv($0, &byte, 1, Int32(MSG_DONTWAIT) | Int32(MSG_PEEK)) >= 0 }
    }
    #expect(areClosed)
    try recorder.expectToRecord(in: folder)
  }

  @Test func `an incomplete recording is discarded`() throws {
    let half = RunningRecorder.recording.prefix(RunningRecorder.recording.count / 2)
    #expect(
      try send(Data(half.utf8), announced: RunningRecorder.recording.utf8.count) == nil)
    try recorder.expectToRecord(in: folder)
  }

  @Test func `the recorder keeps the first of two recordings`() throws {
    let other = "t_ms,scroll_y,width,height\n0,0,100,100\n16,5,100,100\n"
    let descriptor = try WebAnswer.connected(to: recorder.port)
    defer { _ = close(descriptor) }
    let begun = Array((recorder.head(["\(other.utf8.count)"]) + other.dropLast(3)).utf8)
    _ = Foundation.send(descriptor, begun, begun.count, Self.noSignal)
    #expect(try recorder.answer("/\(recorder.token)").status == 200)
    #expect(try recorder.post().status == 200)
    let rest = Array(other.suffix(3).utf8)
    _ = Foundation.send(descriptor, rest, rest.count, Self.noSignal)
    var answer = [UInt8](repeating: 0, count: 4096)
    let count = max(0, recv(descriptor, &answer, answer.count, 0))
    #expect(String(decoding: answer.prefix(count), as: UTF8.self).contains(" 409 "))
    #expect(try recorder.running.outcome().status == 0)
    let trace = String(decoding: try folder.read("my.scroll"), as: UTF8.self)
    #expect(trace.contains("viewport: 390x700"))
  }

  @Test func `a client that guesses is delayed, and the owner of the token is not`() throws {
    let statuses = try (0..<80).map { _ in try recorder.answer("/aaaaaaaa").status }
    #expect(statuses.contains(404))
    #expect(statuses.count { $0 == 429 } > 20, "\(statuses)")
    #expect(try recorder.answer("/\(recorder.token)").status == 200)
    try recorder.expectToRecord(in: folder)
  }

  @Test func `an upload continues while silent clients connect`() throws {
    let upload = try WebAnswer.connected(to: recorder.port)
    defer { _ = close(upload) }
    let recording = RunningRecorder.recording
    let head = Array(recorder.head(["\(recording.utf8.count)"]).utf8)
    _ = Foundation.send(upload, head, head.count, Self.noSignal)
    var bare: [Int32] = []
    defer { for descriptor in bare { _ = close(descriptor) } }
    let bytes = Array(recording.utf8)
    for start in stride(from: 0, to: bytes.count, by: bytes.count / 8) {
      for _ in 0..<20 { bare.append(try WebAnswer.connected(to: recorder.port)) }
      let piece = Array(bytes[start..<min(bytes.count, start + bytes.count / 8)])
      _ = Foundation.send(upload, piece, piece.count, Self.noSignal)
      Thread.sleep(forTimeInterval: 0.1)
    }
    var answer = [UInt8](repeating: 0, count: 4096)
    let count = max(0, recv(upload, &answer, answer.count, 0))
    #expect(String(decoding: answer.prefix(count), as: UTF8.self).contains(" 200 "))
    #expect(try recorder.running.outcome().status == 0)
  }

  /// Sends a body and no more; returns the answer's first line, nil if there is none.
  private func send(_ body: Data, announced: Int) throws -> String? {
    let descriptor = try WebAnswer.connected(to: recorder.port)
    defer { _ = close(descriptor) }
    let bytes = Array(recorder.head(["\(announced)"]).utf8) + body
    _ = Foundation.send(descriptor, bytes, bytes.count, Self.noSignal)
    shutdown(descriptor, Self.writeSide)
    var answer = [UInt8](repeating: 0, count: 4096)
    let count = recv(descriptor, &answer, answer.count, 0)
    guard count > 0 else { return nil }
    return String(decoding: answer.prefix(count), as: UTF8.self)
      .split(separator: "\r\n").first.map(String.init)
  }

  #if canImport(Darwin)
    private static let noSignal: Int32 = 0
    private static let writeSide = SHUT_WR
  #else
    private static let noSignal = Int32(MSG_NOSIGNAL)
    private static let writeSide = Int32(SHUT_WR)
  #endif
}
