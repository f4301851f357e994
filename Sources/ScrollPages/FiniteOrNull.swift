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
