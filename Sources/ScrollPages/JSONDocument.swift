import Foundation

/// One JSON document as every command prints it: indented, keys sorted, slashes unescaped.
///
/// Sorted keys make the same value the same bytes. JSON has no infinity: figures that may be
/// infinite or missing are declared with `FiniteOrNull` and `OrNull`, which print `null`.
package enum JSONDocument {
  /// The document of a value, ending with a line break.
  /// - Throws: `EncodingError` for a number that is not finite outside of `FiniteOrNull`.
  package static func text(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self) + "\n"
  }
}
