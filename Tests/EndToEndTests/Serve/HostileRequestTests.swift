import Foundation
import Testing

/// Browsers, and what is none, that send too much or nothing.
@Suite struct HostileRequestTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try .withTraces()
    try folder.write(
      "axes: {trace: Traces/photo-grid.scroll, device: iphone-8, budget: 32MiB}", to: "one.yml")
  }

  private func served(files: Int? = nil) throws -> ServedSweep {
    try ServedSweep(
      ["sweep", "one.yml", "--store", "s.sqlite", "--stay"], in: folder.url, files: files)
  }

  /// Asks for the progress, and how long the answer took.
  private func expectAnswer(_ served: ServedSweep, within seconds: Double = 2) throws {
    let start = ContinuousClock.now
    #expect(try served.answer("/progress").status == 200)
    #expect(ContinuousClock.now - start < .seconds(seconds))
  }

  @Test(
    arguments: [
      ("GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: \(String(repeating: "a", count: 20_000))", 431),
      ("GET /\(String(repeating: "a", count: 20_000))", 431),
      (String(repeating: "GET / HTTP/1.1\r\nX: y\r\n", count: 2000), 431),
      ("hello\r\n\r\n", 400), ("GET / HTTP/3\r\nHost: 127.0.0.1\r\n\r\n", 400),
      ("GET / HTTP/1.1\r\nHost: evil\r\nHost: 127.0.0.1\r\n\r\n", 400),
      ("GET / HTTP/1.1\r\nHost: 127.0.0.1:80@evil\r\n\r\n", 421),
      ("GET http://127.0.0.1/ HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", 400),
      ("\u{0}\u{0}\r\n\r\n", 400),
    ])
  func `an invalid request is refused, and others still get answers`(
    request: String, status: Int
  ) throws {
    let served = try served()
    defer { served.running.send(SIGKILL) }
    #expect(try WebAnswer(port: served.port, request: request).status == status)
    try expectAnswer(served)
  }

  @Test func `an endless head is cut off`() throws {
    let served = try served()
    defer { served.running.send(SIGKILL) }
    let descriptor = try WebAnswer.connected(to: served.port)
    defer { _ = close(descriptor) }
    // In small pieces with pauses, so that what the kernel has buffered does not count.
    let piece = [UInt8](repeating: UInt8(ascii: "a"), count: 1000)
    var sent = 0
    while sent < 500_000, send(descriptor, piece, piece.count, Self.noSignal) > 0 {
      sent += piece.count
      usleep(5000)
    }
    #expect(sent < 500_000, "everything was taken")
    try expectAnswer(served)
  }

  @Test func `a silent client delays no other client and is disconnected`() throws {
    let served = try served()
    defer { served.running.send(SIGKILL) }
    let idle = try (0..<200).map { _ in try WebAnswer.connected(to: served.port) }
    defer { for descriptor in idle { _ = close(descriptor) } }
    try expectAnswer(served)
    let isClosed = served.running.wait {
      var byte: UInt8 = 0
      return idle.allSatisfy { recv($0, &byte, 1, Int32(MSG_DONTWAIT)) == 0 }
    }
    #expect(isClosed)
  }

  @Test func `the server survives a lack of file descriptors`() throws {
    let served = try served(files: 32)
    defer { served.running.send(SIGKILL) }
    let idle = try (0..<100).map { _ in try WebAnswer.connected(to: served.port) }
    for descriptor in idle { _ = close(descriptor) }
    try expectAnswer(served)
    #expect(try served.progressAtEnd().number("done") == 1)
  }

  #if canImport(Darwin)
    private static let noSignal: Int32 = 0
  #else
    private static let noSignal = Int32(MSG_NOSIGNAL)
  #endif
}
