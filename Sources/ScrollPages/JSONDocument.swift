import Foundation

/// One JSON document as every command prints it: indented, keys sorted, slashes unescaped.
///
/// Sorted keys make the same value the same bytes. What is not seen in a text but steers a terminal
/// is escaped, so that the text is exact and harmless. JSON has no infinity: figures that may be
/// infinite or missing are declared with `FiniteOrNull` and `OrNull`, which print `null`.
package enum JSONDocument {
  /// The document of a value, ending with a line break.
  /// - Throws: `EncodingError` for a number that is not finite outside of `FiniteOrNull`.
  package static func text(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return escaped(String(decoding: try encoder.encode(value), as: UTF8.self)) + "\n"
  }

  /// Outside of texts there is nothing hidden but line breaks.
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

/// A figure that is `null` in JSON where it is infinite, no number, or missing.
///
/// As a property wrapper the key stays in the document, which a plain optional's does not:
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
