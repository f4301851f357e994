import Foundation

/// A JSON document in the format of all commands: indented, with sorted keys and unescaped slashes.
///
/// Because of the sorted keys, equal values give equal bytes. Invisible characters that control a
/// terminal are escaped, so the text is exact and harmless. JSON cannot represent infinity, so
/// properties that may be infinite or missing have the wrappers `FiniteOrNull` and `OrNull`, which
/// print `null`.
package enum JSONDocument {
  /// Returns the document of a value, ending with a line break.
  /// - Throws: `EncodingError` for a number that is not finite, unless its property has the wrapper
  ///   `FiniteOrNull`.
  package static func text(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return escaped(String(decoding: try encoder.encode(value), as: UTF8.self)) + "\n"
  }

  /// Outside of strings the only hidden characters are line breaks.
  private static func escaped(_ document: String) -> String {
    let isHidden = { (scalar: Unicode.Scalar) in scalar.isHidden && scalar != "\n" }
    guard document.unicodeScalars.contains(where: isHidden) else { return document }
    var escaped = ""
    for scalar in document.unicodeScalars {
      if isHidden(scalar) {
        let digits = String(scalar.value, radix: 16)
        escaped += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      } else {
        escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}

/// A figure that is `null` in JSON if it is infinite, not a number, or missing.
///
/// The key of a wrapped property stays in the document, unlike the key of a plain optional that is
/// `nil`:
///
///     struct Row: Encodable { @FiniteOrNull var p99: Double? }
@propertyWrapper
package struct FiniteOrNull: Encodable, Hashable, Sendable {
  package var wrappedValue: Double?

  package init(wrappedValue: Double?) { self.wrappedValue = wrappedValue }
  package init(_ value: Double?) { wrappedValue = value }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    if let wrappedValue, wrappedValue.isFinite {
      try container.encode(wrappedValue)
    } else {
      try container.encodeNil()
    }
  }
}

/// An optional whose key stays in a JSON document, with the value `null`, if the optional is `nil`.
@propertyWrapper
package struct OrNull<Value: Encodable>: Encodable {
  package var wrappedValue: Value?

  package init(wrappedValue: Value?) { self.wrappedValue = wrappedValue }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    if let wrappedValue {
      try container.encode(wrappedValue)
    } else {
      try container.encodeNil()
    }
  }
}

extension OrNull: Equatable where Value: Equatable {}
extension OrNull: Sendable where Value: Sendable {}
