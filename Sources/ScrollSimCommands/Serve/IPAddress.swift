import FlyingSocks
import Foundation

/// An address of the internet protocol, as numbers: never a name that somebody has to look up.
struct IPAddress: Sendable, Equatable {
  /// As the system writes it: `127.0.0.1`, `::1`.
  let text: String
  let isVersion6: Bool

  /// Nil unless the text is one address: `10.1.2.3`, `::1`.
  init?(_ text: String) {
    if let address = try? sockaddr_in.inet(ip4: text, port: 0) {
      self.init(address.makeStorage())
    } else if let address = try? sockaddr_in6.inet6(ip6: text, port: 0) {
      self.init(address.makeStorage())
    } else {
      return nil
    }
  }

  private init?(_ storage: sockaddr_storage) {
    switch try? Socket.makeAddress(from: storage) {
    case .ip4(let text, port: _): (self.text, isVersion6) = (text, false)
    case .ip6(let text, port: _): (self.text, isVersion6) = (text, true)
    case .unix, nil: return nil
    }
  }

  /// Whether only this machine reaches it.
  var isLoopback: Bool { isVersion6 ? text == "::1" : text.hasPrefix("127.") }

  /// Whether it stands for all addresses of this machine.
  var isAny: Bool { text == "0.0.0.0" || text == "::" }

  /// It and a port, for a socket.
  /// - Throws: `SocketError`, which the checks of `init` rule out.
  func socketAddress(port: UInt16) throws -> any SocketAddress {
    isVersion6
      ? try sockaddr_in6.inet6(ip6: text, port: port) : try sockaddr_in.inet(ip4: text, port: port)
  }
}
