import ScrollCore
import ScrollPages
import ScrollSimulation

// What is to be known of budgets: which are too small for a policy, and which are no bytes.

extension SweepReport {
  /// The policies that a verdict may name: those that had room for as many images as they need,
  /// and with which the app was never killed.
  ///
  /// - Parameters:
  ///   - scenes: as for `ranking`.
  ///   - budget: as for `ranking`.
  /// - Returns: the result of each, best first.
  func contenders(over scenes: [Int]? = nil, budget: Int? = nil) -> [Standing] {
    ranking(over: scenes, budget: budget).filter { !$0.isTooSmall && $0.deaths == 0 }
  }

  /// The policies that were used below the least size at which they are what their names say.
  package var shortages: String? {
    let small = ranking().filter(\.isTooSmall)
    guard !small.isEmpty else { return nil }
    let names = small.prefix(6).map { standing in
      standing.shortage.map {
        "\(standing.name) needs room for \(Words.count($0.needed, "image")) and had as little as "
          + NumberText.fixed($0.room, decimals: 1)
      } ?? standing.name
    }
    let rest =
      small.count > 6
      ? ", and \(Words.count(small.count - 6, "more policy lacks", "more policies lack")) room" : ""
    return "Too small a budget: \(names.joined(separator: "; "))\(rest). "
      + "A policy that lacks room stores little, or does not do what its name says; it is named "
      + "neither best nor worst."
  }

  /// The loaders whose caches take a budget for something else than bytes.
  package var budgetUnits: String? { Self.budgetUnits(of: scenes) }

  /// The same of any scenarios.
  package static func budgetUnits(of scenes: [ScenarioRecord]) -> String? {
    var found: [String] = []
    var known: Set<String> = []
    for scene in scenes where known.insert(scene.loader).inserted {
      switch scene.cost {
      case .bytes: break
      case .pixels: found.append("\(scene.loader) takes its bytes for pixels")
      case .decodeTime: found.append("\(scene.loader) takes its bytes for microseconds of decoding")
      case .zero: found.append("\(scene.loader) has no limit, since its images cost 0")
      }
    }
    guard !found.isEmpty else { return nil }
    return "The budget: \(found.joined(separator: "; ")). What exceeds it is measured in bytes."
  }
}
