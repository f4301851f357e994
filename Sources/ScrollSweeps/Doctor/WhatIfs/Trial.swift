package import ScrollSimulation

/// A change of a run that is tried out: what it is, and what it does to the run.
package struct Trial: Sendable {
  /// What is changed.
  package enum Subject: Sendable, Equatable {
    case lever(Lever)
    case ideal(Ideal)
  }

  package let subject: Subject
  /// In words: `twice the budget`.
  package let text: String
  /// The run with the change; of an ideal without what no option says.
  package let changed: RunCase
  /// The same options as the run's but for the cache: what is worked out for that can be shared.
  package let sharesScenario: Bool
  /// What it costs; nil for nothing.
  package let price: Price?
  /// What no option says.
  private let adjust: (@Sendable (inout Scenario) -> Void)?

  package init(
    _ subject: Subject, _ text: String, _ changed: RunCase, price: Price? = nil,
    sharesScenario: Bool = false, adjust: (@Sendable (inout Scenario) -> Void)? = nil
  ) {
    self.subject = subject
    self.text = text
    self.changed = changed
    self.price = price
    self.sharesScenario = sharesScenario
    self.adjust = adjust
  }

  /// Whether a command can make the run.
  package var canBeTyped: Bool { adjust == nil }

  /// What is simulated.
  var scenario: Scenario {
    var scenario = changed.scenario
    adjust?(&scenario)
    return scenario
  }
}

/// What the maker of an app can change.
package enum Lever: String, Sendable, CaseIterable {
  case policy, budget, prefetch, renditions, decodeSize, format, connections, lanes, order, threads

  /// What tables call it.
  package var words: String {
    switch self {
    case .decodeSize: "decode size"
    default: rawValue
    }
  }
}

/// What no app can have, and what shows which resource is short.
package enum Ideal: String, Sendable, CaseIterable {
  case network, flash, decode, mainThread, cache, prefetch

  package var words: String {
    switch self {
    case .network: "ideal network"
    case .flash: "instant flash"
    case .decode: "instant decode"
    case .mainThread: "free main thread"
    case .cache: "infinite cache"
    case .prefetch: "clairvoyant prefetch"
    }
  }
}
