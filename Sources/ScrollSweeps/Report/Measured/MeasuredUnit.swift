package import ScrollSimulation

/// The unit of a measured value.
package struct MeasuredUnit: Equatable {
  /// How many of the figure's own unit one of it is.
  let factor: Double

  /// What a figure may be measured in, the usual one first; none for a word.
  package static func names(of figure: Figure) -> [String] { units(of: figure).map(\.name) }

  /// The unit of a name, for what is measured; nil for one that does not fit.
  package init?(_ name: String, of figure: Figure) {
    guard let unit = Self.units(of: figure).first(where: { $0.name == name }) else { return nil }
    factor = unit.factor
  }

  /// A value in the unit of the figure.
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
    case .millisecondsPerSecond: [("ms/s", 1)]
    case .ratio: [("ratio", 1), ("%", 0.01), ("", 1)]
    case .word: []
    }
  }
}
