import Dispatch
import Foundation
import ScrollPages
import Synchronization

/// A web server that serves any site, from one thread.
///
/// The server closes slow connections. If there are too many, it first closes the oldest one that
/// has sent no request. The time to read a request is proportional to its bytes. So neither idle
/// nor hostile clients delay other clients or the sweep for long.
final class WebServer: Sendable {
  /// The maximum number of connections: the lesser of 32 and a quarter of the files that the
  /// process may open, but at least 4.
  ///
  /// The sweep needs the other files.
  static let connectionLimit: Int = {
    let files = sysconf(Int32(_SC_OPEN_MAX))
    return files < 0 ? 32 : max(4, min(32, files / 4))
  }()

  /// The messages from other threads to the thread of the server.
  private struct Inbox {
    var answers: [(connection: Int, response: WebResponse)] = []
    /// The time at which the server closes the remaining connections; `nil` while it runs.
    var end: ContinuousClock.Instant?
  }

  let port: UInt16
  private let inbox = Mutex(Inbox())
  private let wake: (reading: Int32, writing: Int32)
  private let isOver = DispatchSemaphore(value: 0)

  /// Starts to listen and to answer requests.
  init(
    at address: IPAddress, port: UInt16, _ site: some WebSite
  ) throws(WebListener.Failure) {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw WebListener.Failure(code: errno) }
    for end in ends { WebListener.neverWait(end) }
    wake = (ends[0], ends[1])
    let listener = try WebListener(address, port: port)
    self.port = listener.port
    Thread.detachNewThread { self.serve(listener, site) }
  }

  /// Stops accepting connections, and waits for a limited time until all requests are answered.
  func stop(after patience: Duration) {
    inbox.withLock { $0.end = .now + patience }
    rouse()
    isOver.wait()
  }

  private func rouse() { _ = write(wake.writing, [UInt8(0)], 1) }

  private func serve(_ listener: WebListener, _ site: some WebSite) {
    var connections: [Int: WebConnection] = [:]
    var next = 0
    while true {
      let end = inbox.withLock { $0.end }
      if let end, connections.isEmpty || end <= .now { break }
      let ready = wait(end == nil ? listener.descriptor : nil, connections)
      for (place, response) in takeAnswers() { connections[place]?.answer(response) }
      for place in ready { advance(place, connections[place], site) }
      connections = connections.filter { $0.value.state != .over && $0.value.deadline > .now }
      guard end == nil else { continue }
      // Only a few are accepted at a time: pending requests are answered before new connections
      // take their place.
      for _ in 0..<Self.connectionLimit / 4 {
        guard let connection = accepted(listener, &connections) else { break }
        if connections.count >= Self.connectionLimit { Self.closeOldest(of: &connections) }
        connections[next] = connection
        next += 1
      }
    }
    _ = close(listener.descriptor)
    isOver.signal()
  }

  /// Returns the next connection; `nil` if there is none.
  private func accepted(
    _ listener: WebListener, _ connections: inout [Int: WebConnection]
  ) -> WebConnection? {
    do { return try listener.connection() } catch {
      // Too many files are open: the next turn can open one more.
      if [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(error.code) {
        Self.closeOldest(of: &connections)
        _ = usleep(10_000)
      }
      return nil
    }
  }

  /// Closes a connection: the oldest that has sent no request yet.
  ///
  /// If there is none, it closes the oldest that is sending a body, or else the oldest of all.
  private static func closeOldest(of connections: inout [Int: WebConnection]) {
    let idle = connections.filter { $0.value.state == .reading || $0.value.state == .ending }
    let strangers = idle.filter { !$0.value.isAdmitted }
    if let oldest = strangers.keys.min() ?? idle.keys.min() ?? connections.keys.min() {
      connections[oldest] = nil
    }
  }

  /// Waits until there is something to do.
  ///
  /// With open connections it waits only briefly, so that deadlines are checked.
  /// - Returns: the connections for which the system has events.
  private func wait(_ listener: Int32?, _ connections: [Int: WebConnection]) -> [Int] {
    let polled = connections.compactMap { place, connection in
      connection.events.map { (place, pollfd(fd: connection.descriptor, events: $0, revents: 0)) }
    }
    var entries = polled.map(\.1)
    entries.append(pollfd(fd: wake.reading, events: Int16(POLLIN), revents: 0))
    if let listener { entries.append(pollfd(fd: listener, events: Int16(POLLIN), revents: 0)) }
    guard poll(&entries, nfds_t(entries.count), connections.isEmpty ? -1 : 100) > 0 else {
      return []
    }
    return zip(polled, entries).filter { $0.1.revents != 0 }.map(\.0.0)
  }

  private func takeAnswers() -> [(connection: Int, response: WebResponse)] {
    var bytes = [UInt8](repeating: 0, count: 64)
    while read(wake.reading, &bytes, bytes.count) == bytes.count {}
    return inbox.withLock { inbox in
      defer { inbox.answers = [] }
      return inbox.answers
    }
  }

  private func advance(_ place: Int, _ connection: WebConnection?, _ site: some WebSite) {
    guard let connection else { return }
    switch connection.state {
    case .waiting, .over: return
    case .writing: connection.write()
    case .ending: connection.drain()
    case .reading: proceed(connection.read(), of: connection, place, site)
    }
  }

  /// Handles the result of reading bytes from a connection.
  private func proceed(
    _ reading: WebConnection.Reading, of connection: WebConnection, _ place: Int,
    _ site: some WebSite
  ) {
    switch reading {
    case .incomplete: return
    case .malformed:
      connection.answer(.refusal(.badRequest, "This is not an HTTP/1 request."))
    case .tooLarge:
      connection.answer(
        .refusal(
          .headTooLarge,
          "The head of the request has more than \(WebRequest.headLimit) bytes."))
    case .head(let request):
      if let refusal = site.refusal(of: request) {
        connection.answer(refusal.whole(unless: request.method == "HEAD"))
      } else if request.method == "POST" {
        guard request.announced != nil else {
          return connection.answer(
            .refusal(
              .lengthRequired,
              "The request does not state its length; expected Content-Length, once, in digits."))
        }
        proceed(connection.readBody(of: request), of: connection, place, site)
      } else {
        proceed(.complete(request), of: connection, place, site)
      }
    case .complete(let request):
      site.answer(request) { response in
        let response = response.whole(unless: request.method == "HEAD")
        self.inbox.withLock { $0.answers.append((place, response)) }
        self.rouse()
      }
    }
  }
}

