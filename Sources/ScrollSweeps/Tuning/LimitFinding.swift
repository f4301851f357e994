import ScrollSimulation

/// What a limited figure comes to over several seeds: the worst of them.
package struct LimitFinding: Sendable {
  package let limit: Limit
  /// Infinite for what never came; nil where a run does not have the figure.
  package let value: Double?

  init(_ limit: Limit, _ runs: [RunRecord]) {
    self.limit = limit
    let values = runs.compactMap { $0.limited(limit.figure) }
    let worst = limit.figure.better == .more ? values.min() : values.max()
    value = values.count == runs.count ? worst : nil
  }

  /// How far beyond the bound, in the figure's unit; zero or less if it is kept.
  package var excess: Double {
    guard let value else { return .infinity }
    return limit.figure.excess(of: value, over: limit.bound)
  }

  /// The same as a share of the bound, where that is not zero.
  var excessShare: Double { excess / (limit.bound > 0 ? limit.bound : 1) }

  package var isKept: Bool { excess <= 0 }

  /// `blankSeconds 2.31 s`.
  package var text: String {
    "\(limit.figure.name) \(value.map(limit.figure.unit.text) ?? "unknown")"
  }

  /// `blankSeconds 2.31 s, 0.31 s too much`.
  package var brokenText: String {
    guard excess.isFinite else { return text }
    return "\(text), \(limit.figure.unit.text(excess)) \(limit.figure.excessText)"
  }
}
