/// One side of a chart: what it measures, in which unit, and where its ticks are.
package struct Axis: Sendable, Equatable {
  package struct Tick: Sendable, Equatable {
    package let value: Double
    package let label: String

    package init(_ value: Double, _ label: String) {
      self.value = value
      self.label = label
    }
  }

  /// With its unit.
  package let title: String
  package let kind: Scale.Kind
  /// In ascending order; the scale reaches from the first to the last.
  package let ticks: [Tick]

  /// - Precondition: there is a tick.
  package init(_ title: String, _ kind: Scale.Kind = .linear, ticks: [Tick]) {
    precondition(!ticks.isEmpty, "'\(title)' has no tick")
    self.title = title
    self.kind = kind
    self.ticks = ticks
  }

  /// From 0 over round numbers to the greatest value.
  package static func fromZero(_ title: String, covering values: some Sequence<Double>) -> Axis {
    let ticks = NiceTicks.fromZero(covering: values)
    let decimals = NiceTicks.decimals(ticks)
    return Axis(title, ticks: ticks.map { Tick($0, PlainNumber.text($0, decimals: decimals)) })
  }

  /// Where its values lie between two coordinates.
  package func scale(from start: Double, to end: Double) -> Scale {
    let first = ticks[0].value
    return Scale(first...max(first, ticks[ticks.count - 1].value), from: start, to: end, kind)
  }
}
