import Foundation

/// A socket that listens.
struct WebListener: Sendable {
  let descriptor: Int32
  let port: UInt16

  /// The system's error number.
  struct Failure: Error {
    let code: Int32
  }

  /// - Parameters:
  ///   - address: of this machine.
  ///   - port: 0 for one that is free.
  /// - Throws: `Failure` if the address is taken or none of this machine's.
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

  /// The next connection.
  /// - Throws: `Failure` if there is none, or the system has no room for it.
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

  /// Has a descriptor fail where it would have to wait, and keeps it from other programs.
  static func neverWait(_ descriptor: Int32) {
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
  }

  private static func port(of descriptor: Int32) -> UInt16? {
    // The port is in the same place whatever the version of the address.
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
