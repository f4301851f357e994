import Foundation

/// The request of a browser.
struct WebRequest: Sendable, Equatable {
  /// No head that a browser sends here comes near this many bytes.
  static let headLimit = 16_384

  let method: String
  /// As it was sent, without the query.
  let path: String
  /// Nil if the request names none, or several.
  let host: String?
  /// What the browser calls itself; empty if it does not say.
  let agent: String
  /// How many bytes of body follow; nil if the request does not say, once and in digits.
  let announced: Int?
  /// Who asks, as an address; empty if the system does not know.
  var client = ""
  /// Empty unless the server's site admits a body.
  var body: [UInt8] = []

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
