package import ScrollPages
package import ScrollSimulation

/// A comparison of a run's figures with measured ones.
package struct MeasuredComparison: Sendable {
  /// A predicted and a measured figure, in its own unit.
  package struct Line: Sendable, Equatable {
    package let name: String
    package let unit: String
    package let predicted: Double, measured: Double
    let decimals: Int

    /// Creates a line for a figure of the catalog.
    package init(_ figure: Figure, predicted: Double, measured: Double) {
      self.init(
        figure.name, unit: MeasuredUnit.names(of: figure).first ?? "", predicted: predicted,
        measured: measured, decimals: figure.unit == .ratio ? 3 : max(figure.decimals, 1))
    }

    init(_ name: String, unit: String, predicted: Double, measured: Double, decimals: Int) {
      self.name = name
      self.unit = unit
      self.predicted = predicted
      self.measured = measured
      self.decimals = decimals
    }

    /// The predicted value divided by the measured one; `nil` if the measured value is 0.
    package var ratio: Double? {
      measured == 0 || !predicted.isFinite ? nil : predicted / measured
    }
  }

  package let lines: [Line]
  /// The sentences on facts that the lines do not show.
  package let sentences: [String]

  package init(_ lines: [Line], sentences: [String] = []) {
    self.lines = lines
    self.sentences = sentences
  }

  /// Returns the comparison as a table, rounded or unrounded.
  package func table(isRounded: Bool) -> Table {
    var table = Table([
      .left("figure"), .left("unit"), .right("predicted"), .right("measured"),
      .right("difference"), .right("ratio"),
    ])
    for line in lines {
      func cell(_ number: Double?, _ decimals: Int) -> String {
        guard let number else { return isRounded ? "-" : "" }
        return isRounded ? NumberText.fixed(number, decimals: decimals) : "\(number)"
      }
      let difference = line.predicted - line.measured
      table.append([
        line.name, line.unit, cell(line.predicted, line.decimals),
        cell(line.measured, line.decimals),
        (isRounded && difference > 0 ? "+" : "") + cell(difference, line.decimals),
        cell(line.ratio, 2),
      ])
    }
    return table
  }
}

/// The unit of a measured value.
package struct MeasuredUnit: Equatable {
  /// The size of the unit in the figure's own unit.
  let factor: Double

  /// Returns the names of the units that a figure may be measured in, the usual one first; empty
  /// for a figure whose values are words.
  package static func names(of figure: Figure) -> [String] { units(of: figure).map(\.name) }

  /// Creates the unit of a name; `nil` if the figure is not measured in it.
  package init?(_ name: String, of figure: Figure) {
    let name = Self.symbols[name] ?? name
    guard let unit = Self.units(of: figure).first(where: { $0.name == name }) else { return nil }
    factor = unit.factor
  }

  /// The unit symbols of MetricKit and Foundation, with the names of these units here.
  private static let symbols = [
    "ms per s": "ms/s", "sec": "s", "\u{B5}s": "us", "\u{3BC}s": "us", "byte": "B",
  ]

  /// Returns a value in the unit of the figure.
  package func value(_ value: Double) -> Double { value * factor }

  private static func units(of figure: Figure) -> [(name: String, factor: Double)] {
    switch figure.unit {
    case .count: [("count", 1), ("", 1)]
    case .bytes:
      [
        ("B", 1), ("bytes", 1), ("kB", 1e3), ("MB", 1e6), ("GB", 1e9), ("KiB", 1024),
        ("MiB", 1_048_576), ("GiB", 1_073_741_824),
      ]
    case .milliseconds: [("ms", 1), ("s", 1000), ("us", 1e-3), ("ns", 1e-6)]
    case .seconds: [("s", 1), ("ms", 1e-3), ("us", 1e-6), ("ns", 1e-9)]
    case .millisecondsPerSecond: [("ms/s", 1), ("%", 10)]
    case .ratio: [("ratio", 1), ("%", 0.01), ("", 1)]
    case .word: []
    }
  }
}