extension WebServer {
  /// Starts to listen and to answer requests.
  /// - Parameters:
  ///   - address: The address.
  ///   - site: The site to serve.
  ///   - advice: The advice in the error message if the port is in use.
  /// - Throws: `CommandError` with status 69 if the address is in use or does not belong to this
  ///   machine.
  convenience init(
    at address: ListenAddress, _ site: some WebSite, orElse advice: String
  ) throws(CommandError) {
    do {
      try self.init(at: address.ip, port: address.port, site)
    } catch {
      let (port, host) = (address.port, address.ip.text)
      throw switch error.code {
      case EADDRINUSE:
        CommandError(
          .unavailable, "port \(port) of \(host) is taken; expected a free one, or \(advice)")
      case EADDRNOTAVAIL:
        CommandError(
          .unavailable, "\(host) is not an address of this machine; expected one, or no --host")
      default:
        CommandError(
          .unavailable, "port \(port) of \(host) cannot be opened: \(Output.reason(error.code))")
      }
    }
  }
}

/// A listening socket.
struct WebListener: Sendable {
  let descriptor: Int32
  let port: UInt16

  /// The system's error number.
  struct Failure: Error {
    let code: Int32
  }

  /// Creates a socket and listens.
  /// - Parameters:
  ///   - address: An address of this machine.
  ///   - port: The port; 0 means any free port.
  /// - Throws: `Failure` if the address is in use or does not belong to this machine.
  init(_ address: IPAddress, port: UInt16) throws(Failure) {
    let descriptor = socket(address.isVersion6 ? AF_INET6 : AF_INET, Self.stream, 0)
    guard descriptor >= 0 else { throw Failure(code: errno) }
    var yes: Int32 = 1
    let size = socklen_t(MemoryLayout<Int32>.size)
    _ = setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, size)
    let isBound = address.withSocketAddress(port: port) { bind(descriptor, $0, $1) == 0 }
    guard isBound, listen(descriptor, 64) == 0, let port = Self.port(of: descriptor) else {
      let code = errno
      _ = close(descriptor)
      throw Failure(code: code)
    }
    Self.neverWait(descriptor)
    self.descriptor = descriptor
    self.port = port
  }

  /// Accepts the next connection.
  /// - Throws: `Failure` if there is none, or the system lacks resources for it.
  func connection() throws(Failure) -> WebConnection {
    var peer = sockaddr_in6()
    var size = socklen_t(MemoryLayout<sockaddr_in6>.size)
    let accepted = withUnsafeMutablePointer(to: &peer) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { accept(descriptor, $0, &size) }
    }
    guard accepted >= 0 else { throw Failure(code: errno) }
    Self.neverWait(accepted)
    #if canImport(Darwin)
      var yes: Int32 = 1
      _ = setsockopt(
        accepted, SOL_SOCKET, SO_NOSIGPIPE, &yes, socklen_t(MemoryLayout<Int32>.size))
    #endif
    let client = withUnsafePointer(to: &peer) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { IPAddress($0, size) }
    }
    return WebConnection(accepted, from: client?.text ?? "")
  }

  /// Makes operations on a descriptor fail instead of waiting, and keeps programs that are started
  /// from inheriting it.
  static func neverWait(_ descriptor: Int32) {
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
  }

  private static func port(of descriptor: Int32) -> UInt16? {
    // The port is at the same place in both versions of the address.
    var address = sockaddr_in6()
    var size = socklen_t(MemoryLayout<sockaddr_in6>.size)
    let isKnown = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        getsockname(descriptor, $0, &size) == 0
      }
    }
    return isKnown ? UInt16(bigEndian: address.sin6_port) : nil
  }

  #if canImport(Darwin)
    private static let stream = SOCK_STREAM
  #else
    private static let stream = Int32(SOCK_STREAM.rawValue)
  #endif
}

/// The content of a server, and the rules for access to it.
protocol WebSite: Sendable {
  /// Decides by the head of a request whether it is refused, before its body is read.
  ///
  /// The body of a POST request is read unless the request is refused. So the site must also check
  /// the announced length here.
  /// - Returns: the answer that refuses the request; `nil` to continue.
  func refusal(of request: WebRequest) -> WebResponse?

  /// Answers a request that was not refused. It must call `reply` exactly once, at any time and on
  /// any thread.
  func answer(_ request: WebRequest, _ reply: @escaping @Sendable (WebResponse) -> Void)
}

extension ListenAddress {
  /// Refuses a request that names no host, or a host that is not this server.
  func refusal(of request: WebRequest) -> WebResponse? {
    guard let host = request.host else {
      return .refusal(
        .badRequest, "The request names no host; expected the address of this page.")
    }
    guard answers(host: host) else {
      return .refusal(
        .misdirected,
        "'\(host.visible)' is not served here; expected the address that scrollsim printed.")
    }
    return nil
  }
}
