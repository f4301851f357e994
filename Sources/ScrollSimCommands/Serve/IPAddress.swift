import Foundation

/// A numeric address of the internet protocol, not a name that requires a lookup.
struct IPAddress: Sendable, Equatable {
  /// The address in the system's format: `127.0.0.1`, `::1`.
  let text: String
  let isVersion6: Bool

  /// Creates an address from a text such as `10.1.2.3` or `::1`; `nil` for any other text.
  init?(_ text: String) {
    for family in [AF_INET, AF_INET6] {
      var address = in6_addr()
      var written = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
      guard inet_pton(family, text, &address) == 1,
        inet_ntop(family, &address, &written, socklen_t(written.count)) != nil
      else { continue }
      self.text = written.withUnsafeBufferPointer { written in
        written.baseAddress.map { String(cString: $0) } ?? text
      }
      isVersion6 = family == AF_INET6
      return
    }
    return nil
  }

  /// Creates the address of a socket; `nil` for a socket of another protocol.
  init?(_ address: UnsafePointer<sockaddr>, _ size: socklen_t) {
    var written = [CChar](repeating: 0, count: 128)
    guard
      getnameinfo(
        address, size, &written, socklen_t(written.count), nil, 0, NI_NUMERICHOST) == 0
    else { return nil }
    let text = written.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } }
    // A link-local address is followed by the name of its network.
    self.init(String((text ?? "").prefix { $0 != "%" }))
  }

  /// The IPv4 addresses at which other machines can reach this machine.
  static var ofThisMachine: [IPAddress] {
    var first: UnsafeMutablePointer<ifaddrs>?
    guard getifaddrs(&first) == 0 else { return [] }
    defer { freeifaddrs(first) }
    return sequence(first: first) { $0?.pointee.ifa_next }.compactMap { entry in
      guard let address = entry?.pointee.ifa_addr, address.pointee.sa_family == AF_INET else {
        return nil
      }
      return IPAddress(address, socklen_t(MemoryLayout<sockaddr_in>.size))
    }.filter { !$0.isLoopback }
  }

  /// A Boolean value that indicates whether only this machine itself can reach the address.
  var isLoopback: Bool { text == "::1" || version4?.hasPrefix("127.") ?? false }

  /// A Boolean value that indicates whether the address represents all addresses of this machine.
  var isAny: Bool { text == "::" || version4 == "0.0.0.0" }

  /// The IPv4 address that this address is or contains, as `::ffff:127.0.0.1` contains `127.0.0.1`;
  /// `nil` for other addresses.
  private var version4: Substring? {
    guard isVersion6 else { return text[...] }
    let prefix = "::ffff:"
    return text.hasPrefix(prefix) && text.contains(".") ? text.dropFirst(prefix.count) : nil
  }

  /// Calls a closure with the address and a port, in the format of sockets.
  func withSocketAddress<Result>(
    port: UInt16, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
  ) -> Result {
    if isVersion6 {
      var address = sockaddr_in6()
      address.sin6_family = sa_family_t(AF_INET6)
      address.sin6_port = port.bigEndian
      inet_pton(AF_INET6, text, &address.sin6_addr)
      return Self.bytes(of: &address, body)
    }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    inet_pton(AF_INET, text, &address.sin_addr)
    return Self.bytes(of: &address, body)
  }

  private static func bytes<Address, Result>(
    of address: inout Address, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
  ) -> Result {
    withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(MemoryLayout<Address>.size))
      }
    }
  }
}
