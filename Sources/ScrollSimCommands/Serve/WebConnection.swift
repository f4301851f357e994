import Foundation

/// One exchange with a browser: a request, an answer, the end.
///
/// Belongs to the thread of its server; every step takes what the system has at the moment, and
/// never waits.
final class WebConnection {
  enum State {
    /// The head of the request is not complete.
    case reading
    /// The answer is being made.
    case waiting
    case writing
    /// All was sent; what still comes is thrown away, or the system would take the answer back.
    case ending
    case over
  }

  /// The result of reading.
  enum Reading {
    case incomplete, complete(WebRequest), malformed, tooLarge
  }

  let descriptor: Int32
  private(set) var state = State.reading
  /// When it is closed unless it has come further.
  private(set) var deadline: ContinuousClock.Instant
  /// The bytes of the head so far, then those to send.
  private var bytes: [UInt8] = []
  private var sent = 0
  /// How many bytes were thrown away.
  private var drained = 0

  init(_ descriptor: Int32) {
    self.descriptor = descriptor
    deadline = .now + .seconds(5)
  }

  deinit { _ = close(descriptor) }

  /// The events that it waits for, as `poll` has them; nil if for none of the system.
  var events: Int16? {
    switch state {
    case .reading, .ending: Int16(POLLIN)
    case .writing: Int16(POLLOUT)
    case .waiting, .over: nil
    }
  }

  /// Takes the bytes of the head that are there.
  /// - Complexity: O(*n*) in the bytes that came.
  func read() -> Reading {
    guard let count = receive(), count > 0 else { return .incomplete }
    // The empty line may have begun in what was there before.
    let start = max(0, bytes.count - count - 3)
    if let end = bytes[start...].firstRange(of: Array("\r\n\r\n".utf8)) {
      let request = WebRequest(head: Array(bytes[..<end.lowerBound]))
      bytes = []
      state = .waiting
      deadline = .now + .seconds(60)
      return request.map(Reading.complete) ?? .malformed
    }
    return bytes.count > WebRequest.headLimit ? .tooLarge : .incomplete
  }

  /// Begins to send an answer.
  func answer(_ response: WebResponse) {
    bytes = response.bytes
    state = .writing
    deadline = .now + .seconds(15)
    write()
  }

  /// Sends as much as the system takes.
  func write() {
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes {
        send(descriptor, $0.baseAddress, $0.count, Self.noSignal)
      }
      guard count > 0 else {
        if count < 0, [EAGAIN, EWOULDBLOCK, EINTR].contains(errno) { return }
        return state = .over
      }
      sent += count
    }
    bytes = []
    shutdown(descriptor, Self.writeSide)
    state = .ending
    deadline = .now + .seconds(1)
  }

  /// Discards further bytes, up to a size that no browser reaches.
  func drain() {
    drained += receive() ?? 0
    bytes = []
    if drained > 262_144 { state = .over }
  }

  /// Appends the received bytes.
  /// - Returns: how many bytes, nil if nothing is there yet.
  private func receive() -> Int? {
    let (count, code) = withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 1) { buffer in
      let count = recv(descriptor, buffer.baseAddress, buffer.count, 0)
      let code = errno
      if count > 0 { bytes.append(contentsOf: buffer[..<count]) }
      return (count, code)
    }
    if count < 0, [EAGAIN, EWOULDBLOCK, EINTR].contains(code) { return nil }
    if count <= 0 { state = .over }
    return count
  }

  #if canImport(Darwin)
    private static let noSignal: Int32 = 0
    private static let writeSide = SHUT_WR
  #else
    private static let noSignal = Int32(MSG_NOSIGNAL)
    private static let writeSide = Int32(SHUT_WR)
  #endif
}
