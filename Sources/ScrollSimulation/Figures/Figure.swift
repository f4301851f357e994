import ScrollCore

/// A figure of a run: its name wherever it is written, and where it comes from.
///
/// JSON, CSV, limits, the columns of the store, the headers of tables and the documentation are
/// all made from the figures of `FigureCatalog`.
package struct Figure: Sendable {
  package enum Unit: Sendable {
    case count, bytes, milliseconds, seconds
    /// Hitch milliseconds per second of scrolling.
    case millisecondsPerSecond
    /// From 0 to 1; tables show percent.
    case ratio
    /// One of a few words.
    case word
  }

  /// What is better of two values.
  package enum Better: Sendable {
    case less, more
    /// Neither: it describes the run.
    case neither
  }

  /// Where the value comes from.
  package enum Source: Sendable {
    /// The report of a run.
    case report(@Sendable (RunReport) -> FigureValue)
    /// The comparison with the fewest misses, where it was asked for.
    case regret
  }

  /// The key in JSON and the name in limits, in camel case, its unit at the end: `stallSeconds`.
  package let name: String
  package let unit: Unit
  package let better: Better
  /// The header of its column in tables: `stall s`.
  package let header: String
  /// Of its cells in tables.
  package let decimals: Int
  /// A clause.
  package let summary: String
  /// Whether a store has it.
  package let isStored: Bool
  package let source: Source

  /// The column of the store, which CSV has as well: `stall_s` for `stallSeconds`.
  package var column: String {
    var column: [UInt8] = []
    for byte in name.utf8 {
      let isUpper = UInt8(ascii: "A") <= byte && byte <= UInt8(ascii: "Z")
      if isUpper { column.append(UInt8(ascii: "_")) }
      column.append(isUpper ? byte + 32 : byte)
    }
    let text = String(decoding: column, as: UTF8.self)
    if text.hasSuffix("_seconds") { return text.dropLast(8) + "_s" }
    return text.hasSuffix("_milliseconds") ? text.dropLast(13) + "_ms" : text
  }

  /// The figure of a run; null where it comes from elsewhere.
  package func value(of report: RunReport) -> FigureValue {
    if case .report(let value) = source { value(report) } else { .null }
  }

  /// The same figure of runs alone, which no store has.
  package var unstored: Figure {
    Figure(
      name: name, unit: unit, better: better, header: header, decimals: decimals,
      summary: summary, isStored: false, source: source)
  }
}

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
