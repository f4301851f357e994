package import ScrollSimulation

/// A value of a column of the store.
package typealias StoredValue = FigureValue

extension StoredValue {
  /// Creates a text, or null.
  package init(_ text: String?) { self = text.map(StoredValue.text) ?? .null }

  /// Creates a whole number, or null.
  package init(_ integer: Int?) { self = integer.map(StoredValue.integer) ?? .null }

  /// Creates a number, or null.
  package init(_ real: Double?) { self = real.map(StoredValue.real) ?? .null }
}

extension FigureValue: Encodable {
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .integer(let value): try container.encode(value)
    case .real(let value): try container.encode(value)
    case .text(let value): try container.encode(value)
    }
  }
}
