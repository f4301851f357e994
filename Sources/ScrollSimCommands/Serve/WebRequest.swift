import Foundation

/// The request of a browser, by its head; a body is never read.
struct WebRequest: Sendable, Equatable {
  /// No head that a browser sends here comes near this many bytes.
  static let headLimit = 16_384

  let method: String
  /// As it was sent, without the query.
  let path: String
  /// Nil if the request names none, or several.
  let host: String?

  /// Reads a head, with the empty line or without; nil for a text that is no request of HTTP/1.
  /// - Complexity: O(*n*) in its bytes.
  init?(head: [UInt8]) {
    var lines = String(decoding: head, as: UTF8.self).split(separator: "\r\n")[...]
    let words = lines.popFirst()?.split(separator: " ", omittingEmptySubsequences: false) ?? []
    guard words.count == 3, words[2].hasPrefix("HTTP/1."), words[1].hasPrefix("/"),
      !words[0].isEmpty
    else { return nil }
    method = String(words[0])
    path = String(words[1].prefix { $0 != "?" })
    let hosts = lines.compactMap { line -> String? in
      let sides = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      guard sides.count == 2, sides[0].lowercased() == "host" else { return nil }
      return String(sides[1]).trimmingCharacters(in: .whitespaces)
    }
    host = hosts.count == 1 ? hosts[0] : nil
  }
}
