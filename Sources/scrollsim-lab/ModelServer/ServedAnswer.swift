import Foundation
import ScrollSimCommands
import ScrollTraces

/// What the server says to a line: a line of JSON with the fields that mean something.
struct ServedAnswer: Encodable, Equatable {
  /// The first line's: the version of the format, and that of this program.
  var format: Int?
  var scrollsim: String?
  /// The cache that was opened or closed.
  var opened: String?, closed: String?
  var hit: Bool?
  /// False where the value was refused.
  var stored: Bool?
  /// False where there was no such value.
  var removed: Bool?
  /// The keys that left by the cache's own decision, in order.
  var evicted: [String]?
  var count: Int?, cost: Int?, requests: Int?, hits: Int?
  /// What is in the cache, in order of first appearance.
  var keys: [String]?
  var end: Bool?
  /// What was wrong, and with which line.
  var error: String?
  var line: Int?

  enum CodingKeys: String, CodingKey {
    case format = "scrollsim-cache-log"
    case scrollsim, opened, closed, hit, stored, removed, evicted, count, cost, requests, hits
    case keys, end, error, line
  }

  /// The line, with its end.
  var bytes: [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Texts, whole numbers and truth values cannot fail to be encoded.
    return (try? encoder.encode(self)).map { Array($0) + [UInt8(ascii: "\n")] } ?? []
  }
}
