import ScrollCore
import ScrollSimCommands
import ScrollTraces

/// A rule of the contest, with a Boolean value that indicates whether the contest satisfies the
/// rule.
package struct ContestRule: Sendable, Equatable {
  package enum Name: String, CaseIterable, Sendable {
    case scenes, sessions, recorded, unlike, apart, thirds

    /// The rules that a spec may waive; the certificate lists them.
    static let waivable: [Name] = [.recorded, .unlike]
  }

  package enum Verdict: String, Sendable {
    case kept, broken, waived
  }

  package let name: Name
  /// The requirement.
  let rule: String
  /// The actual state.
  package let found: String
  package let verdict: Verdict

  /// The requirement with the actual state: `at least 6 sealed scenarios (there are 4)`.
  package var sentence: String { "\(rule) (\(found))" }

  static let leastScenes = 6, leastSessions = 30, leastRecorded = 2, leastUnlike = 2

  /// Checks the rules of a contest whose scenarios all have headroom (`Headroom`).
  package static func all(
    of sets: [EvolveSpec.Part: ScenarioSet], waived: Set<Name>
  ) -> [ContestRule] {
    let sealed = sets[.sealed]
    let scenes = sealed?.scenes ?? []
    let recorded = scenes.count { $0.isRecorded }
    let sessions = sealed?.weights
    let unlike = unlikeCount(scenes, sets[.training]?.scenes ?? [])
    let others = [sets[.training], sets[.validation]].compactMap { $0 }
    let leaks = sealed?.leaks(from: others) ?? []
    let small = EvolveSpec.Part.allCases.filter { (sets[$0]?.scenes.count ?? 0) < 3 }
    func rule(_ name: Name, _ text: String, _ found: String, _ isKept: Bool) -> ContestRule {
      ContestRule(
        name: name, rule: text, found: found,
        verdict: isKept ? .kept : waived.contains(name) ? .waived : .broken)
    }
    return [
      rule(
        .scenes, "at least \(leastScenes) sealed scenarios", thereAre(scenes.count),
        scenes.count >= leastScenes),
      rule(
        .sessions, "at least \(leastSessions) sealed sessions",
        thereAre(sessions?.sessionCount ?? 0)
          + (sessions.map { EvolveText.clusters($0.clusterCount, of: $0.sessionCount) } ?? ""),
        (sessions?.clusterCount ?? 0) >= leastSessions),
      rule(
        .recorded, "at least \(leastRecorded) sealed scenarios of recorded traces",
        thereAre(recorded), recorded >= leastRecorded),
      rule(
        .unlike,
        "at least \(leastUnlike) synthetic sealed scenarios with a style or catalog that no "
          + "training scenario has", thereAre(unlike), unlike >= leastUnlike),
      rule(
        .apart,
        "no sealed session shares gestures or images with one of training or validation",
        leaks.isEmpty ? "none does" : shares(leaks.map(\.share)), leaks.isEmpty),
      rule(
        .thirds, "no scenario weighs more than a third, so at least 3 scenarios of each kind",
        small.isEmpty
          ? "none does"
          : "too few of \(Phrase.list(small.map(\.rawValue)))", small.isEmpty),
    ]
  }

  /// Returns the shared parts as text: `2 share gestures, 1 shares images`.
  private static func shares(_ shares: [SessionSimilarity.Share]) -> String {
    [SessionSimilarity.Share.gestures, .images].compactMap { share in
      let count = shares.count { $0 == share }
      return count == 0 ? nil : "\(Phrase.count(count, "shares", "share")) \(share)"
    }.joined(separator: ", ")
  }

  private static func thereAre(_ count: Int) -> String {
    count == 1 ? "there is 1" : count == 0 ? "there is none" : "there are \(count)"
  }

  /// Returns the number of scenarios that are unlike all training scenarios, not counting
  /// recordings.
  ///
  /// If recordings counted, a recording that is unlike all training scenarios would satisfy two
  /// rules at once.
  private static func unlikeCount(
    _ scenes: [ScenarioSet.ContestScenario], _ training: [ScenarioSet.ContestScenario]
  ) -> Int {
    let styles = training.reduce(into: Set<String>()) { $0.formUnion($1.styles) }
    let catalogs = training.reduce(into: Set<String>()) { $0.formUnion($1.catalogs) }
    return scenes.count { scene in
      let hasStyle = !scene.styles.isEmpty && scene.styles.isDisjoint(with: styles)
      return !scene.isRecorded && (hasStyle || scene.catalogs.isDisjoint(with: catalogs))
    }
  }
}
