import Foundation
import Testing

/// A document as scripts read it.
enum JSONText {
  static func object(_ data: Data) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
  }

  static func array(_ data: Data) throws -> [[String: Any]] {
    try #require(try JSONSerialization.jsonObject(with: data) as? [[String: Any]])
  }

  /// Every key of every object in a document.
  static func keys(of value: Any) -> Set<String> {
    switch value {
    case let object as [String: Any]:
      object.values.reduce(into: Set(object.keys)) { $0.formUnion(keys(of: $1)) }
    case let array as [Any]: array.reduce(into: []) { $0.formUnion(keys(of: $1)) }
    default: []
    }
  }
}

extension [String: Any] {
  /// The number behind keys, one inside the other.
  func number(_ path: String...) -> Double? {
    var value: Any? = self
    for key in path { value = (value as? [String: Any])?[key] }
    return value as? Double ?? (value as? NSNumber)?.doubleValue
  }

  func object(_ key: String) -> [String: Any] { self[key] as? [String: Any] ?? [:] }
}
