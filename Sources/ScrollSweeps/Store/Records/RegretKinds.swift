import ScrollSimulation

/// The kinds of regret to compute for a run.
package struct RegretKinds: OptionSet, Sendable {
  package let rawValue: Int
  package init(rawValue: Int) { self.rawValue = rawValue }

  /// The misses above the fewest that are possible for the requests of the run.
  package static let misses = RegretKinds(rawValue: 1)
  /// The stall above the least that is known.
  ///
  /// Finding the least takes some forty runs for each scenario and budget.
  package static let stalls = RegretKinds(rawValue: 2)
  package static let all: RegretKinds = [.misses, .stalls]
}

extension RegretKinds {
  /// Creates the kinds that a figure requires.
  init(_ figure: Figure) {
    let ofMisses = [Figure.regretBound, .leastMisses, .regret]
    switch figure.source {
    case .report: self = []
    case .regret: self = ofMisses.contains { $0.name == figure.name } ? .misses : .stalls
    }
  }

  /// Creates the kinds that several figures require.
  init(_ figures: some Sequence<Figure>) {
    self = figures.reduce(into: []) { $0.formUnion(RegretKinds($1)) }
  }
}
