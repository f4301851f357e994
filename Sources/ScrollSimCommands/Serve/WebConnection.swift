import Foundation

/// A connection with a browser for a single request, optionally with a body, and its answer.
///
/// Only the thread of the server may use it. Every step processes the bytes that are available at
/// the moment, and never waits.
final class WebConnection {
  enum State {
    /// The request is not complete.
    case reading
    /// The answer is being made.
    case waiting
    case writing
    /// The whole answer was sent.
    ///
    /// Further bytes from the browser are read and discarded. Otherwise the system would reset the
    /// connection, and the browser could lose the answer.
    case ending
    case over
  }

  /// The result of reading.
  enum Reading {
    case incomplete, malformed, tooLarge
    /// The head of a request. The body is read only if the site admits it.
    case head(WebRequest)
    case complete(WebRequest)
  }

  /// The maximum time without progress, and the maximum time for a whole body.
  static let patience = Duration.seconds(5), longest = Duration.seconds(60)

  let descriptor: Int32
  private(set) var state = State.reading
  /// The time at which the connection is closed unless it makes progress.
  private(set) var deadline: ContinuousClock.Instant
  private let client: String
  /// The request whose body is being read.
  private var request: WebRequest?
  /// A Boolean value that indicates whether the site has accepted a request with a body.
  var isAdmitted: Bool { request != nil }
  /// The time at which an incomplete body is abandoned.
  private var end = ContinuousClock.now
  /// The received bytes of the head or the body, later the bytes to send.
  private var bytes: [UInt8] = []
  private var sent = 0
  /// The number of bytes that were discarded after the answer.
  private var drained = 0

  /// Creates a connection.
  /// - Parameters:
  ///   - descriptor: The descriptor of a non-blocking socket; the connection closes it.
  ///   - client: The address of the other side.
  init(_ descriptor: Int32, from client: String) {
    self.descriptor = descriptor
    self.client = client
    deadline = .now + Self.patience
  }

  deinit { _ = close(descriptor) }

  /// The system events that the connection waits for, in the format of `poll`; `nil` if it waits
  /// for none.
  var events: Int16? {
    switch state {
    case .reading, .ending: Int16(POLLIN)
    case .writing: Int16(POLLOUT)
    case .waiting, .over: nil
    }
  }

  /// Reads the available bytes of the request.
  /// - Complexity: O(*n*) in the received bytes.
  func read() -> Reading {
    guard let count = receive(), count > 0 else { return .incomplete }
    if let request { return readOn(request) }
    // The empty line may have begun in the earlier bytes.
    let start = max(0, bytes.count - count - 3)
    if let end = bytes[start...].firstRange(of: Array("\r\n\r\n".utf8)) {
      var request = WebRequest(head: Array(bytes[..<end.lowerBound]))
      request?.client = client
      bytes.removeFirst(end.upperBound)
      awaitAnswer()
      return request.map(Reading.head) ?? .malformed
    }
    return bytes.count > WebRequest.headLimit ? .tooLarge : .incomplete
  }

  /// Starts to read the body of a request with the available bytes.
  func readBody(of request: WebRequest) -> Reading {
    self.request = request
    state = .reading
    end = .now + Self.longest
    return readOn(request)
  }

  private func readOn(_ request: WebRequest) -> Reading {
    deadline = min(end, .now + Self.patience)
    guard let length = request.announced, bytes.count >= length else { return .incomplete }
    var request = request
    request.body = Array(bytes.prefix(length))
    bytes = []
    awaitAnswer()
    return .complete(request)
  }

  private func awaitAnswer() {
    state = .waiting
    deadline = .now + .seconds(60)
  }

  /// Begins to send an answer.
  func answer(_ response: WebResponse) {
    bytes = response.bytes
    state = .writing
    deadline = .now + .seconds(15)
    write()
  }

  /// Sends as many bytes as the system takes.
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

  /// Reads and discards further bytes, up to a number that no browser sends.
  func drain() {
    drained += receive() ?? 0
    bytes = []
    if drained > 262_144 { state = .over }
  }

  /// Appends the received bytes.
  /// - Returns: the number of bytes; `nil` if none are available yet.
  private func receive() -> Int? {
    let (count, code) = withUnsafeTemporaryAllocation(byteCount: 16_384, alignment: 1) { buffer in
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

/// The request of a browser.
struct WebRequest: Sendable, Equatable {
  /// The maximum size of a head in bytes, far above the size of any browser's head.
  static let headLimit = 16_384

  let method: String
  /// The path as it was sent, without the query.
  let path: String
  /// The host; `nil` if the request names no host, or several.
  let host: String?
  /// The browser's name; empty if it does not send one.
  let agent: String
  /// The announced length of the body in bytes; `nil` unless the request states it exactly once, in
  /// digits.
  let announced: Int?
  /// The address of the client; empty if it is not known.
  var client = ""
  /// The body; empty unless the site admits a body.
  var body: [UInt8] = []

  /// Parses a head, with or without the empty line at its end; `nil` for a text that is not a
  /// request of HTTP/1.
  /// - Complexity: O(*n*) in the bytes of the head.
  init?(head: [UInt8]) {
    var lines = String(decoding: head, as: UTF8.self).split(separator: "\r\n")[...]
    let words = lines.popFirst()?.split(separator: " ", omittingEmptySubsequences: false) ?? []
    guard words.count == 3, words[2].hasPrefix("HTTP/1."), words[1].hasPrefix("/"),
      !words[0].isEmpty
    else { return nil }
    method = String(words[0])
    path = String(words[1].prefix { $0 != "?" })
    let fields = Dictionary(grouping: lines.compactMap(Self.field), by: \.name)
      .mapValues { $0.map(\.value) }
    func only(_ name: String) -> String? { fields[name]?.count == 1 ? fields[name]?[0] : nil }
    host = only("host")
    agent = only("user-agent") ?? ""
    let length = only("content-length").flatMap { $0.allSatisfy(\.isNumber) ? Int($0) : nil }
    announced = fields["transfer-encoding"] == nil ? length : nil
  }

  private static func field(_ line: Substring) -> (name: String, value: String)? {
    let sides = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard sides.count == 2 else { return nil }
    return (sides[0].lowercased(), String(sides[1]).trimmingCharacters(in: .whitespaces))
  }
}
