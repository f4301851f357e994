import ScrollCore

/// A figure of a run: its name in all outputs, and the source of its value.
///
/// JSON, CSV, limits, the columns of the store, the headers of tables and the documentation are all
/// generated from the figures of `FigureCatalog`.
package struct Figure: Sendable {
  package enum Unit: Sendable {
    case count, bytes, milliseconds, seconds
    /// Hitch milliseconds per second of scrolling.
    case millisecondsPerSecond
    /// A share from 0 to 1, which tables show in percent.
    case ratio
    /// One of a fixed set of words.
    case word
  }

  /// The direction in which a value is better.
  package enum Better: Sendable {
    case less, more
    /// Neither direction is better: the figure only describes the run.
    case neither
  }

  /// The source of the value.
  package enum Source: Sendable {
    /// The report of a run.
    case report(@Sendable (RunReport) -> FigureValue)
    /// The regret: the comparison with the fewest possible misses, if the user requested it.
    case regret
  }

  /// The key in JSON and the name in limits: camel case with the unit at the end, `stallSeconds`.
  package let name: String
  package let unit: Unit
  package let better: Better
  /// The header of the figure's column in tables: `stall s`.
  package let header: String
  /// The number of decimals in tables.
  package let decimals: Int
  /// A clause that describes the figure.
  package let summary: String
  /// A Boolean value that indicates whether the store has a column for the figure.
  package let isStored: Bool
  package let source: Source

  /// The name of the column in the store and in CSV: `stall_s` for `stallSeconds`.
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

  /// Returns the value of the figure for a run; null if the figure has another source.
  package func value(of report: RunReport) -> FigureValue {
    if case .report(let value) = source { value(report) } else { .null }
  }

  /// The same figure without a column in the store.
  var unstored: Figure {
    Figure(
      name: name, unit: unit, better: better, header: header, decimals: decimals,
      summary: summary, isStored: false, source: source)
  }
}

/// The value of a figure in JSON, in CSV and in a column of the store.
package enum FigureValue: Sendable, Equatable {
  /// An unknown value, or the time of an event that never happened.
  case null
  case integer(Int)
  case real(Double)
  case text(String)
}

extension FigureValue {
  /// Creates an integer from an amount in bytes, or a real number if the amount does not fit into
  /// an `Int`.
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
  /// The value as a number; infinite for null, `nil` for a text.
  package var number: Double? {
    switch self {
    case .null: .infinity
    case .integer(let value): Double(value)
    case .real(let value): value
    case .text: nil
    }
  }
}
