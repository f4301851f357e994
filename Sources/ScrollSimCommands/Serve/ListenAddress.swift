/// Where a server listens.
struct ListenAddress: Sendable {
  let ip: IPAddress
  /// 0 for one that is free.
  let port: UInt16

  /// - Parameters:
  ///   - host: an address, or `localhost` for 127.0.0.1.
  ///   - port: 0 for one that is free.
  /// - Throws: `CommandError` with status 64 for anything else.
  init(host: String, port: Int) throws(CommandError) {
    guard let ip = IPAddress(host == "localhost" ? "127.0.0.1" : host) else {
      throw .usage(
        "--host '\(host)' is no address; expected one of this machine like 127.0.0.1 or ::1")
    }
    guard let port = UInt16(exactly: port) else {
      throw .usage("--port \(port) cannot be; expected from 0 to 65535, 0 for a free one")
    }
    self.ip = ip
    self.port = port
  }

  /// The address for a browser of this machine, once the port is known.
  func url(port: UInt16) -> String {
    let host = ip.isAny ? (ip.isVersion6 ? "::1" : "127.0.0.1") : ip.text
    return ip.isVersion6 ? "http://[\(host)]:\(port)/" : "http://\(host):\(port)/"
  }

  /// Tells whether a request that was sent to this host is for this server.
  ///
  /// A foreign page can make a browser ask this server under a name of its own that it
  /// points here (DNS rebinding), and read the answer. So only addresses are answered, and the one
  /// name that cannot be pointed elsewhere. The port is free: a tunnel may begin at another.
  /// - Parameter header: `Host` as it was received.
  /// - Returns: whether it may be answered.
  func answers(host header: String) -> Bool {
    guard let name = Self.host(of: header) else { return false }
    if name.lowercased() == "localhost" { return ip.isLoopback || ip.isAny }
    guard let asked = IPAddress(name) else { return false }
    return ip.isAny || asked == ip || (asked.isLoopback && ip.isLoopback)
  }

  /// `::1` of `[::1]:8080`, `localhost` of `localhost:8080`; nil if something else than a port
  /// follows.
  private static func host(of header: String) -> String? {
    let isBracketed = header.hasPrefix("[")
    let name = isBracketed ? header.dropFirst().prefix { $0 != "]" } : header.prefix { $0 != ":" }
    let rest = header[name.endIndex...].dropFirst(isBracketed ? 1 : 0)
    guard rest.isEmpty || (rest.first == ":" && UInt16(rest.dropFirst()) != nil) else { return nil }
    return String(name)
  }
}
