package import ScrollSimulation

/// Which regrets of a run are asked for.
package struct RegretKinds: OptionSet, Sendable {
  package let rawValue: Int
  package init(rawValue: Int) { self.rawValue = rawValue }

  /// Misses above the fewest: the bound of the run's own requests.
  package static let misses = RegretKinds(rawValue: 1)
  /// Stalls above the least that is known, which takes some forty runs for each scenario and budget.
  package static let stalls = RegretKinds(rawValue: 2)
  package static let all: RegretKinds = [.misses, .stalls]
}

extension RegretKinds {
  /// What has to be worked out for a figure to be known.
  package init(_ figure: Figure) {
    let ofMisses = [Figure.regretBound, .leastMisses, .regret]
    switch figure.source {
    case .report: self = []
    case .regret: self = ofMisses.contains { $0.name == figure.name } ? .misses : .stalls
    }
  }

  /// The same for several figures.
  package init(_ figures: some Sequence<Figure>) {
    self = figures.reduce(into: []) { $0.formUnion(RegretKinds($1)) }
  }
}
