import ScrollCore

/// The value of a figure, as JSON, CSV and a column of the store have it.
package enum FigureValue: Sendable, Equatable {
  /// A time that never came, or what nothing is known of.
  case null
  case integer(Int)
  case real(Double)
  case text(String)
}

extension FigureValue {
  /// An amount in bytes: whole, or where it does not fit into an `Int` the same as a real number.
  init(_ amount: ByteCount) {
    self = Int(exactly: amount.count).map { .integer($0) } ?? .real(Double(amount))
  }
}

extension FigureValue: CustomStringConvertible {
  package var description: String {
    switch self {
    case .null: "null"
    case .integer(let value): "\(value)"
    case .real(let value): "\(value)"
    case .text(let value): "'\(value)'"
    }
  }
}

extension FigureValue {
  /// A number, or nil for a text; what never came is infinite.
  package var number: Double? {
    switch self {
    case .null: .infinity
    case .integer(let value): Double(value)
    case .real(let value): value
    case .text: nil
    }
  }
}
