import Foundation
import Testing

/// The response of a server on this machine, as received.
struct WebAnswer {
  let status: Int
  /// The headers, with names in lower case.
  let headers: [String: String]
  let body: String

  /// The error if no server listens or none answers.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// Sends a request to a server.
  ///
  /// - Parameters:
  ///   - port: the port of 127.0.0.1.
  ///   - path: the path of the page.
  ///   - method: the method; GET by default.
  ///   - host: the Host header, omitted if `nil`; by default the address of the server.
  /// - Throws: an error if no server listens, or if the response is invalid.
  init(
    port: UInt16, _ path: String, method: String = "GET", host: String? = "127.0.0.1"
  ) throws {
    let lines = ["\(method) \(path) HTTP/1.1"] + (host.map { ["Host: \($0):\(port)"] } ?? [])
    try self.init(
      port: port, request: (lines + ["Connection: close", "", ""]).joined(separator: "\r\n"))
  }

  /// Sends a request verbatim.
  init(port: UInt16, request: String) throws {
    let text = try Self.exchange(port, request)
    guard let end = text.range(of: "\r\n\r\n") else {
      throw Failure(description: "expected an answer of HTTP, found '\(text)'")
    }
    let head = text[..<end.lowerBound].components(separatedBy: "\r\n")
    status = Int(head[0].split(separator: " ").dropFirst().first ?? "") ?? 0
    headers = head.dropFirst().reduce(into: [:]) { headers, line in
      let sides = line.split(separator: ":", maxSplits: 1).map(String.init)
      if sides.count == 2 {
        headers[sides[0].lowercased()] = sides[1].trimmingCharacters(in: .whitespaces)
      }
    }
    body = String(text[end.upperBound...])
  }

  /// Sends a request and reads until the server closes the connection.
  private static func exchange(_ port: UInt16, _ request: String) throws -> String {
    let descriptor = try connected(to: port)
    defer { _ = close(descriptor) }
    let bytes = Array(request.utf8)
    guard send(descriptor, bytes, bytes.count, 0) == bytes.count else {
      throw Failure(description: "the server no longer listens: errno \(errno)")
    }
    var answer: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = recv(descriptor, &buffer, buffer.count, 0)
      guard count >= 0 else { throw Failure(description: "the answer broke off: errno \(errno)") }
      guard count > 0 else { break }
      answer += buffer.prefix(count)
    }
    return String(decoding: answer, as: UTF8.self)
  }

  /// Returns a connection on which nothing was sent; the caller closes it.
  static func connected(to port: UInt16) throws -> Int32 {
    #if canImport(Darwin)
      let descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #else
      let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #endif
    try #require(descriptor >= 0)
    // With a timeout, a server that stops answering fails the test instead of blocking it.
    var patience = timeval(tv_sec: 90, tv_usec: 0)
    for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
      setsockopt(
        descriptor, SOL_SOCKET, option, &patience, socklen_t(MemoryLayout<timeval>.size))
    }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    let isConnected = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
    guard isConnected else {
      _ = close(descriptor)
      throw Failure(description: "no server listens at port \(port)")
    }
    return descriptor
  }
}
