import ScrollSimCommands
package import ScrollSimulation
package import ScrollSweeps
import ScrollTraces

/// A search for a policy, and the contest that decides whether it has found one.
///
///     title: Which formula stalls less on an old phone?
///     axes: {device: iphone-5, budget: 24MiB, loader: cached}
///     training:
///       - trace: sessions:count=8:seed=1:style=browsing
///       - {trace: sessions:count=8:seed=2:style=to-and-fro, budget: 32MiB}
///     validation:
///       - trace: sessions:count=8:seed=11
///     sealed:
///       - trace: [sessions:count=8:seed=21, recorded/search-and-return.scroll]
///     smallest: {percent: 1, frames: 1}
///     search: {seed: 1, population: 60, generations: 25, nodes: 25}
///
/// A scene is sessions from one source on one device with one budget. What stands in `axes` holds
/// for every scene that does not say otherwise; several values in a scene are several scenes.
/// Paths are relative to the spec's folder. `without: [viewed-first]` leaves built-in policies out.
package struct EvolveSpec: Sendable {
  /// What scenes are for.
  package enum Part: String, CaseIterable, Sendable {
    /// On which formulas are bred, on which the best of them is chosen, and on which that one is
    /// tried, once.
    case training, validation, sealed
  }

  /// How long and how widely is searched.
  package struct Search: Sendable, Equatable {
    package var seed: UInt64 = 1
    package var population = 60
    package var generations = 25
    /// Of a formula.
    package var nodes = 25
    /// How often a formula is tried in a scene; nil is as often as it takes.
    package var runs: Int?
    /// Policies that stand in the first generation, `score: ...`; of none those of `KnownFormulas`
    /// do.
    package var known: [String] = []
    /// In how many draws of the device's figures the gain is looked at.
    package var draws = 20

    package init() {}
  }

  package var title: String
  /// As it was read.
  package let text: String
  /// One for each source of sessions.
  package var scenes: [Part: [SweepGrid]]
  /// The smallest difference that matters.
  package var materiality: Materiality
  package var search: Search
  /// Rules of the contest that do not hold here, by intention.
  package var waived: Set<ContestRule.Name>

  /// Built-in policies that are no opponents, as if they were not there; `lru` always is.
  package var without: [String] = []

  /// What the store keeps of the question.
  package var question: String { text + "# seed \(search.seed)\n" }

  /// The files that its runs read.
  package var files: [String] {
    Part.allCases.flatMap { part in
      (scenes[part] ?? []).flatMap { SweepSpec(base: $0).files }
    }
  }
}
