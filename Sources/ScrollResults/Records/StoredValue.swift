/// A value as a column of the store holds it.
package enum StoredValue: Sendable, Equatable {
  case null
  case integer(Int)
  case real(Double)
  case text(String)

  /// A text, or null.
  init(_ text: String?) { self = text.map(StoredValue.text) ?? .null }

  /// A whole number, or null.
  init(_ integer: Int?) { self = integer.map(StoredValue.integer) ?? .null }

  /// A number, or null.
  init(_ real: Double?) { self = real.map(StoredValue.real) ?? .null }
}

extension StoredValue: CustomStringConvertible {
  package var description: String {
    switch self {
    case .null: "null"
    case .integer(let value): "\(value)"
    case .real(let value): "\(value)"
    case .text(let value): "'\(value)'"
    }
  }
}
